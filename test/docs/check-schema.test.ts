import { expect } from "chai";
import fc from "fast-check";
import { isObject, readJson } from "../../codegen/contract/json-value.ts";
import { checkValue } from "../../docs/playground/contract/check-schema.ts";
import { methods } from "../../generated/methods.ts";
import { runs } from "../property-runs.ts";
import { contract, examples, method } from "./harness.ts";

/** What the generated validator of a parameter says about a JSON text. */
function generatedFaults(methodName: string, param: string, text: string) {
  const row = Object.values(methods).find(({ name }) => name === methodName);
  return row?.params.find(({ name }) => name === param)?.validate(JSON.parse(text)) ?? [];
}

function ownFaults(methodName: string, param: string, text: string) {
  const found = method(methodName).params.find(({ name }) => name === param);
  return found === undefined ? [] : checkValue(contract, found.schema, readJson(text));
}

describe("checkValue of the playground", () => {
  it("accepts every parameter of every example", () => {
    for (const { method: of, example } of examples) {
      for (const [name, value] of example.params) {
        const param = of.params.find((each) => each.name === name);
        expect(param, `${of.name}.${name}`).to.not.equal(undefined);
        if (param !== undefined)
          expect(checkValue(contract, param.schema, value), `${of.name}.${name}`).to.deep.equal([]);
      }
    }
  });

  const wrong: readonly (readonly [method: string, param: string, text: string])[] = [
    ["getBalance", "pubkey", '"abc"'],
    ["getBalance", "pubkey", "7"],
    ["getBalance", "commitment", '"maybe"'],
    ["getBalance", "minContextSlot", "-1"],
    ["getBalance", "minContextSlot", "1.5"],
    ["getBalance", "minContextSlot", '"12"'],
    ["getMultipleAccounts", "pubkeys", '["11111111111111111111111111111111","x"]'],
    ["getProgramAccounts", "filters", '[{"dataSize":"x"}]'],
    ["getProgramAccounts", "filters", '[{"other":1}]'],
    ["getProgramAccounts", "filters", "[1]"],
    ["getProgramAccounts", "dataSlice", '{"offset":0}'],
    ["getProgramAccounts", "dataSlice", '{"offset":0,"length":1,"more":2}'],
    ["getProgramAccounts", "withContext", '"yes"'],
    ["simulateTransaction", "accounts", '{"addresses":["x"],"encoding":"base58"}'],
    ["sendTransaction", "transaction", '""'],
    ["setNetworkRpcUrl", "url", '"ftp://x"'],
  ];
  for (const [methodName, param, text] of wrong) {
    it(`says the same as the gateway about ${methodName}.${param} = ${text}`, () => {
      const generated = generatedFaults(methodName, param, text);
      expect(ownFaults(methodName, param, text)).to.deep.equal(generated);
    });
  }

  it("agrees with the generated validators on values of every kind", () => {
    const params = contract.methods.flatMap((of) =>
      of.kind === "subscribe" || of.kind === "unsubscribe"
        ? []
        : of.params.map(({ name }) => [of.name, name] as const),
    );
    const leaf = fc.oneof(
      fc.constantFrom(
        "",
        "abc",
        "11111111111111111111111111111111",
        "confirmed",
        "base64",
        "all",
        "mentions",
      ),
      fc.integer({ min: -2, max: 2000 }),
      fc.boolean(),
      fc.constant(null),
    );
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom("offset", "length", "dataSize", "memcmp", "addresses", "mentions"),
        leaf,
        { maxKeys: 3 },
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...params), value, ([methodName, param], given) => {
        const text = JSON.stringify(given);
        const own = ownFaults(methodName, param, text).length === 0;
        expect(own, `${methodName}.${param} = ${text}`).to.equal(
          generatedFaults(methodName, param, text).length === 0,
        );
      }),
      { numRuns: runs(3000) },
    );
  });

  it("compares digits beyond 2^53 exactly", () => {
    expect(ownFaults("getBalance", "minContextSlot", "18446744073709551615")).to.deep.equal([]);
    expect(ownFaults("getBalance", "minContextSlot", "18446744073709551616")).to.have.length(1);
  });

  it("reads a document in which every schema is an object", () => {
    expect([...contract.schemas.values()].every(isObject)).to.equal(true);
  });
});
