import { expect } from "chai";
import { exampleValues } from "../../docs/playground/call/example-values.ts";
import { ledgerParams } from "../../docs/playground/call/ledger-form.ts";
import { examples, method } from "./harness.ts";

describe("ledgerParams of the playground", () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["getBalance", { pubkey: '"a"' }, '["a"]'],
    ["getBalance", { pubkey: '"a"', commitment: '"confirmed"' }, '["a",{"commitment":"confirmed"}]'],
    [
      "getTokenAccountsByOwner",
      { ownerAddress: '"a"', mint: '"m"', encoding: '"base64"' },
      '["a",{"mint":"m"},{"encoding":"base64"}]',
    ],
    ["getBlocks", { start_slot: "5", commitment: '"confirmed"' }, '[5,{"commitment":"confirmed"}]'],
    ["getLeaderSchedule", { identity: '"i"' }, '[{"identity":"i"}]'],
    [
      "getInflationReward",
      { addresses: "[]", epoch: "18446744073709551615" },
      '[[],{"epoch":18446744073709551615}]',
    ],
    ["getAssetBatch", { ids: '["x"]' }, '{"ids":["x"]}'],
    ["slotSubscribe", {}, ""],
    ["logsSubscribe", { filter: '"all"', commitment: '"processed"' }, '["all",{"commitment":"processed"}]'],
  ];
  for (const [name, values, expected] of cases) {
    it(`puts ${name} ${JSON.stringify(values)} where the ledger expects it`, () => {
      expect(ledgerParams(method(name), new Map(Object.entries(values)))).to.equal(expected);
    });
  }

  it("writes JSON for every example", () => {
    for (const { method: of, example } of examples) {
      const text = ledgerParams(of, exampleValues(of, example));
      if (text !== "") expect(() => JSON.parse(text), `${of.name}: ${text}`).to.not.throw();
    }
  });
});
