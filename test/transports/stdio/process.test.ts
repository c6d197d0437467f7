import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compileCache, programPath } from "../../built-program.ts";
import { watchChild } from "../../child-process.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { initialize, type Said, toolCall } from "./harness.ts";

/** The program's stdio mode as a process. */
class StdioProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  readonly folder: string;
  /** The files in its folder when it ended. */
  files: readonly string[] = [];
  stdout = "";
  stderr = "";

  constructor(
    args: readonly string[] = ["stdio"],
    flags: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ) {
    const folder = temporaryFolder();
    this.folder = folder;
    const child = spawn(process.execPath, [...flags, programPath, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, NO_COLOR: "1", ...compileCache, ...env },
    });
    this.child = watchChild(child, () => this.stderr);
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.ended = once(this.child, "close").then(([code]) => {
      this.files = readdirSync(folder);
      rmSync(folder, { recursive: true, force: true });
      return code as number | null;
    });
  }

  write(...lines: readonly string[]): void {
    this.child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  }

  async saidLines(count: number): Promise<void> {
    while (this.stdout.split("\n").length <= count) await once(this.child.stdout, "data");
  }

  get said(): Said[] {
    return this.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Said);
  }
}

describe("the stdio mode as a process", () => {
  it("answers every request, writes only answers to standard output, and exits with 0 when its input ends", async () => {
    const running = new StdioProcess(["stdio", "--local", "--log-level", "trace"]);
    const calls = Array.from({ length: 200 }, (_, at) =>
      toolCall(String(at), at % 2 === 0 ? "getSlot" : "getHealth"),
    );
    running.child.stdin.end(
      [
        initialize(),
        "garbage",
        "",
        ...calls,
        '{"method":"getGenesisHash"}',
        "x".repeat(10 * 1024 * 1024),
      ].join("\n"),
    );
    expect(await running.ended).to.equal(0);
    expect(running.said).to.have.length(204);
    for (const { jsonrpc, result, error } of running.said) {
      expect(jsonrpc).to.equal("2.0");
      expect((result === undefined) !== (error === undefined)).to.equal(true);
    }
    expect(
      running.said.filter(({ error }) => error !== undefined).map(({ error }) => error?.code),
    ).to.deep.equal([-32700, -32700]);
    expect(running.said.filter(({ id }) => typeof id === "number").map(({ id }) => id)).to.have.members(
      calls.map((_, at) => at),
    );
    expect(running.stderr).to.include('"mode":"stdio"');
  });

  it("is the default command, and answers the direct form", async () => {
    const running = new StdioProcess(["--local"]);
    running.child.stdin.end('{"method":"getHealth","params":{"network":"all"}}\n');
    expect(await running.ended).to.equal(0);
    expect(running.stdout).to.equal(
      '{"jsonrpc":"2.0","result":{"localnet":"ok","localnet-b":"ok"},"id":null}\n',
    );
  });

  it("redirects other output to standard error @long", async () => {
    const noisy = `data:text/javascript,${encodeURIComponent('process.once("beforeExit", () => console.log("a stray line"));')}`;
    const running = new StdioProcess(["stdio"], ["--import", noisy]);
    running.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await running.ended).to.equal(0);
    expect(running.stdout).to.equal('{"jsonrpc":"2.0","result":{},"id":1}\n');
    expect(running.stderr).to.include("a stray line");
  });

  for (const flags of [[], ["--state", "state.json"]]) {
    it(`writes no change of a network into a state file, with ${flags.join(" ") || "no flag"} @long`, async () => {
      const running = new StdioProcess(["stdio", ...flags]);
      running.child.stdin.end('{"method":"enableSvmNetwork","params":{"network_id":"solana-devnet"}}\n');
      expect(await running.ended).to.equal(0);
      expect(running.said[0]).to.have.nested.property("result.network.enabled", true);
      expect(running.files).to.deep.equal([]);
    });
  }

  for (const [signal, tag] of [
    ["SIGTERM", ""],
    ["SIGINT", " @long"],
  ] as const) {
    it(`ends with 0 on ${signal}${tag}`, async () => {
      const running = new StdioProcess();
      running.write(initialize(), toolCall("1", "listSvmNetworks"));
      await running.saidLines(2);
      running.child.kill(signal);
      expect(await running.ended).to.equal(0);
    });
  }

  it("exits with 0 when the client closes the read end @long", async () => {
    const running = new StdioProcess();
    running.write(initialize());
    await running.saidLines(1);
    running.child.stdout.destroy();
    running.write(toolCall("1", "listSvmNetworks"), toolCall("2", "listSvmNetworks"));
    expect(await running.ended).to.equal(0);
  });

  it("exits with 0 and prints nothing if its input is empty @long", async () => {
    const running = new StdioProcess();
    running.child.stdin.end();
    expect([await running.ended, running.stdout]).to.deep.equal([0, ""]);
  });

  it("reports configuration errors on standard error only", async () => {
    const running = new StdioProcess(["stdio", "--tools", "acount"]);
    expect(await running.ended).to.equal(2);
    expect([running.stdout, running.stderr]).to.deep.equal([
      "",
      '--tools: must name categories or methods, got "acount"; did you mean account?\n',
    ]);
  });

  describe("with keys", () => {
    const key = "a-key-of-the-tests-on-standard-input";
    const path = join(temporaryFolder(), "gateway.json");
    const args = ["stdio", "--config", path, "--log-level", "off"];

    before(() =>
      writeFileSync(path, JSON.stringify({ auth: { keys: [{ id: "model", key, read_only: true }] } })),
    );

    const refused: [name: string, env: Record<string, string>, said: RegExp][] = [
      [
        "a wrong key @long",
        { SVM_GATEWAY_KEY: "no-key-of-anyone" },
        /^error: SVM_GATEWAY_KEY: The key or token is unknown or was revoked.*\n$/,
      ],
      ["no key", {}, /^error: This gateway requires a key or token: set SVM_GATEWAY_KEY.*\n$/],
    ];
    for (const [name, env, said] of refused) {
      it(`ends with 1 and one line for ${name}`, async () => {
        const running = new StdioProcess(args, [], env);
        expect(await running.ended).to.equal(1);
        expect(running.stdout).to.equal("");
        expect(running.stderr).to.match(said).and.not.include("no-key-of-anyone");
      });
    }

    it("refuses calls after the key is revoked @long", async () => {
      const folder = temporaryFolder();
      const [config, keys] = [join(folder, "gateway.json"), join(folder, "keys.json")];
      const write = (list: readonly object[]) => writeFileSync(keys, JSON.stringify({ keys: list }));
      write([{ id: "model", key }]);
      writeFileSync(config, JSON.stringify({ auth: { keys_file: "keys.json" } }));
      const running = new StdioProcess(["stdio", "--config", config, "--log-level", "off"], [], {
        SVM_GATEWAY_KEY: key,
      });
      // Asks until the change of the file is seen; each answer comes before the next question.
      for (let asked = 1; ; asked++) {
        running.write('{"method":"listSvmNetworks","params":{}}');
        await running.saidLines(asked);
        if (running.stdout.includes('"unauthorized"')) break;
        if (asked === 1) write([]);
      }
      running.child.stdin.end();
      expect(await running.ended).to.equal(0);
      expect(running.said[0]).to.have.property("result");
      expect(running.said.at(-1)?.error?.message).to.include("was revoked or has expired");
    });

    it("applies the rights of the key @long", async () => {
      const running = new StdioProcess(args, [], { SVM_GATEWAY_KEY: key });
      running.child.stdin.end('{"method":"enableSvmNetwork","params":{"network_id":"solana-devnet"}}\n');
      expect(await running.ended).to.equal(0);
      expect(running.said[0]?.error).to.have.nested.property("data.right", "admin");
    });
  });
});
