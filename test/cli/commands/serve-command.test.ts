import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../../src/package-root.ts";
import { freePort, freePortWithOneAbove } from "../../free-port.ts";
import { configFor, Program, runProgram, startGateway } from "../../gateway-process.ts";
import { ScriptedUpstream } from "../../upstream/harness.ts";

const slotRequest = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';

/** POSTs over a connection that the client means to keep. */
function keptPost(url: string, body: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(url, { agent, method: "POST", headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("svm-gateway serve, as a process", () => {
  it("prints one line for each listener, one above the HTTP port too, answers, and exits with 0 on SIGTERM", async () => {
    const node = await new ScriptedUpstream(() => "7").start();
    const config = configFor({ one: { rpc_url: node.url } });
    const port = await freePortWithOneAbove();
    const gateway = await startGateway(["serve", "--ws-port", "0"], { config, port });
    await gateway.process.printed(new RegExp(`^listening ws ws://127.0.0.1:${port + 1}$`, "m"));
    expect(await (await gateway.post("/", slotRequest)).text()).to.match(
      /"result":\{"value":\d+\},"id":1\}$/,
    );
    expect((await gateway.process.stop()).code).to.equal(0);
    expect(gateway.process.stdout.trimEnd().split("\n")).to.have.length(3);
    expect(gateway.process.stderr).to.equal("");
    await node.stop();
  });

  it("keeps serving if its output is not read @long", async () => {
    const upstream = await new ScriptedUpstream().start();
    const config = configFor({ one: { rpc_url: upstream.url } }, { log: { level: "info" } });
    const port = await freePort();
    const gateway = new Program(["serve", "--port", String(port), "--ws-port", "0"], { config });
    try {
      gateway.child.stdout.destroy();
      await gateway.logged(/"defaultNetwork":"one".*"msg":"started"/);
      for (let count = 0; count < 3; count += 1)
        expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).to.equal(200);
    } finally {
      const { code, stderr } = await gateway.stop();
      await upstream.stop();
      expect([code, stderr.includes("EPIPE")], stderr).to.deep.equal([0, false]);
    }
  });

  it("warns if the port above is taken, with what to do, and serves anyway", async () => {
    const port = await freePortWithOneAbove();
    const holder = createServer().listen(port + 1, "127.0.0.1");
    await once(holder, "listening");
    const config = configFor({ one: { rpc_url: "http://127.0.0.1:1" } }, { log: { level: "warn" } });
    const gateway = await startGateway(["serve", "--ws-port", "0"], { config, port });
    await gateway.process.printed(/^listening ws .*\n/m);
    const { stdout, stderr } = await gateway.process.stop();
    holder.close();
    expect(stdout.match(/^listening /gm)).to.have.length(2);
    expect(stderr)
      .to.contain(`No WebSocket at port ${port + 1}`)
      .and.to.contain("wsEndpoint");
  });

  it("opens no second listener if --ws-port is already the port above @long", async () => {
    const port = await freePortWithOneAbove();
    const config = configFor({ one: { rpc_url: "http://127.0.0.1:1" } }, { log: { level: "warn" } });
    const gateway = await startGateway(["serve", "--ws-port", String(port + 1)], { config, port });
    await gateway.process.printed(/^listening ws .*\n/m);
    const { stdout, stderr } = await gateway.process.stop();
    expect([stdout.match(/^listening ws /gm)?.length, stderr.includes("No WebSocket")]).to.deep.equal([
      1,
      false,
    ]);
  });

  it("stays ready while one network answers, without alerts about networks that were only named @long", async () => {
    const node = await new ScriptedUpstream(() => "7").start();
    const config = configFor({
      dead: { rpc_url: "http://127.0.0.1:1" },
      one: { rpc_url: node.url },
      named: { rpc_url: "http://127.0.0.1:1", enabled: false },
    });
    const gateway = await startGateway(["serve", "--ws-port", "0"], { config });
    await gateway.post("/?network=named", slotRequest);
    const [ready, health, alive] = await Promise.all(
      ["/readyz", "/health", "/livez"].map((path) => fetch(gateway.url + path)),
    );
    expect([ready?.status, await ready?.json()]).to.deep.equal([
      200,
      { status: "degraded", degraded: ["dead"] },
    ]);
    expect([health?.status, alive?.status]).to.deep.equal([200, 200]);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    const measured = metrics.match(/(?<=^svm_gateway_upstream_healthy\{network=")[^"]+/gm);
    expect(measured).to.have.members(["dead", "one"]);
    await node.stop();
    await gateway.process.stop();
  });

  it("accepts no new calls, finishes those in flight, and exits with 0", async () => {
    const calls = new EventEmitter();
    const asked = once(calls, "asked");
    const node = await new ScriptedUpstream(async () => {
      calls.emit("asked");
      await once(calls, "finish");
      return '"late"';
    }).start();
    // What waits for a limit instead of the last answer hangs.
    const never = { shutdown_timeout_ms: 3_600_000 };
    const config = configFor(
      { one: { rpc_url: node.url } },
      { server_config: { rate_limit: { enabled: false }, ...never } },
    );
    const gateway = await startGateway(["rpc"], { config });
    const answer = keptPost(`${gateway.url}/networks/one`, '{"jsonrpc":"2.0","id":1,"method":"getIdentity"}');
    await asked;
    const ended = gateway.process.stop();
    for (;;) {
      const refused = await gateway.post("/", slotRequest).then(
        () => false,
        () => true,
      );
      if (refused) break;
    }
    calls.emit("finish");
    expect(await answer).to.equal('{"jsonrpc":"2.0","result":"late","id":1}');
    expect((await ended).code).to.equal(0);
    await node.stop();
  });

  it("serves two embedded ledgers with --local and prints three things to try, of which the second works", async () => {
    const gateway = await startGateway(["serve", "--local", "--ws-port", "0", "--log-level", "error"]);
    await gateway.process.printed(/node -e .*\n/);
    for (const page of ["/docs/", "/status"]) expect(gateway.process.stdout).to.contain(gateway.url + page);
    const lines = gateway.process.stdout.split("\n").filter((line) => line.startsWith("  "));
    expect(lines.map((line) => line.trim().split(" ")[0])).to.deep.equal(["curl", "npx", "node"]);
    expect(lines[2]).to.contain('import("svm-gateway/client")');
    const [, , ...words] = (lines[1] ?? "").trim().split(" ");
    const { code, stdout } = await runProgram([...words, "--json"]);
    expect(code).to.equal(0);
    expect(Object.keys(JSON.parse(stdout))).to.include.members(["localnet", "localnet-b"]);
    expect((await gateway.process.stop()).code).to.equal(0);
  });

  it("prints examples with a key if callers are authenticated, and subscribe sends that key @long", async () => {
    const key = "a-key-of-whoever-tries";
    const config = { auth: { keys: [{ id: "first", key }] } };
    const gateway = await startGateway(["serve", "--local", "--ws-port", "0", "--log-level", "error"], {
      config,
    });
    await gateway.process.printed(/node -e .*\n/);
    const [set = "", curl = ""] = gateway.process.stdout.split("\n").filter((line) => line.startsWith("  "));
    expect(set.trim()).to.equal("export SVM_GATEWAY_KEY=KEY");
    expect(curl).to.contain(' -H "x-api-key: $SVM_GATEWAY_KEY" ');
    const words = ["subscribe", "slot", "--count", "1", "--json", "--url", gateway.url];
    const { code, stdout } = await runProgram(words, { env: { SVM_GATEWAY_KEY: key } });
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\{"parent":\d+/);
    expect((await gateway.process.stop()).code).to.equal(0);
  });

  it("says which port is taken, the first or the second, and exits with 1", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const port = String((holder.address() as AddressInfo).port);
    const runs = await Promise.all([
      runProgram(["rpc", "--port", port, "--log-level", "error"]),
      runProgram(["serve", "--port", "0", "--ws-port", port, "--log-level", "error"]),
    ]);
    holder.close();
    for (const { code, stdout, stderr } of runs) {
      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.match(new RegExp(`^error: port ${port} of 127.0.0.1 is in use: .*--port.*\n$`));
    }
  });

  it("exits if no worker can listen, with the reason once @long", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const port = String((holder.address() as AddressInfo).port);
    const { code, stdout, stderr } = await runProgram(["rpc", "--workers", "2", "--port", port]);
    holder.close();
    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.match(new RegExp(`^error: port ${port} of 127.0.0.1 is in use: .*\n$`));
  });

  it("lists every fault of a configuration and exits with 1 @long", async () => {
    const config = { server_config: { port: "x", max_batch: 0 }, nope: true };
    const { code, stdout, stderr } = await runProgram(["serve"], { config });
    expect([code, stdout]).to.deep.equal([1, ""]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).to.have.length(3);
    expect(stderr).to.contain('server_config.port: must be an integer from 0 to 65535, got "x"');
    expect(stderr)
      .to.match(/^server_config\.max_batch: .*0/m)
      .and.to.match(/^nope: is not a known key/m);
  });

  it("answers from the document's examples with --mock, and manages networks for real, until SIGINT", async () => {
    const gateway = await startGateway(["serve", "--mock", "--ws-port", "0", "--log-level", "error"]);
    const ask = async (method: string, params = "[]") =>
      JSON.parse(
        await (
          await gateway.post("/", `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`)
        ).text(),
      );
    expect((await ask("getSlot")).result.value).to.be.a("number");
    expect((await ask("getBalance", '["x"]')).error.code).to.equal(-32602);
    expect((await ask("enableSvmNetwork", '["solana-devnet"]')).result.network).to.include({
      id: "solana-devnet",
      enabled: true,
    });
    const { networks } = (await ask("listSvmNetworks")).result;
    expect(networks.find(({ id }: { id: string }) => id === "solana-devnet").enabled).to.equal(true);
    expect((await fetch(`${gateway.url}/health`)).status).to.equal(200);
    const document = await fetch(`${gateway.url}/openrpc.json`, { headers: { "accept-encoding": "br" } });
    expect([document.status, document.headers.get("content-encoding")]).to.deep.equal([200, "br"]);
    expect(document.headers.get("x-content-type-options")).to.equal("nosniff");
    expect(await document.json()).to.deep.equal(
      JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")),
    );
    expect((await gateway.process.stop("SIGINT")).code).to.equal(0);
  });
});
