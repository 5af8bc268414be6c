// Reads cases, one JSON a line, and answers each with one JSON line:
// {"mode":"run",...} runs a machine on aws-local-stepfunctions,
// {"mode":"validate",...} asks asl-validator about a definition.
Promise.withResolvers ??= function () {
  let resolve, reject;
  const promise = new Promise((a, b) => { resolve = a; reject = b; });
  return { promise, resolve, reject };
};

const { StateMachine } = require("aws-local-stepfunctions");
const validate = require("asl-validator");
const readline = require("node:readline");

// states lists every state, those of Maps as well.
function states(machine) {
  return Object.entries(machine?.States ?? {}).flatMap(([name, state]) =>
    [[name, state], ...states(state.ItemProcessor), ...states(state.Iterator)]);
}

// lambda stands in for lambda:invoke: each function has its answers in order
// and repeats the last.
function lambda(functions) {
  const calls = {};
  return ({ FunctionName: name, Payload: payload }) => {
    const answers = functions?.[name] ?? [{ echo: true }];
    const n = calls[name] = (calls[name] ?? 0) + 1;
    const answer = answers[Math.min(n, answers.length) - 1];
    if (answer.error) {
      const document = JSON.stringify({ errorMessage: "told to fail", errorType: answer.error });
      throw Object.assign(new Error(document), { name: answer.error });
    }
    return { ExecutedVersion: "$LATEST", Payload: answer.echo ? payload : answer.return, SdkHttpMetadata: { HttpStatusCode: 200 }, StatusCode: 200 };
  };
}

async function run({ definition, input, functions }) {
  const handler = lambda(functions);
  const overrides = { taskResourceLocalHandlers: {}, waitTimeOverrides: {}, retryIntervalOverrides: {} };
  for (const [name, state] of states(definition)) {
    if (state.Type === "Task") overrides.taskResourceLocalHandlers[name] = handler;
    if (state.Type === "Wait") overrides.waitTimeOverrides[name] = 0;
    if (state.Retry) overrides.retryIntervalOverrides[name] = 0;
  }
  try {
    const machine = new StateMachine(definition, { validationOptions: { noValidate: true } });
    // The package does not fill these in by itself; the execution's name is ours.
    const Execution = { Id: "arn:aws:states:us-east-1:000000000000:execution:m:x", Input: input };
    const context = { Execution, State: { Name: definition.StartAt, EnteredTime: new Date().toISOString() } };
    return { output: (await machine.run(input, { overrides, context }).result) ?? null };
  } catch (e) {
    return { error: e.cause?.name ?? e.name, cause: String(e.cause?.message ?? e.message) };
  }
}

function check({ definition, joined }) {
  // Machines that were joined into one may use the same names.
  const errors = validate(definition).errors
    .filter((e) => !(joined && e["Error code"] === "DUPLICATE_STATE_NAMES"));
  return { valid: errors.length === 0, errors: errors.map((e) => `${e["Error code"]}: ${e.Message}`).join("\n") };
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    console.log(JSON.stringify(request.mode === "validate" ? check(request) : await run(request)));
  }
})();
