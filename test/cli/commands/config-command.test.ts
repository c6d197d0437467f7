import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../networks/harness.ts";
import { recordingIo, runCommandLine } from "../recording-io.ts";

describe("svm-gateway config", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs a command line in the folder, with `file` as its configuration. */
  async function run(line: string, file?: unknown, env: Record<string, string> = {}, isTTY = false) {
    if (file !== undefined) writeFileSync(join(folder, "svm-gateway.json"), JSON.stringify(file));
    const io = recordingIo(folder, env, isTTY);
    const code = await runCommandLine(line.split(" "), io);
    return { code, ...io.written };
  }

  describe("check", () => {
    for (const [what, address] of [
      ["one slash", "https:/user:hunter2@rpc.example.com"],
      ["no scheme", "user:hunter2@rpc.example.com"],
      ["a slash in the password", "https://user:hunt/er2@rpc.example.com"],
      ["a space", "https://user:hunter2 @rpc.example.com/"],
      ["nothing but a key", "hunter2"],
    ]) {
      it(`shows no password of an address with ${what}`, async () => {
        for (const json of ["", " --json"]) {
          const content = { rpc_url: address, svm_networks: { a: { rpc_urls: [address], ws_url: address } } };
          const { stdout, stderr } = await run(`config check${json}`, content);
          expect(stdout + stderr)
            .to.contain("_url")
            .and.not.contain("er2");
        }
      });
    }

    const ports: readonly (readonly [line: string, file: object, faulty: boolean])[] = [
      ["config check", { port: 4000, ws_port: 4000 }, true],
      ["config check --port 4000", { ws_port: 4000 }, true],
      ["config check --ws-port 3000", {}, true],
      ["config check", { port: 8900 }, false],
      ["config check", { port: 0, ws_port: 0 }, false],
      ["config check", { port: 4000, ws_port: 4001 }, false],
    ];
    for (const [line, server, faulty] of ports) {
      it(`${faulty ? "refuses" : "takes"} the ports of ${JSON.stringify(server)} with ${line}`, async () => {
        const { stdout, stderr } = await run(line, { server_config: server });
        expect((stdout + stderr).includes("must differ from server_config.port"), stdout + stderr).to.equal(
          faulty,
        );
      });
    }

    it("refuses a key file that would prevent startup", async () => {
      const file = join(folder, "wrong-keys.json");
      writeFileSync(file, "nonsense");
      const { code, stdout } = await run("config check", { auth: { keys_file: "wrong-keys.json" } });
      rmSync(file);
      expect([code, stdout]).to.deep.equal([
        1,
        `${file}: is not JSON of the form {"keys": [...]}\n1 fault\n`,
      ]);
    });

    it("does not show a secret that is too short", async () => {
      const { stdout } = await run("config check", { redis: { hmac_key: "hunter2" } });
      expect(stdout).to.contain("redis.hmac_key: must be at least 16 characters long").and.not.contain("er2");
    });

    it("says that everything is valid and exits with 0", async () => {
      expect(await run("config check")).to.deep.equal({
        code: 0,
        stdout: "configuration is fine: no file, environment and defaults\n",
        stderr: "",
      });
      expect((await run("config check", {})).stdout).to.equal(
        `configuration is fine: ${join(folder, "svm-gateway.json")}\n`,
      );
    });

    it("lists every fault, those of networks too, and exits with 1", async () => {
      const file = { server_config: { port: "x" }, default_network: "nowhere", svm_networks: { own: {} } };
      const { code, stdout, stderr } = await run("config check", file, { RUST_LOG: "loud" });
      expect([code, stderr]).to.deep.equal([1, ""]);
      expect(stdout.split("\n").map((text) => text.split(":")[0])).to.deep.equal([
        "server_config.port",
        "RUST_LOG",
        "svm_networks.own.rpc_url",
        "default_network",
        "4 faults",
        "",
      ]);
    });

    it("does not report the same mistake twice", async () => {
      const file = { default_network: "own", svm_networks: { own: { rpc_url: "ftp://a.example.com" } } };
      expect((await run("config check", file)).stdout.split("\n").slice(1)).to.deep.equal(["1 fault", ""]);
    });

    it("accepts the local networks with --local", async () => {
      expect((await run("config check --local")).code).to.equal(0);
      expect((await run("config check", { default_network: "localnet" })).code).to.equal(1);
    });

    it("prints warnings on standard error", async () => {
      const env = { CHAIN_COMMITMENT: "confirmed", SOLANA_COMMITMENT: "processed" };
      const { code, stderr } = await run("config check", {}, env);
      expect([code, stderr]).to.deep.equal([
        0,
        "warning: CHAIN_COMMITMENT and SOLANA_COMMITMENT differ: CHAIN_COMMITMENT is used\n",
      ]);
    });

    it("prints JSON for other programs with --json", async () => {
      expect(JSON.parse((await run("config check --json", { nope: 1 })).stdout)).to.deep.equal({
        ok: false,
        faults: [{ at: "nope", message: "is not a known key; config.schema.json lists them" }],
      });
      expect(JSON.parse((await run("config check --json", {})).stdout)).to.include({ ok: true });
    });
  });

  describe("print", () => {
    const secret = "0123456789abcdef";
    const file = {
      rpc_url: `https://user:${secret}@own.example.com/${secret}`,
      svm_networks: { own: { rpc_urls: [{ url: `https://own.example.com/?key=${secret}` }] } },
      redis: { url: `redis://:${secret}@localhost` },
    };

    it("shows each value with its source", async () => {
      const { code, stdout } = await run("config print", { log: { level: "warn" } }, { SERVER_PORT: "81" });
      expect(code).to.equal(0);
      const lines = stdout.split("\n").map((text) => text.split(/ {2,}/));
      expect(lines).to.deep.include.members([
        ["key", "value", "source"],
        ["server_config.port", "81", "environment SERVER_PORT"],
        ["log.level", '"warn"', "file"],
        ["server_config.max_batch", "100", "default"],
        ["rpc_url", "not set", "default"],
      ]);
    });

    it("applies a server's flags over environment and file", async () => {
      const file = { server_config: { port: 1, ws_port: 2 } };
      const line = "config print --port 3 --host 0.0.0.0 --workers 2 --network own --read-only";
      const { stdout } = await run(
        line,
        { ...file, svm_networks: { own: { rpc_url: "http://127.0.0.1:1" } } },
        { SERVER_PORT: "4" },
      );
      const lines = stdout.split("\n").map((text) => text.split(/ {2,}/));
      expect(lines).to.deep.include(["server_config.port", "3", "flag --port"]);
      expect(lines).to.deep.include(["server_config.ws_port", "2", "file"]);
      expect(lines).to.deep.include(["default_network", '"own"', "flag --network"]);
      expect(lines).to.deep.include(["tools_read_only", "true", "flag --read-only"]);
    });

    it("names the file and the state file", async () => {
      expect((await run("config print --state s.json", {})).stdout).to.contain(
        `file   ${join(folder, "svm-gateway.json")}\nstate  ${join(folder, "s.json")}\n`,
      );
    });

    for (const line of ["config print", "config print --json"]) {
      it(`hides every credential: ${line}`, async () => {
        const { code, stdout, stderr } = await run(line, file);
        expect(code).to.equal(0);
        expect(stdout + stderr)
          .to.contain("https://***@own.example.com/***")
          .and.not.contain(secret);
      });
    }

    it("hides a secret and says that it is set", async () => {
      const { stdout } = await run("config print", { redis: { hmac_key: "hunter2 hunter2 hunter2" } });
      expect(stdout)
        .to.match(/redis\.hmac_key +"\*\*\*" +file/)
        .and.not.contain("hunter2");
    });

    it("prints JSON that other programs read", async () => {
      const { values, file: path } = JSON.parse((await run("config print --json", file)).stdout);
      expect(path).to.equal(join(folder, "svm-gateway.json"));
      expect(values["server_config.port"]).to.deep.equal({ value: 3000, source: "default" });
      expect(values["svm_networks.own.rpc_urls"]).to.deep.equal({
        value: [{ url: "https://own.example.com/?key=***" }],
        source: "file",
      });
      expect(values["tracing.endpoint"]).to.deep.equal({ value: null, source: "default" });
    });

    it("prints the faults instead, on standard error, and exits with 1", async () => {
      const { code, stdout, stderr } = await run("config print", { nope: 1 });
      expect([code, stdout, stderr]).to.deep.equal([
        1,
        "",
        "nope: is not a known key; config.schema.json lists them\n1 fault\n",
      ]);
    });

    it("is coloured on a terminal", async () => {
      expect((await run("config print", {}, {}, true)).stdout).to.contain("\u001b[");
      expect((await run("config print", {}, { NO_COLOR: "1" }, true)).stdout).not.to.contain("\u001b[");
    });
  });

  it("refuses another action and suggests a known one", async () => {
    expect(await run("config chek")).to.deep.equal({
      code: 2,
      stdout: "",
      stderr: 'unknown action "chek" of config; did you mean check?\n',
    });
  });
});
