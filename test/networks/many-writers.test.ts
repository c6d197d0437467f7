import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { createFileNetworkStorage, parseState } from "../../src/networks/state-file.ts";
import { watchChild } from "../child-process.ts";
import { until } from "../upstream/harness.ts";
import { bundleProgram } from "./bundle-program.ts";
import { recordingLogger, temporaryFolder } from "./harness.ts";

const writers = 4;
/** Few enough that none waits as long for the lock as it may, on a machine that is busy. */
const changesEach = 6;

describe("a state file that several processes write", () => {
  let folder: string;
  let program: string;
  before(async () => {
    folder = temporaryFolder();
    program = await bundleProgram("write-many", folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  it("loses none of their changes, and a process that follows it sees them all", async () => {
    const path = join(folder, "state.json");
    const file = createFileNetworkStorage({ path, log: recordingLogger(), countFailure: () => undefined });
    let seen = 0;
    await file.load();
    file.follow((changes) => {
      seen = changes.size;
    });
    const children: ChildProcess[] = Array.from({ length: writers }, (_, index) =>
      watchChild(
        spawn(process.execPath, [program, path, `w${index}`, String(changesEach)], {
          stdio: ["pipe", "pipe", "inherit"],
        }),
      ),
    );
    // They start together: each waits for a line before it begins.
    await Promise.all(
      children.map(async ({ stdout }) => {
        if (stdout !== null) await once(createInterface({ input: stdout }), "line");
      }),
    );
    for (const { stdin } of children) stdin?.end("go\n");
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).to.deep.equal(children.map(() => 0));
    expect(parseState(readFileSync(path, "utf8")).size).to.equal(writers * changesEach);
    await until(() => seen === writers * changesEach, "the follower saw them all");
    await file.close();
  });
});
