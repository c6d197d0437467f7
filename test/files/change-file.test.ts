import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { changeFile } from "../../src/files/change-file.ts";
import { readFileIfThere } from "../../src/files/read-bounded-file.ts";
import { temporaryFolder } from "../networks/harness.ts";

describe("a change of a file", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "state.json");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("starts from what the change before it wrote", async () => {
    const addOne = () =>
      changeFile(path, async (write) => {
        const count = Number((await readFileIfThere(path, 10)) ?? 0) + 1;
        await write(`${count}`);
        return count;
      });
    const counts = await Promise.all(Array.from({ length: 20 }, addOne));
    expect(counts.toSorted((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(readFileSync(path, "utf8")).to.equal("20");
  });

  it("leaves the file as it was, and no lock, when it fails", async () => {
    writeFileSync(path, "before");
    const fault = await changeFile(path, async () => {
      throw new Error("no change");
    }).catch((caught: Error) => caught.message);
    expect([fault, readFileSync(path, "utf8"), existsSync(`${path}.lock`)]).to.deep.equal([
      "no change",
      "before",
      false,
    ]);
  });
});
