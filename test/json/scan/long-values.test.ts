import { expect } from "chai";
import { longValueEnds } from "../../../src/json/shorten-json.ts";

const long = `"${"x".repeat(2000)}"`;

describe("longValueEnds", () => {
  it("knows where long arrays and objects end, and no others", () => {
    const text = `{"a":[${long}],"b":[1],"c":${long},"d":{"e":${long}}}`;
    const inner = text.indexOf("[");
    const last = text.lastIndexOf("{");
    expect([...longValueEnds(text, 32)].sort(([a], [b]) => a - b)).to.deep.equal([
      [0, text.length],
      [inner, inner + long.length + 2],
      [last, text.length - 1],
    ]);
  });

  it("is not fooled by brackets and quotes in strings", () => {
    const text = `["[[{{\\"]}",${long},"]"]`;
    expect([...longValueEnds(text, 32)]).to.deep.equal([[0, text.length]]);
  });

  it("looks only at the outermost levels", () => {
    const text = `[[[[${long}]]]]`;
    expect([...longValueEnds(text, 2).keys()].sort()).to.deep.equal([0, 1]);
  });
});
