import { expect } from "chai";
import { fencedBlocks } from "./fenced-blocks.ts";

describe("fencedBlocks", () => {
  it("returns language, notes, text and line of each block, in order", () => {
    const markdown = "one\n```sh serve\nrun it\n\nnow\n```\nbetween\n```json answer\n{}\n```\n";
    expect(fencedBlocks(markdown)).to.deep.equal([
      { language: "sh", notes: ["serve"], text: "run it\n\nnow", line: 2 },
      { language: "json", notes: ["answer"], text: "{}", line: 8 },
    ]);
  });

  it("returns an empty language for a fence without one", () => {
    expect(fencedBlocks("```\nx\n```")[0]).to.include({ language: "", text: "x" });
  });

  it("throws at a fence that is never closed, with its line", () => {
    expect(() => fencedBlocks("a\n```sh\nls")).to.throw("the fence of line 2 is never closed");
  });
});
