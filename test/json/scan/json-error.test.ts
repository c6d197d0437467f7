import { expect } from "chai";
import { JsonError } from "../../../src/json/scan/json-error.ts";

describe("JsonError", () => {
  it("says what is wrong, of which kind and where", () => {
    const error = new JsonError("depth", "too deep", 7);
    expect(error).to.include({ name: "JsonError", kind: "depth", message: "too deep", offset: 7 });
  });

  it("has no stack, and leaves the stacks of other errors alone", () => {
    expect(new JsonError("syntax", "x", 0).stack).not.to.include("    at ");
    expect(new Error("after").stack).to.include("    at ");
  });
});
