import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { programPath } from "../built-program.ts";
import { recordingIo, runCommandLine } from "../cli/recording-io.ts";
import { RunningProgram } from "../running-program.ts";

const keys = {
  HELIUS_KEY: "three-helius-key",
  TRITON_NAME: "three-triton-name",
  TRITON_KEY: "three-triton-key",
  ALCHEMY_KEY: "three-alchemy-key",
};
const config = join(packageRoot, "deploy/three-providers.json");

describe("a configuration with three providers", () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "svm-gateway-three-"));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  async function check(env: Record<string, string>, ...words: string[]) {
    const io = recordingIo(cwd, env);
    const code = await runCommandLine(["config", "check", ...words], io);
    return { code, out: io.written.stdout };
  }

  /** Starts the gateway, which answers from examples: no provider is called. */
  async function served(env: Record<string, string>, ...words: string[]): Promise<string> {
    const program = new RunningProgram(process.execPath, [programPath, "serve", "--mock", ...words], {
      cwd,
      env,
    });
    try {
      const [, url = ""] = await program.printed(/listening http (\S+)/);
      const answer = await fetch(`${url}/networks`);
      return `${await answer.text()}${program.stderr}`;
    } finally {
      await program.stop();
    }
  }

  it("starts from a file whose keys are environment variables, and shows none of them", async () => {
    expect(await check(keys, "--config", config)).to.include({ code: 0 });
    const text = await served(keys, "--config", config, "--port", "0", "--ws-port", "0");
    expect(text).to.contain("https://mainnet.helius-rpc.com/?api-key=***");
    for (const key of Object.values(keys)) expect(text).to.not.contain(key);
  });

  it("names every variable that is missing, at once", async () => {
    const { code, out } = await check({ HELIUS_KEY: "three-helius-key" }, "--config", config);
    expect(code).to.equal(1);
    for (const name of ["TRITON_NAME", "TRITON_KEY", "ALCHEMY_KEY"])
      expect(out).to.contain(`the environment variable ${name} is not set`);
  });

  it("works without a file: CHAIN_UPSTREAMS lists the upstreams @long", async () => {
    const CHAIN_UPSTREAMS =
      "helius://three-file-key-1?plan=business, ankr://three-file-key-2, https://c.example.com";
    expect(await check({ CHAIN_UPSTREAMS })).to.include({ code: 0 });
    const text = await served({ CHAIN_UPSTREAMS }, "--port", "0", "--ws-port", "0");
    expect(text).to.contain("https://mainnet.helius-rpc.com/?api-key=***").and.not.contain("three-file-key");
    expect((await check({ CHAIN_UPSTREAMS: "helius://a/b,helios://k" })).out).to.contain(
      "must be helius://KEY",
    );
  });
});
