import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";

describe("the guide of the playground", () => {
  it("counts the numbers of the document that JSON.parse would change", () => {
    const tokens = readFileSync(join(packageRoot, "openrpc.json"), "utf8").matchAll(
      /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
    );
    const changed = [...tokens].filter(
      ([token]) => /^-?\d+$/.test(token) && BigInt(token) !== BigInt(Number(token)),
    );
    const guide = readFileSync(join(packageRoot, "docs/playground.md"), "utf8");
    expect(guide).to.include(`holds ${changed.length} whole numbers`);
  });
});
