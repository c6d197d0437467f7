import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runProgram } from "../gateway-process.ts";
import { temporaryFolder } from "../networks/harness.ts";
import type { Ending } from "../running-program.ts";
import { recordingIo, runCommandLine } from "./recording-io.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Runs a command line in this process. */
async function runHere(words: readonly string[], config?: object): Promise<Ending> {
  const folder = temporaryFolder();
  if (config !== undefined) writeFileSync(join(folder, "svm-gateway.json"), JSON.stringify(config));
  const io = recordingIo(folder);
  const code = await runCommandLine(words, io);
  rmSync(folder, { recursive: true });
  return { code, ...io.written };
}

describe("svm-gateway, as a process", () => {
  it("prints its version and its help", async () => {
    const [versionRun, helpRun] = await Promise.all([runProgram(["--version"]), runProgram(["--help"])]);
    expect(versionRun).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect([helpRun.code, helpRun.stderr]).to.deep.equal([0, ""]);
    for (const word of ["stdio", "serve", "web", "rpc", "ws", "--http", "call", "networks", "config"]) {
      expect(helpRun.stdout).to.contain(word);
    }
  });
});

describe("a command line", () => {
  it("suggests a command, and exits with 2", async () => {
    const { code, stdout, stderr } = await runHere(["serv"]);
    expect([code, stdout]).to.deep.equal([2, ""]);
    expect(stderr).to.contain("did you mean serve?");
  });

  it("shows a method's parameters with call METHOD --help, and its version with version", async () => {
    const [method, misspelt, word] = await Promise.all([
      runHere(["call", "getBalance", "--help"]),
      runHere(["call", "getBalanc", "--help"]),
      runHere(["version"]),
    ]);
    expect([method.code, method.stderr]).to.deep.equal([0, ""]);
    expect(method.stdout)
      .to.match(/^getBalance: /)
      .and.to.contain("svm-gateway call getBalance pubkey [commitment]")
      .and.to.match(/^ {2}pubkey +required +\S.*\n {11,}Address of the account/m)
      .and.to.contain('Example\n  svm-gateway call getBalance \'{"pubkey":');
    expect(misspelt).to.deep.equal({
      code: 2,
      stdout: "",
      stderr: 'no method "getBalanc"; did you mean getBalance?\n',
    });
    expect(word).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("lists methods, best matches first, and exits with 1 if there are none", async () => {
    const [all, some, none, misspelt] = await Promise.all([
      runHere(["methods", "--json"]),
      runHere(["methods", "token", "balance"]),
      runHere(["methods", "qqqqq"]),
      runHere(["methods", "getbalnce"]),
    ]);
    const { methods } = JSON.parse(all.stdout) as { methods: { name: string }[] };
    expect(methods.map(({ name }) => name)).to.include.members(["getBalance", "sendTransaction"]);
    expect(some.stdout).to.match(/^getToken\w+ /);
    expect([none.code, none.stdout]).to.deep.equal([1, ""]);
    expect([misspelt.code, misspelt.stderr]).to.deep.equal([
      1,
      'no method matches "getbalnce"; did you mean getBalance?\n',
    ]);
  });

  for (const line of [
    "keys new --id a",
    "networks enable solana-devnet --state missing/state.json",
    "networks reset --all --state missing/state.json",
  ])
    it(`says in one line why a file can't be used: ${line}`, async () => {
      const { code, stderr } = await runHere(line.split(" "), { auth: { keys_file: "missing/keys.json" } });
      const [said = "", ...more] = stderr.split("\n");
      expect([code, more]).to.deep.equal([1, [""]]);
      expect(said).to.match(/^error: .*ENOENT: no such file or directory, open '.*missing\/\w+\.json\.lock'/);
    });

  it("lists networks without moving a state file that it can't read", async () => {
    const folder = temporaryFolder();
    const state = join(folder, "state.json");
    writeFileSync(state, "{");
    const io = recordingIo(folder);
    expect(await runCommandLine(["networks", "--state", state], io)).to.equal(0);
    expect(readFileSync(state, "utf8")).to.equal("{");
    rmSync(folder, { recursive: true });
  });

  it("exits with 2 if a flag's value is wrong", async () => {
    const { code, stderr } = await runHere(["serve", "--port", "x"]);
    expect(code).to.equal(2);
    expect(stderr).to.match(/^--port: /);
  });

  it("checks a configuration: every fault and 1, or 0", async () => {
    const config = { server_config: { port: "x" }, nope: true };
    const [bad, good] = await Promise.all([
      runHere(["config", "check"], config),
      runHere(["config", "check"], { server_config: { port: 1 } }),
    ]);
    expect(bad.code).to.equal(1);
    expect(bad.stdout + bad.stderr)
      .to.contain('server_config.port: must be an integer from 0 to 65535, got "x"')
      .and.to.contain("nope: is not a known key");
    expect(good.code).to.equal(0);
  });
});
