import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { breakingChanges } from "../../codegen/checks/breaking-changes.ts";
import { changesSinceRelease, releaseSnapshot } from "../../codegen/checks/release-snapshot.ts";
import { isObject, readJson } from "../../codegen/contract/json-value.ts";
import { readContract } from "../../codegen/contract/read-contract.ts";
import { packageRoot } from "../../src/package-root.ts";
import { realDocument } from "./harness.ts";

const releases = join(packageRoot, "codegen/releases");

describe("the contract since the last release", () => {
  it("names each method that it broke in the changelog", async () => {
    const since = await changesSinceRelease(readContract(realDocument), releases);
    const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
      version: string;
    };
    expect(since?.release).to.equal(version);
    const changelog = readFileSync(join(packageRoot, "CHANGELOG.md"), "utf8");
    const unreleased = changelog.slice(
      changelog.indexOf("## Unreleased"),
      changelog.indexOf(`## ${version}`),
    );
    for (const change of since?.changes ?? [])
      expect(unreleased, change).to.match(new RegExp(`\\b${change.split(":")[0]}\\b`));
  });

  it("is stored without descriptions, and breaks nothing compared with itself", () => {
    const snapshot = releaseSnapshot(realDocument);
    const kept = readJson(snapshot);
    expect(snapshot).to.not.match(/"(?:summary|description)":"|"examples"/);
    const before = readContract(isObject(kept) ? kept : {});
    expect(breakingChanges(before, readContract(realDocument))).to.deep.equal([]);
  });
});
