import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";

const cases: readonly (readonly [what: string, text: string, fault: string | undefined])[] = [
  ["a link to nothing", "See [this](missing.md).", "guide.md:1 links to missing.md, which does not exist"],
  [
    "an anchor without a heading",
    "# A title\n\n[x](#other)",
    "guide.md:3 links to #other, but no heading has that name",
  ],
  ["a misspelt word", "A gatewayy of ledgers.", "guide.md:1 has the unknown word gatewayy"],
  ["invalid JSON", "```json\n{,}\n```", "guide.md:1 is not valid json: "],
  ["an invalid shell line", "```sh\nif true\n```", "guide.md:1 is not valid sh: "],
  ["a block without a language", "```\ntext\n```", "guide.md:1 opens a block that names no language"],
  ["a block that is never closed", "```sh\ntrue", "guide.md:1 opens a block that is never closed"],
  ["nothing", "# The `ws` port\n\n[x](#the-ws-port), a URL and `gatewayy`.", undefined],
];

describe("npm run docs:check", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-docs-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, text, fault] of cases) {
    it(`finds ${what}`, () => {
      writeFileSync(join(folder, "guide.md"), text);
      const script = join(packageRoot, "scripts/check-docs.mjs");
      const { status, stdout } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
      expect(stdout.split("\n")[0]?.startsWith(fault ?? "No faults in 1 Markdown files"), stdout).to.equal(
        true,
      );
      expect(status).to.equal(fault === undefined ? 0 : 1);
    });
  }

  it("is part of CI", () => {
    const { stdout } = spawnSync(
      "grep",
      ["-c", "npm run --silent docs:check", join(packageRoot, ".ci/run")],
      {
        encoding: "utf8",
      },
    );
    expect(stdout.trim()).to.equal("1");
  });
});
