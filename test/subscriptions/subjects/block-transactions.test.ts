import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { findMentions, narrowBlock } from "../../../src/subscriptions/subjects/block-transactions.ts";

describe("a block cut to what mentions an address", () => {
  const accounts = RawJson.fromText(
    JSON.stringify({
      transactions: [["a"], ["a", "b"], ["c"]].map((keys) => ({
        transaction: { accountKeys: keys.map((pubkey) => ({ pubkey })) },
      })),
    }),
  );
  const cases: readonly [what: string, block: string, address: string, expected: string | undefined][] = [
    [
      "transactions",
      '{"h":1,"transactions":[{"x": 1},"y",3],"z":18446744073709551615}',
      "a",
      '{"h":1,"transactions":[{"x": 1},"y"],"z":18446744073709551615}',
    ],
    ["signatures", '{"signatures":["1","2","3"]}', "c", '{"signatures":["3"]}'],
    ["no details", '{"h":1}', "b", '{"h":1}'],
    ["no match", '{"transactions":[1,2,3]}', "d", undefined],
  ];
  for (const [what, block, address, expected] of cases) {
    it(`keeps the bytes of what remains: ${what}`, () => {
      const mentions = findMentions(accounts, address);
      const narrowed =
        mentions === undefined ? undefined : narrowBlock(RawJson.fromText(block), mentions.kept);
      expect(narrowed?.toString()).to.equal(expected);
    });
  }
});
