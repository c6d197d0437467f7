import { expect } from "chai";
import { readAnswer, readNetworks } from "../../docs/playground/call/read-answer.ts";

describe("readAnswer of the playground", () => {
  it("cuts the result out with every digit and space", () => {
    const text = '{"jsonrpc":"2.0","result": {"a": 18446744073709551615, "b":1.0} ,"id":1}';
    expect(readAnswer(text)).to.deep.equal({
      result: '{"a": 18446744073709551615, "b":1.0}',
      error: undefined,
    });
  });

  it("reads an error with the faults that the gateway names", () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad","data":{"faults":[{"param":"pubkey","message":"must be x"}]}}}';
    expect(readAnswer(text)?.error).to.deep.include({
      code: "-32602",
      message: "bad",
      faults: [{ param: "pubkey", message: "must be x" }],
    });
  });

  it("treats a null result as a result", () => {
    expect(readAnswer('{"jsonrpc":"2.0","result":null,"id":1}')?.result).to.equal("null");
  });

  for (const text of ["", "<html>", "[]", '"x"', "{}", '{"result":']) {
    it(`recognizes that ${JSON.stringify(text)} is not an answer`, () => {
      expect(readAnswer(text)).to.equal(undefined);
    });
  }

  it("distinguishes networks that answered from those that failed", () => {
    const result =
      '{"a":{"value":1},"b":{"error":{"code":-32000,"message":"down"}},"c":{"error":null,"x":1}}';
    expect(readNetworks(result).map(({ network, error }) => [network, error?.message])).to.deep.equal([
      ["a", undefined],
      ["b", "down"],
      ["c", undefined],
    ]);
  });
});
