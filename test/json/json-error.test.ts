import { expect } from "chai";
import { JsonError } from "../../src/json/json-error.ts";

describe("JsonError", () => {
  it("says what, of which kind and where", () => {
    const error = new JsonError("depth", "too deep", 7);
    expect(error).to.include({ name: "JsonError", kind: "depth", message: "too deep", offset: 7 });
  });

  it("has no stack of its own, and leaves the stacks of others alone", () => {
    expect(new JsonError("syntax", "x", 0).stack).not.to.include("    at ");
    expect(new Error("after").stack).to.include("    at ");
  });
});
