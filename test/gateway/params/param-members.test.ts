import { expect } from "chai";
import {
  assertDistinctMembers,
  cutParamMembers,
  maxParamMembers,
} from "../../../src/gateway/params/param-members.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";

function distinct(count: number): string {
  return `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(",")}}`;
}

function errorOf(text: string): RpcError {
  try {
    cutParamMembers("getSlot", text);
  } catch (caught) {
    return RpcError.from(caught);
  }
  throw new Error("it was accepted");
}

describe("the members of a params object", () => {
  it("are at most 1,000", () => {
    expect(cutParamMembers("getSlot", distinct(maxParamMembers))).to.have.length(1000);
    const { code, message } = errorOf(distinct(maxParamMembers + 1));
    expect(code).to.equal(-32602);
    expect(message).to.equal(
      "Invalid params for getSlot: an object has 1001 members, more than the limit of 1000.",
    );
  });

  const repeated: readonly (readonly [what: string, text: string, key: string])[] = [
    ["among few", '{"a":1,"b":2,"a":1}', "a"],
    ["among many", `{${distinct(500).slice(1, -1)},"k7":1}`, "k7"],
    ["in another spelling", '{"a":1,"\\u0061":2}', "a"],
    ["that is empty", '{"":1,"":1}', ""],
    ["__proto__", '{"__proto__":1,"__proto__":1}', "__proto__"],
  ];
  for (const [what, text, key] of repeated) {
    it(`may not repeat a key ${what}`, () => {
      const { code, message, data } = errorOf(text);
      expect(code).to.equal(-32602);
      expect(message).to.contain(`${JSON.stringify(key)} is written twice`);
      expect(data).to.deep.equal({
        faults: [{ param: key, message: "is written twice; write each key once" }],
      });
    });
  }

  it("may have keys that differ only in case", () => {
    expect(() =>
      assertDistinctMembers("getSlot", [
        ["a", "1"],
        ["A", "1"],
      ]),
    ).not.to.throw();
  });
});
