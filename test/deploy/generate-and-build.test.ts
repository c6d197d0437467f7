import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RunningProgram } from "../running-program.ts";

const script = "scripts/generate-and-build.mjs";

describe("what npm start does before it serves", () => {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
    for (const name of ["scripts", "generated", "bin"]) mkdirSync(join(folder, name));
    cpSync(join(packageRoot, script), join(folder, script));
    writeFileSync(join(folder, "generated/types.ts"), "old");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs it with an npm that does these lines of shell; gives how it ended, and what npm was asked. */
  async function run(generate: string, build: string) {
    const lines = [`echo "$3" >> asked`, `case "$3" in generate) ${generate};; build) ${build};; esac`];
    writeFileSync(join(folder, "bin/npm"), `#!/bin/sh\n${lines.join("\n")}\n`);
    chmodSync(join(folder, "bin/npm"), 0o755);
    const env = { PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}` };
    const ending = await new RunningProgram(process.execPath, [script], { cwd: folder, env }).ended();
    return { ...ending, asked: readFileSync(join(folder, "asked"), "utf8").trim().split("\n").sort() };
  }

  it("generates and builds once each where generating changes nothing", async () => {
    const { code, stdout, stderr, asked } = await run("echo fresh", "echo built");
    expect([code, stdout, stderr]).to.deep.equal([0, "", "fresh\nbuilt\n"]);
    expect(asked).to.deep.equal(["build", "generate"]);
  });

  it("builds again after generating changed a file, whatever came of the build of the old one", async () => {
    const build = 'grep -q new generated/types.ts || { sleep 0.2; echo "old types"; exit 2; }';
    const { code, stderr, asked } = await run("sleep 0.4; echo new > generated/types.ts", build);
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(asked).to.deep.equal(["build", "build", "generate"]);
  });

  it("ends with the exit code of what failed, and says what that said", async () => {
    const bad = await run("echo no document >&2; exit 3", "echo built");
    expect([bad.code, bad.stderr]).to.deep.equal([3, "no document\n"]);
    rmSync(join(folder, "asked"));
    const broken = await run("true", "echo a type error; exit 2");
    expect([broken.code, broken.stderr]).to.deep.equal([2, "a type error\n"]);
  });
});
