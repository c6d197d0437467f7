import { expect } from "chai";
import { renderTable } from "../../../src/cli/terminal/terminal.ts";

describe("renderTable()", () => {
  it("aligns columns and leaves no space at the end of a line", () => {
    expect(
      renderTable([
        ["id", "name"],
        ["a", "long name"],
        ["long id", ""],
      ]),
    ).to.equal("id       name\na        long name\nlong id\n");
  });

  it("does not count colours for the width", () => {
    expect(
      renderTable([
        ["\u001b[32mab\u001b[39m", "x"],
        ["abc", "y"],
      ]),
    ).to.equal("\u001b[32mab\u001b[39m   x\nabc  y\n");
  });

  it("renders nothing for no rows", () => expect(renderTable([])).to.equal(""));
});
