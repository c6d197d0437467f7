import { expect } from "chai";
import { renderTable } from "../../../src/cli/terminal/terminal.ts";

describe("renderTable()", () => {
  it("aligns columns and trims the ends of lines", () => {
    expect(
      renderTable([
        ["id", "name"],
        ["a", "long name"],
        ["long id", ""],
      ]),
    ).to.equal("id       name\na        long name\nlong id\n");
  });

  it("ignores colour codes when measuring width", () => {
    expect(
      renderTable([
        ["\u001b[32mab\u001b[39m", "x"],
        ["abc", "y"],
      ]),
    ).to.equal("\u001b[32mab\u001b[39m   x\nabc  y\n");
  });

  it("renders nothing for no rows", () => expect(renderTable([])).to.equal(""));
});
