import { expect } from "chai";
import fc from "fast-check";
import { canonical } from "../../../src/json/canonical.ts";
import { callKey } from "../../../src/upstream/sharing/call-key.ts";
import { heapGrowth } from "../../heap-growth.ts";
import { runs } from "../../property-runs.ts";
import { callOf, networkOf } from "../harness.ts";

const network = networkOf(["http://127.0.0.1:1/"]);

describe("the key of a call", () => {
  const keyFor = (params: string, method = "getBlock", of = network) => callKey(callOf(of, method, params));
  const key = (params: string, method = "getBlock", of = network) => keyFor(params, method, of).text;

  for (const [one, other] of [
    ["", ""],
    ['["a",{"x":1,"y":2}]', '["a",{"y":2,"x":1}]'],
    ['["a",{"x":1,"y":2}]', ' [ "a", { "y" : 2 , "x" : 1 } ] '],
    ['[["a","b"],{"x":{"b":1,"a":2}}]', '[["a","b"],{"x":{"a":2,"b":1}}]'],
    ['{"id":"a","options":{}}', '{"options":{},"id":"a"}'],
    ['[[{"b":1,"a":2}]]', '[[{"a":2,"b":1}]]'],
    ['["a{\\"b\\":1",{"x":1,"y":2}]', '["a{\\"b\\":1",{"y":2,"x":1}]'],
  ] as const) {
    it(`is the same for ${one} and ${other}`, () => {
      expect(key(one)).to.equal(key(other));
      expect(keyFor(one).equals(keyFor(other))).to.equal(true);
    });
  }

  for (const [one, other] of [
    ["[]", ""],
    ['["a"]', '["A"]'],
    ['["a",{"x":1}]', '["a",{"x":2}]'],
    ['["a",{"x":"1"}]', '["a",{"x":1}]'],
    ['["a b"]', '["ab"]'],
    ["[1]", "[1.0]"],
    ['["{}"]', "[{}]"],
  ] as const) {
    it(`differs for ${one} and ${other}`, () => {
      expect(key(one)).not.to.equal(key(other));
      expect(keyFor(one).equals(keyFor(other))).to.equal(false);
    });
  }

  it("does not hold on to the bodies that parameters were cut from", () => {
    const grown = heapGrowth(() => {
      for (let index = 0; index < 50; index += 1) {
        const params = `["a",{"encoding":"base64","x":${index}}]`;
        const body = `${params}${" ".repeat(1 << 20)}${index}`;
        callKey(callOf(network, "getBlock", body.slice(0, params.length)));
      }
    });
    expect(grown).to.be.below(10 * 2 ** 20);
  });

  it("caches no forms of long parameters", () => {
    const grown = heapGrowth(() => {
      for (let index = 0; index < 500; index += 1)
        callKey(callOf(network, "getBlock", `["a",{"x":"${"x".repeat(20_000)}","y":${index}}]`));
    });
    expect(grown).to.be.below(4 * 2 ** 20);
  });

  it("distinguishes methods and networks", () => {
    const other = networkOf(["http://127.0.0.1:1/"], { id: "other" });
    const keys = [keyFor("[]"), keyFor("[]", "getSlot"), keyFor("[]", "getSlot", other)];
    expect(new Set(keys.map(({ text }) => text)).size).to.equal(3);
    expect(keys.map((one) => keys.filter((another) => one.equals(another)).length)).to.deep.equal([1, 1, 1]);
  });

  it("gives neighbouring slots and addresses different hashes", () => {
    const slots = Array.from({ length: 1000 }, (_, index) => `[${341_197_053 + index},{"encoding":"json"}]`);
    const addresses = slots.map(
      (slot) => `["${slot.slice(7, 10)}astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"]`,
    );
    for (const params of [slots, addresses])
      expect(new Set(params.map((text) => keyFor(text).hash)).size).to.equal(1000);
  });

  it("is the same exactly if the canonical forms are, for any parameters", () => {
    const params = fc
      .array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 })
      .chain((value) => fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 1)));
    fc.assert(
      fc.property(params, params, (one, other) => {
        const same = canonical(one) === canonical(other);
        return (
          (key(one) === key(other)) === same &&
          keyFor(one).equals(keyFor(other)) === same &&
          keyFor(one).equals(keyFor(canonical(one)))
        );
      }),
      { numRuns: runs(1000) },
    );
  });
});
