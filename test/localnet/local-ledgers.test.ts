import { once } from "node:events";
import {
  chmodSync,
  type FSWatcher,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  Program,
  type ProgramOptions,
  runProgram,
  type ServedGateway,
  startGateway,
} from "../gateway-process.ts";

/** Preloaded code that hides the optional package. */
const hidden = `const { Module } = require("node:module");
const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  if (!name.startsWith("surfpool-sdk-")) return resolve.call(this, name, ...rest);
  throw Object.assign(new Error("hidden"), { code: "MODULE_NOT_FOUND" });
};`;

/** A program that takes ports as surfpool or the test validator do, and serves a real embedded ledger there. */
const standIn = `const { createServer, connect } = require("node:net");
const after = (flag) => Number(process.argv[process.argv.indexOf(flag) + 1]);
const { Surfnet } = require(${JSON.stringify(createRequire(import.meta.url).resolve("surfpool-sdk-linux-x64-gnu"))});
const node = Surfnet.startWithConfig({ offline: true });
setInterval(() => node.drainEvents(), 250);
const open = (port, url) => createServer((client) => {
  const ledger = connect(Number(new URL(url).port), "127.0.0.1");
  for (const [from, to] of [[client, ledger], [ledger, client]]) from.pipe(to).on("error", () => from.destroy());
}).listen(port, "127.0.0.1");
const port = process.argv[2] === "start" ? after("--port") : after("--rpc-port");
open(port, node.rpcUrl);
open(process.argv[2] === "start" ? after("--ws-port") : port + 1, node.wsUrl);`;

/**
 * Preloaded code that lets the first `hangs` starts of embedded ledgers block their thread, as one does whose port is taken meanwhile;
 * the clock of those processes runs a hundred times as fast.
 */
const hanging = (folder: string, hangs: number) => `const { Module } = require("node:module");
const { readdirSync, writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");
const timeout = setTimeout;
const load = Module._load;
if (!isMainThread) {
  if (process.env.HANGS) globalThis.setTimeout = (run, ms) => timeout(run, ms / 100);
} else if (process.argv[1].includes("ledger-process") && readdirSync(${JSON.stringify(folder)}).filter((name) => name.startsWith("hung")).length < ${hangs}) {
  process.env.HANGS = "1";
  Module._load = function (name, ...rest) {
    if (!name.startsWith("surfpool-sdk-")) return load.call(this, name, ...rest);
    writeFileSync(${JSON.stringify(folder)} + "/hung" + process.pid, "");
    return { Surfnet: { startWithConfig: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) } };
  };
}`;

