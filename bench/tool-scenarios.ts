import { createAssistant } from "../test/tools/scenarios/assistant.ts";
import { scenarios } from "../test/tools/scenarios/scenarios.ts";

/** Prints what each task of test/tools/scenarios costs a model in calls and tokens, against an embedded ledger. */
const assistant = await createAssistant();
console.log(`${"calls".padStart(6)}${"tokens".padStart(8)}${"bound".padStart(8)}  task`);
let all = 0;
try {
  for (const { task, tokens: bound, run } of scenarios) {
    assistant.spent();
    await run(assistant);
    const { calls, tokens } = assistant.spent();
    all += tokens;
    const row = [
      String(calls).padStart(6),
      String(tokens).padStart(8),
      String(Math.floor(bound)).padStart(8),
    ];
    console.log(`${row.join("")}  ${task}`);
  }
  console.log(`${"".padStart(6)}${String(all).padStart(8)}${"".padStart(8)}  all ${scenarios.length}`);
} finally {
  await assistant.close();
}
process.exit(0);
