import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { fencedBlocks, guideTexts } from "./fenced-blocks.ts";

/** The programs of the guides, by the name of a file each. */
function programs(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, markdown] of guideTexts()) {
    for (const { language, line, text } of fencedBlocks(markdown))
      if (language === "ts") found.set(`${path.replaceAll("/", "-")}-${line}.ts`, text);
  }
  return found;
}

describe("the programs of the guides", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-blocks-"));
    symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
    for (const [name, text] of programs()) writeFileSync(join(folder, name), text);
    const compilerOptions = {
      types: ["node"],
      rootDir: "/",
      paths: Object.fromEntries(
        ["svm-gateway/client", "svm-gateway-client"].map((name) => [
          name,
          [join(packageRoot, "src/client/index.ts")],
        ]),
      ),
    };
    const config = { extends: join(packageRoot, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("are type-correct @long", async () => {
    expect(programs().size).to.be.greaterThan(5);
    const tsc = join(packageRoot, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).to.equal("");
  });
});
