import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { withMinContextSlot } from "../../src/consistency/config-members.ts";

const cases: readonly [name: keyof typeof methods, params: string, asked: string][] = [
  ["getSlot", "", '[{"minContextSlot":7}]'],
  ["getSlot", "[]", '[{"minContextSlot":7}]'],
  ["getSlot", "[null]", '[{"minContextSlot":7}]'],
  ["getBalance", '["a"]', '["a",{"minContextSlot":7}]'],
  ["getBalance", '["a",{"commitment":"confirmed"}]', '["a",{"commitment":"confirmed","minContextSlot":7}]'],
  ["getBalance", '["a",{"minContextSlot":6}]', '["a",{"minContextSlot":7}]'],
  ["getBalance", '["a",{"minContextSlot":null}]', '["a",{"minContextSlot":7}]'],
  // The client's own is higher, or not the gateway's to change.
  ["getBalance", '["a",{"minContextSlot":8}]', '["a",{"minContextSlot":8}]'],
  ["getBalance", '["a",{"minContextSlot":"x"}]', '["a",{"minContextSlot":"x"}]'],
  ["getBalance", "[]", "[]"],
  ["getBalance", '["a",5]', '["a",5]'],
  // The first object is none of the ledger's config.
  ["getTokenAccountsByOwner", '["a",{"mint":"b"}]', '["a",{"mint":"b"},{"minContextSlot":7}]'],
  ["getBlocks", "[1]", '[1,{"minContextSlot":7}]'],
  ["getBlocks", "[1,5]", '[1,5,{"minContextSlot":7}]'],
  ["getBlocks", '[{"commitment":"confirmed"}]', '[{"commitment":"confirmed","minContextSlot":7}]'],
  ["getBlocks", '[1,{"commitment":"confirmed"}]', '[1,{"commitment":"confirmed","minContextSlot":7}]'],
  // Nodes take no such field there.
  ["getTokenSupply", '["a",{}]', '["a",{}]'],
  ["getTransaction", '["a"]', '["a"]'],
];

describe("a slot in the parameters of a call", () => {
  for (const [name, params, asked] of cases)
    it(`is added to ${name} ${params || "without parameters"} as ${asked}`, () => {
      expect(withMinContextSlot(params, methods[name], 7)).to.equal(asked);
    });

  it("comes with the fields that older nodes require in the object", () => {
    const method = { ...methods.getSignatureStatuses, takesMinContextSlot: true };
    const asked = ['[["s"]]', '[["s"],{"searchTransactionHistory":true}]'].map((params) =>
      withMinContextSlot(params, method, 7),
    );
    expect(asked).to.deep.equal([
      '[["s"],{"searchTransactionHistory":false,"minContextSlot":7}]',
      '[["s"],{"searchTransactionHistory":true,"minContextSlot":7}]',
    ]);
  });

  it("does not change parameters that are no JSON array", () => {
    expect(withMinContextSlot("[1,", methods.getSlot, 7)).to.equal("[1,");
  });
});
