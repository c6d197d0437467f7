import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";

const cases: readonly (readonly [what: string, text: string, error: string])[] = [
  ["a link to nothing", "See [this](missing.md).", "1 links to missing.md, which does not exist"],
  [
    "an anchor without a heading",
    "# A title\n\n[x](#other)",
    "3 links to #other, but no heading has that name",
  ],
  ["a misspelt word", "A gatewayy of ledgers.", "1 has the unknown word gatewayy"],
  ["invalid JSON", "```json\n{,}\n```", "1 is not valid json: "],
  ["an invalid shell line", "```sh\nif true\n```", "1 is not valid sh: "],
  ["a block without a language", "```\ntext\n```", "1 opens a block that names no language"],
  ["a block that is never closed", "```sh\ntrue", "1 opens a block that is never closed"],
];

const script = join(packageRoot, "scripts/check-docs.mjs");

/** Checks these Markdown files, in a folder of their own. */
function check(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-docs-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("npm run docs:check", () => {
  // One run for all: each reads the whole dictionary.
  let status: number | null;
  let lines: readonly string[] = [];
  before(() => {
    const checked = check(Object.fromEntries(cases.map(([, text], index) => [`guide-${index}.md`, text])));
    status = checked.status;
    lines = checked.stdout.trimEnd().split("\n");
  });

  for (const [index, [what, , fault]] of cases.entries()) {
    it(`finds ${what}`, () => {
      const found = lines.filter((line) => line.startsWith(`guide-${index}.md:`));
      expect(found).to.have.length(1);
      expect(found[0]?.slice(`guide-${index}.md:`.length)).to.satisfy((line: string) =>
        line.startsWith(fault),
      );
    });
  }

  it("says how many faults there are, and ends with 1", () => {
    expect([lines.at(-1)?.split(".")[0], status]).to.deep.equal([`Faults: ${cases.length}`, 1]);
  });

  it("finds nothing in correct files, and ends with 0", () => {
    const { stdout, status } = check({
      "guide.md": "# The `ws` port\n\n[x](#the-ws-port), a URL and `gatewayy`.",
    });
    expect([stdout, status]).to.deep.equal(["No faults in 1 Markdown files\n", 0]);
  });

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
