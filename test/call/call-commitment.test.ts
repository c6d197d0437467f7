import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { callCommitment } from "../../src/call/call-commitment.ts";

const address = '"11111111111111111111111111111111"';

describe("the commitment of a call", () => {
  for (const [method, params, expected] of [
    ["getBalance", `[${address}]`, "finalized"],
    ["getBalance", "", "finalized"],
    ["getBalance", `[${address},{"commitment":"confirmed"}]`, "confirmed"],
    ["getBalance", `[ ${address} , { "commitment" : "processed" } ]`, "processed"],
    ["getBalance", `[${address},{"\\u0063ommitment":"processed","commitment":"confirmed"}]`, "confirmed"],
    ["getBalance", `[${address},{"commi\\u0074ment":"processed"}]`, "processed"],
    ["getBalance", `[${address},{"commi\\u0074ment":"pro\\u0063essed"}]`, undefined],
    ["getTokenSupply", `[${address},["processed"]]`, undefined],
    ["getBalance", `[${address},{"commitment":null}]`, "finalized"],
    ["getBalance", `[${address},{"minContextSlot":5,"x":"\\"commitment\\":\\"processed\\""}]`, "finalized"],
    ["getBalance", `[{"commitment":"processed"},{"commitment":"confirmed"}]`, "confirmed"],
    ["getBalance", `[${address},{"commitment":"recent"}]`, undefined],
    ["getBalance", `[${address},{"commitment":`, undefined],
    ["sendTransaction", `["AQ==",{"preflightCommitment":"processed"}]`, "processed"],
    ["getBlocks", '[1,5,{"commitment":"confirmed"}]', "confirmed"],
    ["getBlocks", '[1,{"commitment":"confirmed"}]', "confirmed"],
    ["getLeaderSchedule", '[{"commitment":"processed"}]', "processed"],
    ["getTokenAccountsByMint", `[${address},{"commitment":"confirmed"}]`, "confirmed"],
    ["getGenesisHash", "[]", undefined],
  ] as const) {
    it(`is ${expected} for ${method} ${params}`, () => {
      expect(callCommitment(methods[method], params)).to.equal(expected);
    });
  }
});
