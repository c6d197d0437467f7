import { expect } from "chai";
import { cutItemParams } from "../../../src/reads/items/cut-item-params.ts";

describe("parameters that ask for items", () => {
  it("are cut into the items and the config", () => {
    expect(cutItemParams('["a"]', false)).to.deep.equal({ items: ['"a"'], config: "{}" });
    expect(cutItemParams('[""]', false)).to.deep.equal({ items: ['""'], config: "{}" });
    expect(cutItemParams('["a",{"b":[1]}]', false)).to.deep.equal({ items: ['"a"'], config: '{"b":[1]}' });
    expect(cutItemParams('[["a","b"]]', true)).to.deep.equal({ items: ['"a"', '"b"'], config: "{}" });
    expect(cutItemParams('[["a","b"],{"c":"]"}]', true)).to.deep.equal({
      items: ['"a"', '"b"'],
      config: '{"c":"]"}',
    });
  });

  it("are not cut if they are laid out differently", () => {
    for (const params of ["", "[]", "{}", '[ "a"]', '["a" ,{}]', '["a"', '{"a":1}', '[["a"]]', '["a'])
      expect(cutItemParams(params, false), params).to.equal(undefined);
    for (const params of ["", "[]", "[[]]", '["a"]', '[ ["a"]]', '[["a"] ,{}]', '[["a"'])
      expect(cutItemParams(params, true), params).to.equal(undefined);
  });
});
