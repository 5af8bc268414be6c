// Runs each case on aws-local-stepfunctions and validates each definition with
// asl-validator. Reads the cases from standard input, writes the outcomes to
// standard output, both as JSON.
if (!Promise.withResolvers) {
  // The library expects Node 22; this is all it needs of it.
  Promise.withResolvers = function () {
    let resolve, reject
    const promise = new Promise((a, b) => { resolve = a; reject = b })
    return { promise, resolve, reject }
  }
}
const { StateMachine } = await import('aws-local-stepfunctions')
const { default: validate } = await import('asl-validator')
import { readFileSync } from 'node:fs'

const cases = JSON.parse(readFileSync(0, 'utf8'))

// tasks and waits by state name, those within Maps too
function collect(machine, into) {
  for (const [name, state] of Object.entries(machine.States)) {
    into.push([name, state])
    const inner = state.ItemProcessor ?? state.Iterator
    if (inner) collect(inner, into)
  }
  return into
}

function handlers(machine, functions) {
  const calls = {}
  const play = (input) => {
    const answers = functions[input.FunctionName]
    const n = Math.min(calls[input.FunctionName] ?? 0, answers.length - 1)
    calls[input.FunctionName] = n + 1
    const answer = answers[n] === '$input' ? input.Payload : answers[n]
    if (answer && answer.errorType) {
      const error = new Error(JSON.stringify(answer)) // as Lambda's error document
      error.name = answer.errorType
      throw error
    }
    return { ExecutedVersion: '$LATEST', Payload: answer, SdkHttpMetadata: { HttpStatusCode: 200 }, StatusCode: 200 }
  }
  const overrides = { taskResourceLocalHandlers: {}, waitTimeOverrides: {}, retryIntervalOverrides: {} }
  for (const [name, state] of collect(machine, [])) {
    if (state.Type === 'Task') overrides.taskResourceLocalHandlers[name] = play
    if (state.Type === 'Wait') overrides.waitTimeOverrides[name] = 1
    if (state.Retry) overrides.retryIntervalOverrides[name] = 1
  }
  return overrides
}

async function run(c) {
  const machine = new StateMachine(c.definition, { validationOptions: { noValidate: true } })
  const context = { Execution: { Input: c.input }, State: { Name: c.definition.StartAt, EnteredTime: '2026-03-04T10:00:00Z' } }
  const execution = machine.run(c.input, { context, overrides: handlers(c.definition, c.functions ?? {}), noThrowOnAbort: true })
  try {
    return { output: await execution.result }
  } catch (error) {
    return { error: error.cause?.name ?? error.name, cause: String(error.message) }
  }
}

const outcomes = []
for (const c of cases) {
  const { isValid, errors } = validate(c.definition)
  outcomes.push({ name: c.name, valid: isValid, complaints: errors ?? [], ...(await run(c)) })
}
process.stdout.write(JSON.stringify(outcomes))
