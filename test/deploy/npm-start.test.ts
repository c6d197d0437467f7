import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RunningProgram } from "../running-program.ts";

const { scripts } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
  scripts: { start: string };
};

/** Says what it is asked to do; as the server, runs until it is told to stop. */
const standIn = `#!/bin/sh
echo "\${0##*/} $*"
case "$*" in *serve*)
  trap 'echo stopped; exit 0' TERM
  echo ready
  for turn in $(seq 600); do sleep 0.1; done
esac
`;

describe("npm start", () => {
  it("runs the server in place of its shell, so that SIGTERM reaches it", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "bin"));
    for (const name of ["node", "npm"]) {
      writeFileSync(join(folder, "bin", name), standIn);
      chmodSync(join(folder, "bin", name), 0o755);
    }
    const path = `${join(folder, "bin")}:${process.env.PATH ?? ""}`;
    // As npm runs a script.
    const shell = new RunningProgram("sh", ["-c", scripts.start], { cwd: folder, env: { PATH: path } });
    await shell.printed(/ready\n/);
    const { code, stdout } = await shell.stop();
    expect(stdout.split("\n")).to.include.members([
      "node scripts/generate-and-build.mjs",
      "node dist/src/cli/main.js serve --local --mock",
      "stopped",
    ]);
    expect(code).to.equal(0);
  });
});
