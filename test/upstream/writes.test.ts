import { expect } from "chai";
import { usePatientClock } from "../fake-clock.ts";
import {
  createTestUpstreams,
  errorOf,
  respondError,
  type Script,
  ScriptedUpstream,
  type TestUpstreams,
} from "./harness.ts";

const reset: Script = (_, __, socket) => void socket.resetAndDestroy();
const error =
  (code: number, message: string): Script =>
  (asked, response) =>
    respondError(response, asked, code, message) as undefined;

describe("a write", () => {
  let nodes: ScriptedUpstream[];
  let bench: TestUpstreams;

  beforeEach(async () => {
    usePatientClock();
    nodes = await Promise.all(
      [1, 2, 3].map((name) => new ScriptedUpstream(() => `"signature ${name}"`).start()),
    );
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const node = (index: number): ScriptedUpstream => {
    const found = nodes[index];
    if (found === undefined) throw new Error(`there is no node ${index}`);
    return found;
  };
  const counts = () => nodes.map((node) => node.count());
  const total = () => counts().reduce((sum, count) => sum + count, 0);
  const scriptAll = (script: Script) => {
    for (const node of nodes) node.script = script;
  };

  for (const [method, params] of [
    ["sendTransaction", '["transaction",{"encoding":"base64"}]'],
    ["requestAirdrop", '["address",1000000000]'],
  ] as const) {
    it(`${method} goes to one upstream`, async () => {
      bench = createTestUpstreams(nodes);
      expect(await bench.ask(method, params)).to.match(/^"signature \d"$/);
      expect(total()).to.equal(1);
    });

    for (const [what, script] of [
      ["breaks the connection", reset],
      ["says that it lags", error(-32005, "Node is behind")],
      ["lacks the method", error(-32601, "Method not found")],
      ["has an internal error", error(-32603, "Internal error")],
      ["is overloaded", (_, response) => void response.writeHead(503).end("overload")],
      ["answers garbage", (_, response) => void response.end("garbage")],
    ] as readonly (readonly [string, Script])[]) {
      it(`${method} is not repeated when the upstream ${what}`, async () => {
        scriptAll(script);
        bench = createTestUpstreams(nodes);
        await errorOf(bench.ask(method, params));
        expect(total()).to.equal(1);
      });
    }

    it(`${method} goes to another upstream when one refuses the connection, since nothing was sent`, async () => {
      bench = createTestUpstreams(nodes, {
        network: { weights: [1_000_000, 1_000, 0.000001] },
        upstream: { pollIntervalMs: 60_000, breaker: { failures: 1000, openMs: 1000 } },
      });
      await bench.ask("getTransactionCount");
      await Promise.all([node(0).stop(), node(1).stop()]);
      // Closes idle connections, because a request that fails on one may have been sent.
      await bench.ask("getTransactionCount");
      for (const { asked } of nodes) asked.length = 0;
      expect(await bench.ask(method, params)).to.equal('"signature 3"');
      expect(counts()).to.deep.equal([0, 0, 1]);
    });
  }

  it("gets the ledger's error with its data as it was written", async () => {
    const body =
      '{"code":-32002,"message":"Transaction simulation failed","data":{"err":"AccountNotFound","logs":[]}}';
    scriptAll(({ id }, response) => void response.end(`{"jsonrpc":"2.0","error":${body},"id":${id}}`));
    bench = createTestUpstreams(nodes);
    const error = await errorOf(bench.ask("sendTransaction", '["transaction"]'));
    expect(error.ledgerError?.toString()).to.equal(body);
  });

  const rateLimit: Script = (_, response) => void response.writeHead(429).end("slow down") as undefined;
  for (const [method, where, expected] of [
    ["sendTransaction", "each upstream, once", [1, 1, 1]],
    ["requestAirdrop", "one upstream", [1, 0, 0]],
  ] as const)
    it(`${method} goes to ${where} if all are rate limiting`, async () => {
      scriptAll(rateLimit);
      bench = createTestUpstreams(nodes);
      await errorOf(bench.ask(method, '["transaction"]'));
      expect(counts().toSorted((one, other) => other - one)).to.deep.equal(expected);
    });

  it("is tried once at each other upstream if preflight does not know its blockhash", async () => {
    scriptAll(error(-32002, "Transaction simulation failed: Blockhash not found"));
    bench = createTestUpstreams(nodes);
    const { code } = await errorOf(bench.ask("sendTransaction", '["transaction"]'));
    expect([code, ...counts()]).to.deep.equal([-32002, 1, 1, 1]);
    for (const { asked } of nodes) asked.length = 0;
    node(1).script = () => '"signature 2"';
    expect(await bench.ask("sendTransaction", '["transaction"]')).to.equal('"signature 2"');
    expect(Math.max(...counts())).to.equal(1);
  });

  for (const [why, code, message] of [
    ["preflight refused it otherwise", -32002, "Transaction simulation failed: insufficient funds"],
    ["what is not known was not found by preflight", -32000, "Blockhash not found"],
  ] as const)
    it(`is not tried at another upstream if ${why}`, async () => {
      scriptAll(error(code, message));
      bench = createTestUpstreams(nodes);
      expect((await errorOf(bench.ask("sendTransaction", '["transaction"]'))).code).to.equal(code);
      expect(counts().toSorted()).to.deep.equal([0, 0, 1]);
    });

  describe("in broadcast mode", () => {
    const build = () => {
      bench = createTestUpstreams(nodes, { sending: "broadcast" });
    };

    it("sends a transaction to every upstream once and takes the first success", async () => {
      node(0).script = error(-32002, "Blockhash not found");
      node(2).script = reset;
      build();
      expect(await bench.ask("sendTransaction", '["transaction"]')).to.equal('"signature 2"');
      expect(counts()).to.deep.equal([1, 1, 1]);
    });

    it("charges the caller for each upstream after the first", async () => {
      const charged: number[] = [];
      build();
      const charge = (calls: number) => void charged.push(calls);
      await bench.ask("sendTransaction", '["transaction"]', { charge });
      await bench.ask("getTransactionCount", "[]", { charge });
      expect(charged).to.deep.equal([2]);
    });

    it("returns the ledger's error when all fail", async () => {
      scriptAll(reset);
      node(1).script = error(-32002, "Blockhash not found");
      build();
      expect((await errorOf(bench.ask("sendTransaction", '["transaction"]'))).code).to.equal(-32002);
      expect(counts()).to.deep.equal([1, 1, 1]);
    });

    it("leaves out an upstream of another ledger", async () => {
      node(2).facts.genesis = "GenesisB";
      build();
      await bench.ask("sendTransaction", '["transaction"]');
      expect(counts()).to.deep.equal([1, 1, 0]);
    });

    it("still sends an airdrop only once", async () => {
      build();
      await bench.ask("requestAirdrop", '["address",1]');
      expect(total()).to.equal(1);
    });
  });
});
