import { address, createSolanaRpc } from "@solana/kit";
import { Connection, PublicKey } from "@solana/web3.js";
import { expect } from "chai";
import { accountText } from "../../bench/ledger/answer-request.ts";
import { KnownLedger } from "../../bench/ledger/known-ledger.ts";
import { LedgerView } from "../../bench/ledger/ledger-view.ts";
import { SimulatedUpstream } from "../../bench/ledger/simulated-upstream.ts";
import { serveHere } from "../../src/app/serve-here.ts";
import { createLiveGateway } from "../gateway/live-gateway.ts";

const config = { commitment: "confirmed", encoding: "base64" };

describe("live accounts through the whole gateway", () => {
  const ledger = new KnownLedger();
  const accounts = [ledger.addAccount("one"), ledger.addAccount("two")];
  const [pubkey = "", other = ""] = accounts;
  const upstreams = [0, 1].map(() => new SimulatedUpstream(new LedgerView(ledger)));
  const text = accountText(ledger.accountAt(pubkey, ledger.head), config);
  let url: string;
  let clock: NodeJS.Timeout;
  let close: () => Promise<void>;

  before(async () => {
    const started = await Promise.all(upstreams.map((upstream) => upstream.start()));
    const networks = started.map((upstream, index) => {
      const record = { rpc_url: upstream.url, ws_url: upstream.wsUrl, type: "devnet", enabled: true };
      return [`n${index}`, { name: `n${index}`, ...record }] as const;
    });
    clock = setInterval(() => ledger.advance(), 50);
    const { service } = await createLiveGateway(
      {},
      {
        svm_networks: Object.fromEntries(networks),
        default_network: "n0",
        live: { enabled: true, verify_ms: 200 },
        server_config: { port: 0 },
      },
    );
    const { httpUrl = "", closers } = await serveHere("rpc", service);
    url = httpUrl;
    close = async () => {
      for (const each of closers) await each();
      await service.close();
    };
    for (const path of ["/networks/n0", "/networks/n1"]) await becomesLive(path);
  });
  after(async () => {
    clearInterval(clock);
    await close();
    for (const upstream of upstreams) await upstream.close();
  });

  async function post(path: string, body: unknown): Promise<{ source: string | null; body: string }> {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { source: response.headers.get("x-cache"), body: await response.text() };
  }

  const call = (method: string, params: unknown, id = 1) => ({ jsonrpc: "2.0", id, method, params });

  async function becomesLive(path: string): Promise<void> {
    const end = performance.now() + 5000;
    for (;;) {
      const { source } = await post(path, call("getMultipleAccounts", [accounts, config]));
      if (source === "live") return;
      if (performance.now() > end) throw new Error(`accounts of ${path} never came from memory`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it("answer in the ledger's dialect and the gateway's, byte for byte", async () => {
    const ledgerCall = await post("/networks/n0", call("getAccountInfo", [pubkey, config]));
    const gatewayCall = await post("/", call("getAccountInfo", { pubkey, ...config }));
    for (const { source, body } of [ledgerCall, gatewayCall]) {
      expect(source).to.equal("live");
      expect(body).to.match(/"context":\{"apiVersion":"3\.1\.10","slot":\d+\}/);
      expect(body).to.contain(`"value":${text}`);
    }
  });

  it("answer calls of a batch, and calls to all networks", async () => {
    const before = upstreams.map(({ calls }) => calls.get("getAccountInfo") ?? 0);
    const batch = await post("/networks/n0", [
      call("getAccountInfo", [pubkey, config], 1),
      call("getBalance", [pubkey, { commitment: "confirmed" }], 2),
    ]);
    expect(batch.body).to.contain(`"value":${text}`).and.contain('"value":1000000');
    const all = await post("/?network=all", call("getAccountInfo", { pubkey, ...config }));
    expect(all.body.split(`"value":${text}`)).to.have.length(3);
    expect(upstreams.map(({ calls }) => calls.get("getAccountInfo") ?? 0)).to.deep.equal(before);
  });

  it("answer @solana/web3.js and @solana/kit as their upstream does", async () => {
    const before = upstreams[0]?.calls.get("getAccountInfo");
    const connection = new Connection(`${url}/networks/n0`, "confirmed");
    const info = await connection.getAccountInfo(new PublicKey(pubkey));
    expect(info?.data).to.deep.equal(ledger.accountAt(pubkey, ledger.head)?.data);
    const infos = await connection.getMultipleAccountsInfo(
      [pubkey, other].map((each) => new PublicKey(each)),
    );
    expect(infos.map((each) => each?.lamports)).to.deep.equal([1_000_000, 1_000_000]);
    const rpc = createSolanaRpc(`${url}/networks/n0`);
    const { value } = await rpc
      .getAccountInfo(address(pubkey), { commitment: "confirmed", encoding: "base64" })
      .send();
    expect(value?.lamports).to.equal(1_000_000n);
    expect(upstreams[0]?.calls.get("getAccountInfo")).to.equal(before);
  });

  it("show a change as soon as its notification arrives", async () => {
    ledger.touch(pubkey);
    const end = performance.now() + 3000;
    for (;;) {
      const { body } = await post("/networks/n0", call("getBalance", [pubkey, { commitment: "confirmed" }]));
      if (body.includes('"value":1000001')) break;
      if (performance.now() > end) throw new Error(`the change never showed: ${body}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
});
