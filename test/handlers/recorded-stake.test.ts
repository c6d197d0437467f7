import { expect } from "chai";
import { recordingsOf } from "../contract/recordings.ts";
import { address, createTestGateway } from "../gateway/harness.ts";

/** The accounts of a stake that a node wrote as jsonParsed: that of the note, the stake history and the clock. */
function accountsOf(node: string, note: string): string {
  const values = [note, "stake history, jsonParsed", "the clock, jsonParsed"].map((wanted) => {
    const found = recordingsOf(node, "getAccountInfo").find((recording) => recording.note === wanted);
    const result = found?.answer.result as { readonly value: unknown } | undefined;
    return result?.value;
  });
  return JSON.stringify({ context: { slot: 163 }, value: values });
}

describe("getStakeActivation on accounts as nodes of each release write them", () => {
  // 4.4 leaves out the rate of warming up, which the computation does not need.
  for (const node of ["agave-3.1.10", "agave-4.4.0"]) {
    for (const [note, state] of [
      ["stake, delegated, jsonParsed", "active"],
      ["stake, initialized, jsonParsed", "inactive"],
      ["stake, deactivated, jsonParsed", "inactive"],
    ] as const) {
      it(`${node}: ${note} is ${state}`, async () => {
        const gateway = await createTestGateway(() => accountsOf(node, note));
        const answer = JSON.parse(await gateway.call("getStakeActivation", `["${address}"]`)) as object;
        expect(answer).to.have.property("state", state);
      });
    }
  }
});
