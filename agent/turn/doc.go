// Package turn holds the words of an agent's turn as plain data: what came in,
// what the model asked for, what the tools answered, what was found wrong and
// what the user is told.
//
// The whole turn travels through the state machine as JSON, so every type here
// has field names that read well in the Step Functions console, and a zero
// value that is left out. The package imports nothing of the project: every
// other package may import it, and rules can be pure functions of a [Turn].
package turn
