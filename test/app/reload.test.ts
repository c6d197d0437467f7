import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { WebSocket } from "ws";
import type { ReloadReport } from "../../src/config/reload-report.ts";
import { runProgram, type ServedGateway, startGateway } from "../gateway-process.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { SocketUpstream } from "../subscriptions/socket-upstream.ts";
import { ScriptedUpstream } from "../upstream/harness.ts";

describe("reloading the configuration", () => {
  const folder = temporaryFolder();
  const file = join(folder, "gateway.json");
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let pushed: SocketUpstream;
  let gateway: ServedGateway;

  const network = (...urls: string[]) => ({ type: "localnet", rpc_urls: urls });
  function write(networks: object, settings: object = {}): void {
    const pushing = { type: "localnet", rpc_url: pushed.rpcUrl, ws_url: pushed.wsUrl };
    writeFileSync(
      file,
      JSON.stringify({
        default_network: "one",
        svm_networks: { ...networks, pushing },
        server_config: { rate_limit: { enabled: false } },
        ...settings,
      }),
    );
  }
  /** Reloads by request. */
  const ask = async () =>
    (await (await fetch(`${gateway.url}/admin/reload`, { method: "POST" })).json()) as ReloadReport;
  const call = async (id: string, method = "getSupply") =>
    (await gateway.post(`/networks/${id}`, JSON.stringify({ jsonrpc: "2.0", id: 1, method }))).json();
  /** Reloads by signal, and returns the log line with the result. */
  async function hangUp(line: RegExp): Promise<Record<string, unknown>> {
    const before = gateway.process.stderr.length;
    gateway.process.child.kill("SIGHUP");
    for (;;) {
      const said = gateway.process.stderr
        .slice(before)
        .split("\n")
        .find((text) => line.test(text));
      if (said !== undefined) return JSON.parse(said);
      await once(gateway.process.child.stderr, "data");
    }
  }

  before(async () => {
    [first, second, pushed] = await Promise.all([
      new ScriptedUpstream(() => '"first"').start(),
      new ScriptedUpstream(() => '"second"').start(),
      SocketUpstream.start(),
    ]);
  });
  after(async () => {
    await Promise.all([first.stop(), second.stop(), pushed.close()]);
    rmSync(folder, { recursive: true });
  });

  for (const workers of [1, 2])
    describe(`of a gateway with ${workers === 1 ? "one process" : `${workers} workers @long`}`, () => {
      before(async () => {
        write({ one: network(first.url) });
        gateway = await startGateway([
          "serve",
          "--ws-port",
          "0",
          "--config",
          file,
          "--state",
          join(folder, `${workers}.json`),
          "--workers",
          String(workers),
        ]);
      });
      after(async () => {
        expect((await gateway.process.stop()).code).to.equal(0);
      });

      it("applies new upstreams without dropping a call or a subscription", async () => {
        const socket = new WebSocket(`${gateway.url.replace("http", "ws")}/networks/pushing`);
        await once(socket, "open");
        const messages: string[] = [];
        socket.on("message", (data) => messages.push(String(data)));
        socket.send(
          '{"jsonrpc":"2.0","id":1,"method":"accountSubscribe","params":["11111111111111111111111111111111"]}',
        );
        await pushed.until(
          () => pushed.subscriptions.some(({ method }) => method === "accountSubscribe"),
          "a subscription",
        );
        let answerHeld: () => void = () => undefined;
        const isAsked = new Promise<void>((resolve) => {
          first.script = () => {
            resolve();
            return new Promise<string>((release) => {
              answerHeld = () => release('"held"');
            });
          };
        });
        const held = call("one", "getTransactionCount");
        await isAsked;

        write({ one: network(second.url), two: network(second.url) });
        const { applied } = await hangUp(/configuration reloaded/);
        expect(applied).to.include.members(["svm_networks.one.rpc_urls", "svm_networks.two.type"]);
        expect(await call("one")).to.have.property("result", "second");
        expect(await call("two")).to.have.property("result", "second");
        answerHeld();
        expect(await held).to.have.property("result", "held");
        first.script = () => '"first"';

        const subscription = pushed.subscriptions.findLast(({ method }) => method === "accountSubscribe");
        const account =
          '{"lamports":7,"owner":"11111111111111111111111111111111","data":["","base64"],"executable":false,"rentEpoch":0,"space":0}';
        subscription?.socket.notify(subscription.id, pushed.inContext(account), "accountNotification");
        while (messages.length < 2) await once(socket, "message");
        expect(messages[1]).to.contain('"lamports":7');
        expect(socket.readyState).to.equal(WebSocket.OPEN);
        socket.close();
      });

      it("changes nothing if there are faults, and reports them", async () => {
        writeFileSync(
          file,
          JSON.stringify({ svm_networks: { one: { rpc_url: "not an address" } }, nothing: 1 }),
        );
        const { faults } = (await hangUp(/has faults/)) as { faults: { at: string }[] };
        expect(faults.map(({ at }) => at)).to.have.members(["svm_networks.one.rpc_url", "nothing"]);
        expect(await call("one")).to.have.property("result", "second");
        expect((await ask()).faults.map(({ at }) => at)).to.deep.equal(faults.map(({ at }) => at));
      });

      it("says which keys need a restart, by command too, until they are as they were at the start", async () => {
        write(
          { one: network(first.url), two: network(second.url) },
          { commitment: "confirmed", log: { level: "warn" } },
        );
        const report = await ask();
        expect(report.needsRestart).to.deep.equal(["commitment"]);
        expect(report.applied).to.include.members(["svm_networks.one.rpc_urls", "log.level"]);
        expect(await call("one")).to.have.property("result", "first");
        write({ one: network(first.url), two: network(second.url) });
        const { code, stdout } = await runProgram(["config", "reload", "--url", gateway.url]);
        expect(stdout).to.match(/applied +log\.level\nreloaded at/);
        expect(code).to.equal(0);
      });

      it("drops a network that is no longer configured", async () => {
        write({ one: network(first.url) });
        await ask();
        expect(await call("two")).to.have.nested.property("error.data.network", "two");
        expect(await call("one")).to.have.property("result", "first");
      });

      it("is refused to pages of other origins", async () => {
        const headers = { origin: "https://elsewhere.example.com" };
        const response = await fetch(`${gateway.url}/admin/reload`, { method: "POST", headers });
        expect(response.status).not.to.equal(200);
        expect(await response.text()).to.contain("other origins");
        expect((await fetch(`${gateway.url}/admin/reload`)).status).to.equal(405);
      });
    });
});