const serve = ["serve", "--local", "--ws-port", "0", "--log-level", "error"];
const balance = (network: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["11111111111111111111111111111111"],"network":"${network}"}`;

describe("--local without the embedded ledger", () => {
  let folder: string;
  let options: ProgramOptions;
  let gateway: ServedGateway | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-path-"));
    writeFileSync(join(folder, "hidden.cjs"), hidden);
    writeFileSync(join(folder, "stand-in.cjs"), standIn);
    const env = { NODE_OPTIONS: `--require ${join(folder, "hidden.cjs")}`, PATH: folder };
    options = { env };
  });
  afterEach(async () => {
    await gateway?.process.stop();
    gateway = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of ["surfpool", "solana-test-validator"]) {
    it(`runs two ledgers of the ${name} on PATH, and ends them @long`, async () => {
      writeFileSync(
        join(folder, name),
        `#!/bin/sh\nNODE_OPTIONS= exec '${process.execPath}' '${join(folder, "stand-in.cjs")}' "$@"\n`,
      );
      chmodSync(join(folder, name), 0o755);
      gateway = await startGateway(serve, options);
      await gateway.process.printed(new RegExp(`^Two ledgers of ${name} answer as networks localnet`, "m"));
      for (const network of ["localnet", "localnet-b"]) {
        const answer = await (await gateway.post(`/networks/${network}`, balance(network))).text();
        expect(JSON.parse(answer).result.value, answer).to.equal(1);
      }
      const { networks } = (await (await fetch(`${gateway.url}/networks`)).json()) as {
        networks: { id: string; rpc_url: string }[];
      };
      const upstream = networks.find(({ id }) => id === "localnet")?.rpc_url ?? "";
      expect((await gateway.process.stop()).code).to.equal(0);
      expect(
        await fetch(upstream).then(
          () => "answers",
          () => "ended",
        ),
      ).to.equal("ended");
    });
  }

  it("restarts a program that exited at once, on other ports, as one may have been taken @long", async () => {
    const ended = join(folder, "ended");
    writeFileSync(
      join(folder, "surfpool"),
      `#!/bin/sh\n[ -e '${ended}' ] || { echo "$@" >'${ended}'; exit 1; }\nNODE_OPTIONS= exec '${process.execPath}' '${join(folder, "stand-in.cjs")}' "$@"\n`,
    );
    chmodSync(join(folder, "surfpool"), 0o755);
    gateway = await startGateway(serve, options);
    const { networks } = (await (await fetch(`${gateway.url}/networks`)).json()) as {
      networks: { id: string; rpc_url: string }[];
    };
    const [port] = /\d+$/.exec(networks.find(({ id }) => id === "localnet")?.rpc_url ?? "") ?? [];
    expect(readFileSync(ended, "utf8")).to.include("--port ").and.to.not.include(`--port ${port} `);
  });

  it("exits with 1 and the reason if a program keeps exiting", async () => {
    writeFileSync(join(folder, "surfpool"), "#!/bin/sh\nexit 7\n");
    chmodSync(join(folder, "surfpool"), 0o755);
    const { code, stderr } = await runProgram(serve, options);
    expect(code).to.equal(1);
    expect(stderr).to.contain("surfpool can't run a ledger: it exited with 7");
  });

  it("exits with 1 and advice if there is no such program", async () => {
    const { code, stdout, stderr } = await runProgram(serve, options);
    expect([code, stdout]).to.deep.equal([1, ""]);
    for (const word of ["surfpool", "solana-test-validator", "CHAIN_RPC_URL", "--mock"])
      expect(stderr).to.contain(word);
  });

  it("answers from examples with --mock, and explains what that means @long", async () => {
    gateway = await startGateway([...serve, "--mock"], options);
    await gateway.process.printed(
      /answers are the examples in openrpc.json, and nothing that is sent changes them/,
    );
    const answer = await gateway.post("/networks/localnet-b", balance("localnet-b"));
    expect(await answer.json()).to.have.nested.property("result.value");
  });
});

describe("--local with an embedded ledger that hangs while it starts", () => {
  let folder: string;
  let watcher: FSWatcher | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-hangs-"));
  });
  afterEach(() => {
    watcher?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function hangs(times: number): ProgramOptions {
    writeFileSync(join(folder, "hanging.cjs"), hanging(folder, times));
    return { env: { NODE_OPTIONS: `--require ${join(folder, "hanging.cjs")}`, PATH: folder } };
  }

  it("restarts it @long", async () => {
    const gateway = await startGateway(serve, hangs(1));
    await gateway.process.printed(/^Two embedded ledgers answer as networks/m);
    const answer = await (await gateway.post("/networks/localnet-b", balance("localnet-b"))).text();
    expect(JSON.parse(answer), answer).to.have.nested.property("result.value");
    expect((await gateway.process.stop()).code).to.equal(0);
  });

  it("exits with 1 after three attempts", async () => {
    const { code, stderr } = await runProgram(serve, hangs(3));
    expect([code, readdirSync(folder).length]).to.deep.equal([1, 4]);
    expect(stderr).to.contain("The embedded ledger did not start in 3 attempts and none of surfpool");
  });

  it("ends its process even if the gateway has exited", async () => {
    const gateway = new Program(serve, hangs(1));
    watcher = watch(folder);
    expect((await once(watcher, "change"))[1]).to.match(/^hung\d+$/);
    gateway.child.kill("SIGKILL");
    // Standard error ends with the last process that writes to it.
    expect(await gateway.ended()).to.have.property("code", null);
  });
});

describe("--local with --mock @long", () => {
  it("runs ledgers if it can", async () => {
    const gateway = await startGateway([...serve, "--mock"]);
    await gateway.process.printed(/^Two embedded ledgers answer as networks/m);
    expect((await gateway.process.stop()).code).to.equal(0);
  });
});
