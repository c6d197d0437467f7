import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../networks/harness.ts";
import { recordingIo, runCommandLine } from "../recording-io.ts";

describe("svm-gateway networks", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    const own = { name: "Own", rpc_url: "https://user:secret@own.example.com/", chain_id: "7" };
    writeFileSync(join(folder, "svm-gateway.json"), JSON.stringify({ svm_networks: { own } }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function run(line: string, isTTY = false) {
    const io = recordingIo(folder, {}, isTTY);
    const code = await runCommandLine(line.split(" "), io);
    return { code, ...io.written };
  }

  function savedState(): unknown {
    const path = join(folder, ".svm-gateway-state.json");
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).networks : undefined;
  }

  describe("on the state file", () => {
    it("lists networks in aligned columns, credentials hidden", async () => {
      const { code, stdout, stderr } = await run("networks");
      expect([code, stderr]).to.deep.equal([0, ""]);
      const [header = "", own = ""] = stdout.split("\n");
      expect(header.split(/ {2,}/)).to.deep.equal(["id", "name", "type", "enabled", "chain", "rpc url"]);
      expect(own.split(/ {2,}/)).to.deep.equal([
        "own",
        "Own",
        "mainnet",
        "yes",
        "7",
        "https://***@own.example.com/",
      ]);
      expect(stdout).not.to.contain("secret");
      expect(header.indexOf("rpc url")).to.equal(own.indexOf("https://"));
    });

    it("resets one network or all, or reports that nothing changed", async () => {
      await run("networks disable own");
      await run("networks enable solana-devnet");
      const one = await run("networks reset own");
      expect(`${one.code},${one.stdout}`).to.match(/^0,own is as configured again/);
      expect(savedState()).to.deep.equal({ "solana-devnet": { enabled: true } });
      const all = JSON.parse((await run("networks reset --all --json")).stdout) as object;
      expect(all).to.deep.equal({ reset: ["solana-devnet"] });
      expect(savedState()).to.deep.equal({});
      expect((await run("networks reset own")).stdout).to.match(/^own has no run-time changes to undo/);
      expect((await run("networks reset localnet-b")).stdout).to.match(
        /^localnet-b has no run-time changes to undo/,
      );
    });

    it("refuses to reset an unknown, unchanged network: exits with 1 and suggests one", async () => {
      const { code, stderr } = await run("networks reset solana-devnt");
      expect(`${code},${stderr}`).to.match(
        /^1,error: Unknown network "solana-devnt"; did you mean solana-devnet/,
      );
      const path = join(folder, ".svm-gateway-state.json");
      await run("networks disable own");
      writeFileSync(path, readFileSync(path, "utf8").replace('"own"', '"gone"'));
      expect((await run("networks reset gone")).stdout).to.match(/^gone is as configured again/);
    });

    it("leaves a damaged file unchanged", async () => {
      writeFileSync(join(folder, ".svm-gateway-state.json"), "{");
      const { code, stderr } = await run("networks reset --all");
      expect(`${code},${stderr}`).to.match(/^1,error: The state file .* can't be read/);
      expect(readFileSync(join(folder, ".svm-gateway-state.json"), "utf8")).to.equal("{");
    });

    for (const line of [
      "networks reset",
      "networks reset own --all",
      "networks reset own --url http://127.0.0.1:1",
    ]) {
      it(`refuses ${line}`, async () => {
        expect((await run(line)).code).to.equal(2);
      });
    }

    it("colours the table only on a terminal", async () => {
      expect((await run("networks list", true)).stdout).to.contain("\u001b[");
      expect((await run("networks list")).stdout).not.to.contain("\u001b[");
    });

    it("lists records as JSON", async () => {
      const { networks } = JSON.parse((await run("networks list --json")).stdout);
      expect(networks[0]).to.deep.equal({
        id: "own",
        name: "Own",
        rpc_url: "https://***@own.example.com/",
        chain_id: "7",
        type: "mainnet",
        enabled: true,
      });
    });

    it("enables and disables", async () => {
      expect((await run("networks enable solana-devnet")).stdout).to.match(
        /^solana-devnet is enabled \(in .*state\.json/,
      );
      expect(JSON.parse((await run("networks disable own --json")).stdout).network).to.include({
        id: "own",
        enabled: false,
      });
      expect(savedState()).to.deep.equal({ "solana-devnet": { enabled: true }, own: { enabled: false } });
    });

    it("redirects a network", async () => {
      const { code, stdout } = await run("networks set-url solana-devnet https://8.8.8.8/?key=secret");
      expect(code).to.equal(0);
      expect(stdout).to.match(/^solana-devnet now goes to https:\/\/8\.8\.8\.8\/\?key=\*\*\* /);
      expect(savedState()).to.deep.equal({ "solana-devnet": { rpc_url: "https://8.8.8.8/?key=secret" } });
    });

    it("exits with 1 for an unknown network, with a suggestion", async () => {
      const { code, stdout, stderr } = await run("networks enable solana-devnt");
      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.match(/^error: Unknown network "solana-devnt"; did you mean solana-devnet/);
      expect(stderr).to.match(/\? svm-gateway networks lists all\n$/);
      expect(savedState()).to.equal(undefined);
    });

    it("exits with 1 for an internal address", async () => {
      const { code, stderr } = await run("networks set-url own https://127.0.0.1/");
      expect(code).to.equal(1);
      expect(stderr).to.match(/^error: rpc_url must name a public host/);
    });

    it("exits with 1 if the configuration is wrong", async () => {
      writeFileSync(join(folder, "svm-gateway.json"), '{"nope":1}');
      const { code, stderr } = await run("networks");
      expect([code, stderr]).to.deep.equal([1, "nope: is not a known key; config.schema.json lists them\n"]);
    });
  });

  describe("on a running gateway", () => {
    let server: Server;
    let url: string;
    let answer: string;
    let status: number;
    let asked: unknown[];
    let pages: string;
    beforeEach(async () => {
      pages = '{"error":{"message":"Unknown path"}}';
      asked = [];
      status = 200;
      server = createServer(async (request, response) => {
        let body = "";
        for await (const chunk of request) body += chunk;
        if (request.method === "POST") asked.push(JSON.parse(body));
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(request.method === "POST" ? answer : pages);
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });

    const record = {
      id: "a",
      name: "A",
      rpc_url: "https://a.example.com",
      chain_id: "1",
      type: "devnet",
      enabled: false,
    };

    it("lists what the gateway lists", async () => {
      answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { networks: [record] } });
      const { code, stdout } = await run(`networks --url ${url}`);
      expect(code).to.equal(0);
      expect(stdout.split("\n")[1]?.split(/ {2,}/)).to.deep.equal([
        "a",
        "A",
        "devnet",
        "no",
        "1",
        "https://a.example.com",
      ]);
      expect(asked).to.deep.equal([{ jsonrpc: "2.0", id: 1, method: "listSvmNetworks", params: {} }]);
    });

    it("lists measured slot time and finality", async () => {
      answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { networks: [record] } });
      const pace = { slot_ms: 198, confirmed_slots: 0, finality_slots: 1, finality: "instant" };
      pages = JSON.stringify({ networks: [{ ...record, ...pace }] });
      const { stdout } = await run(`networks --url ${url}`);
      expect(stdout.split("\n").map((line) => line.split(/ {2,}/).slice(5, 7))).to.deep.include.members([
        ["slot ms", "slots to final"],
        ["198", "1"],
      ]);
      const { networks } = JSON.parse((await run(`networks --url ${url} --json`)).stdout);
      expect(networks).to.deep.equal([{ ...record, ...pace }]);
    });

    for (const flag of ["", " --json"]) {
      it(`prints no control characters of the other side${flag}`, async () => {
        const hostile = { ...record, name: "\u001b[2Jgone\nnext", type: "\u009b31m" };
        const result = { networks: [hostile], network: hostile };
        answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
        for (const words of ["networks", "networks enable a"]) {
          const { stdout } = await run(`${words} --url ${url}${flag}`);
          expect(stdout).to.not.match(/(?!\n)\p{Cc}/u);
          if (flag !== "") expect(JSON.stringify(JSON.parse(stdout))).to.contain("\\u001b[2Jgone\\nnext");
        }
      });
    }

    const changes: [words: string, method: string, params: unknown][] = [
      ["enable a", "enableSvmNetwork", { network_id: "a" }],
      ["disable a", "disableSvmNetwork", { network_id: "a" }],
      [
        "set-url a https://b.example.com",
        "setNetworkRpcUrl",
        { network_id: "a", rpc_url: "https://b.example.com" },
      ],
    ];
    for (const [words, method, params] of changes) {
      it(`calls ${method} for ${words}, and leaves the state file alone`, async () => {
        answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { network: record } });
        const { code, stdout } = await run(`networks ${words} --url ${url}`);
        expect([code, savedState()]).to.deep.equal([0, undefined]);
        expect(asked).to.deep.equal([{ jsonrpc: "2.0", id: 1, method, params }]);
        expect(stdout).to.contain(`(at ${url})`);
      });
    }

    it("exits with 1 and prints the gateway's refusal", async () => {
      answer =
        '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown network \\"b\\"; did you mean a?"}}';
      expect(await run(`networks enable b --url ${url}`)).to.deep.equal({
        code: 1,
        stdout: "",
        stderr: 'error: Unknown network "b"; did you mean a?\n',
      });
    });

    for (const other of [
      "<html>",
      "null",
      "[]",
      "{}",
      '{"result":1}',
      '{"result":{"networks":[{"id":1}]}}',
    ]) {
      it(`exits with 1 if the other side is not a gateway: ${other}`, async () => {
        answer = other;
        const { code, stderr } = await run(`networks --url ${url}`);
        expect(code).to.equal(1);
        expect(stderr).to.match(/^error: .*gateway/);
      });
    }

    it("reports a port that accepts only WebSocket connections", async () => {
      status = 426;
      answer = "This port speaks WebSocket: connect with ws://.";
      const { code, stderr } = await run(`networks --url ${url}`);
      expect([code, stderr]).to.deep.equal([
        1,
        `error: only WebSocket connections are accepted at ${url}: give the gateway's HTTP port in --url\n`,
      ]);
    });

    it("exits with 1 if nothing answers", async () => {
      const { code, stderr } = await run("networks --url http://127.0.0.1:1/");
      expect([code, stderr]).to.deep.equal([
        1,
        "error: no gateway answers at http://127.0.0.1:1/ (bad port); is it running?\n",
      ]);
    });
  });

  const faults: [line: string, message: string][] = [
    ["networks enble a", 'unknown action "enble" of networks; did you mean enable?'],
    [
      "networks enable",
      "networks enable needs ID, for example: svm-gateway networks enable solana-devnet --url http://127.0.0.1:3000",
    ],
    ["networks list a", 'networks list takes no arguments; "a" is one too many'],
    [
      "networks set-url a",
      "networks set-url needs URL, for example: svm-gateway networks set-url solana-devnet https://rpc.example.com",
    ],
    [
      "networks reset",
      "networks reset needs ID or --all, for example: svm-gateway networks reset solana-devnet",
    ],
    ["networks reset a --all", "networks reset takes ID or --all, not both"],
    [
      "networks --url ftp://localhost",
      '--url: must be an http or https URL without user and password, such as http://127.0.0.1:3000, got "ftp://localhost"',
    ],
  ];
  for (const [line, message] of faults) {
    it(`refuses "${line}" with exit code 2: ${message}`, async () => {
      expect(await run(line)).to.deep.equal({ code: 2, stdout: "", stderr: `${message}\n` });
    });
  }
});
