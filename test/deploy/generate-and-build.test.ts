import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { fingerprintOf, makers } from "../../codegen/fingerprint.mjs";
import { packageRoot } from "../../src/package-root.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RunningProgram } from "../running-program.ts";

const script = "scripts/generate-and-build.mjs";

describe("npm start, before it serves,", () => {
  let folder = "";

  beforeEach(() => {
    folder = temporaryFolder();
    for (const path of [script, "codegen/fingerprint.mjs"])
      cpSync(join(packageRoot, path), join(folder, path), { recursive: true });
    write("openrpc.json", "{}");
    write("config.schema.json", "{}");
    const packages = makers.map((name) => [`node_modules/${name}`, { version: "1.0.0" }]);
    write("package-lock.json", JSON.stringify({ packages: Object.fromEntries(packages) }));
    write("generated/types.ts", "old");
    write("node_modules/tsx/package.json", '{"name": "tsx", "type": "module", "exports": "./index.js"}');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, text: string) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  /** As `generate` leaves it. */
  function writeFingerprint() {
    write("generated/fingerprint.txt", fingerprintOf(folder, "{}", new Map([["types.ts", "old"]])));
  }

  /** Runs it with a generator and a build that do these lines of shell; gives how it ended, and what was asked. */
  async function run(generate: string, build: string) {
    const standIn = (name: string, shell: string) =>
      [
        'import { spawnSync } from "node:child_process";',
        'import { appendFileSync } from "node:fs";',
        `appendFileSync("asked", ["${name}", ...process.argv.slice(2)].join(" ") + "\\n");`,
        `process.exit(spawnSync("sh", ["-c", ${JSON.stringify(shell)}], { stdio: "inherit" }).status);`,
      ].join("\n");
    write("node_modules/tsx/index.js", standIn("generate", generate));
    write("scripts/build.mjs", standIn("build", build));
    const env = { PATH: process.env.PATH ?? "" };
    const ending = await new RunningProgram(process.execPath, [script], { cwd: folder, env }).ended();
    return { ...ending, asked: readFileSync(join(folder, "asked"), "utf8").trim().split("\n").sort() };
  }

  it("generates and builds once each if generating changes nothing", async () => {
    const { code, stdout, stderr, asked } = await run("echo fresh", "echo built");
    expect([code, stdout, stderr]).to.deep.equal([0, "", "fresh\nbuilt\n"]);
    expect(asked).to.deep.equal(["build", "generate --quiet"]);
  });

  it("builds again after generating changed a file, whatever the result of the earlier build", async () => {
    const build = 'grep -q new generated/types.ts || { touch failed; echo "old types"; exit 2; }';
    const generate = "until [ -e failed ]; do sleep 0.01; done; echo new > generated/types.ts";
    const { code, stderr, asked } = await run(generate, build);
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(asked).to.deep.equal(["build", "build", "generate --quiet"]);
  });

  it("generates nothing if the fingerprint is valid, and leaves types unchecked in the first build of a clone", async () => {
    writeFingerprint();
    const first = await run("echo generated", "mkdir dist; echo built");
    expect([first.code, first.stderr]).to.deep.equal([0, "built\n"]);
    expect(first.asked).to.deep.equal(["build --unchecked"]);
    rmSync(join(folder, "asked"));
    const second = await run("echo generated", "echo built");
    expect(second.asked).to.deep.equal(["build"]);
  });

  it("generates after an edit of a generated file", async () => {
    writeFingerprint();
    write("generated/types.ts", "edited by hand");
    const { asked } = await run("printf old > generated/types.ts", "true");
    expect(asked).to.include("generate --quiet");
    expect(asked).to.not.include("build --unchecked");
  });

  it("generates if generated/ is missing", async () => {
    rmSync(join(folder, "generated"), { recursive: true });
    const { code } = await run("mkdir generated; echo new > generated/types.ts", "test -d generated");
    expect(code).to.equal(0);
    expect(existsSync(join(folder, "generated/types.ts"))).to.equal(true);
  });

  it("ends with the exit code and the output of what failed", async () => {
    const bad = await run("echo no document >&2; exit 3", "echo built");
    expect([bad.code, bad.stderr]).to.deep.equal([3, "no document\n"]);
    rmSync(join(folder, "asked"));
    const broken = await run("true", "echo a type error; exit 2");
    expect([broken.code, broken.stderr]).to.deep.equal([2, "a type error\n"]);
  });
});
