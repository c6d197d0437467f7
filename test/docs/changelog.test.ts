import { expect } from "chai";
import { removedSettings } from "../../src/config/removed-settings.ts";
import { guideText } from "./fenced-blocks.ts";

describe("the changelog", () => {
  it("names removed settings only under Breaking", () => {
    const [, others = ""] = guideText("CHANGELOG.md").split("\n### Keys and tokens\n");
    const gone = Object.keys(removedSettings).filter(
      (path) => path.includes(".") && others.includes(`\`${path}\``),
    );
    expect([others.length > 1000, gone]).to.deep.equal([true, []]);
  });
});
