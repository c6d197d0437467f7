import { expect } from "chai";
import { renamedSettings } from "../../src/config/renamed-settings.ts";
import { guideText } from "./fenced-blocks.ts";

describe("the changelog", () => {
  it("names removed settings only under Breaking", () => {
    const [, others = ""] = guideText("CHANGELOG.md").split("\n### Known callers\n");
    const gone = Object.keys(renamedSettings).filter(
      (path) => path.includes(".") && others.includes(`\`${path}\``),
    );
    expect([others.length > 1000, gone]).to.deep.equal([true, []]);
  });
});
