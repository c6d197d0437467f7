import { callSteps } from "../../src/app/calls/call-steps.ts";
import { code, table } from "./markdown.ts";

/** A row for each step between the gateway and an upstream. */
export function stepsTable(): string {
  return table(
    ["step", "file in src", "what it does"],
    callSteps.map(({ name, file, does }) => [name, code(file), does]),
  );
}
