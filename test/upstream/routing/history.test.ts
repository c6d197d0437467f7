import type { ServerResponse } from "node:http";
import { expect } from "chai";
import type { UpstreamEntry } from "../../../generated/config.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import type { Upstream } from "../../../src/upstream/node/upstream.ts";
import { tickThrough, useFakeClock, usePatientClock } from "../../fake-clock.ts";
import {
  type Asked,
  createTestUpstreams,
  entryOf,
  errorOf,
  respondError,
  ScriptedUpstream,
  type TestUpstreams,
} from "../harness.ts";

describe("how far back upstreams go", () => {
  let recent: ScriptedUpstream;
  let archive: ScriptedUpstream;
  let bench: TestUpstreams;

  function build(ofRecent: Partial<UpstreamEntry> = {}, ofArchive: Partial<UpstreamEntry> = {}): void {
    const entries = [entryOf(recent.url, { weight: 1000, ...ofRecent }), entryOf(archive.url, ofArchive)];
    const httpAddresses = entries.map((settings) => ({
      url: settings.url,
      weight: settings.weight,
      trusted: true,
      settings,
    }));
    bench = createTestUpstreams([recent, archive], { network: { httpAddresses }, cache: { enabled: false } });
  }

  const ask = async (method: string, ...params: unknown[]) => {
    const answers = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) answers.add(await bench.ask(method, JSON.stringify(params)));
    return [...answers];
  };

  beforeEach(async () => {
    usePatientClock();
    recent = await new ScriptedUpstream(() => '"recent"').start();
    archive = await new ScriptedUpstream(() => '"archive"').start();
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([recent.stop(), archive.stop()]);
  });

  it("decides which upstream gets a call for an old slot, if it is configured", async () => {
    build({ history: 100, tier: 1 }, { history: "full", tier: 2 });
    await bench.ask("getTransactionCount");
    expect(await ask("getBlockTime", 950)).to.deep.equal(['"recent"']);
    expect(await ask("getBlockTime", 800)).to.deep.equal(['"archive"']);
    expect(await ask("getBlocks", 10, 20)).to.deep.equal(['"archive"']);
  });

  for (const code of [-32001, -32007, -32009]) {
    it(`is learned if one lacks a block (${code}) that another has`, async () => {
      recent.script = (asked, response) =>
        Number((asked.params as number[])[0]) < 500
          ? (respondError(response, asked, code, "no such block") as undefined)
          : '"recent"';
      build({ tier: 1 }, { tier: 2 });
      expect(await bench.ask("getBlockTime", "[400]")).to.equal('"archive"');
      const asked = recent.count();
      expect(await ask("getBlockTime", 399)).to.deep.equal(['"archive"']);
      expect(recent.count()).to.equal(asked);
      expect(await ask("getBlockTime", 600)).to.deep.equal(['"recent"']);
    });
  }

  it("is not learned from a slot that no upstream has", async () => {
    for (const node of [recent, archive])
      node.script = (asked, response) =>
        asked.method === "getBlockTime" && (asked.params as number[])[0] === 400
          ? (respondError(response, asked, -32009, "skipped") as undefined)
          : '"ok"';
    build();
    await bench.ask("getBlockTime", "[400]").catch(() => undefined);
    expect(await bench.ask("getBlockTime", "[399]")).to.equal('"ok"');
  });

  it("is learned from an upstream's own first block", async () => {
    recent.script = ({ method }) => (method === "getFirstAvailableBlock" ? "700" : '"recent"');
    build({ tier: 1 }, { tier: 2 });
    await bench.ask("getFirstAvailableBlock");
    expect(await ask("getBlockTime", 699)).to.deep.equal(['"archive"']);
    expect(await ask("getBlockTime", 700)).to.deep.equal(['"recent"']);
  });

  const pruned = (first: number) => (asked: Asked, response: ServerResponse) => {
    const slot = Number((asked.params as number[])[0]);
    if (slot >= first) return '"recent"';
    const message = `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`;
    return respondError(response, asked, -32001, message) as undefined;
  };

  it("is learned from a refusal that names the first block, for every older slot", async () => {
    recent.script = pruned(500);
    build({ tier: 1 }, { tier: 2 });
    expect(await bench.ask("getBlockTime", "[10]")).to.equal('"archive"');
    expect(recent.count("getBlockTime")).to.equal(1);
    expect(await ask("getBlockTime", 499)).to.deep.equal(['"archive"']);
    expect(recent.count("getBlockTime")).to.equal(1);
    expect(await ask("getBlockTime", 500)).to.deep.equal(['"recent"']);
  });

  it("moves up as the upstream prunes", async () => {
    recent.script = pruned(500);
    build({ tier: 1 }, { tier: 2 });
    await bench.ask("getBlockTime", "[10]");
    recent.script = pruned(600);
    expect(await ask("getBlockTime", 550)).to.deep.equal(['"archive"']);
    expect(recent.count("getBlockTime")).to.equal(2);
    expect(await ask("getBlockTime", 599)).to.deep.equal(['"archive"']);
    expect(recent.count("getBlockTime")).to.equal(2);
  });

  it("keeps calls from an upstream without the block even if the one that has it fails", async () => {
    recent.script = pruned(500);
    build({ tier: 1 }, { tier: 2 });
    await bench.ask("getBlockTime", "[10]");
    archive.script = (asked, response) =>
      respondError(response, asked, -32603, "Internal error") as undefined;
    const error = await errorOf(bench.ask("getBlockTime", "[10]"));
    expect([error.code, recent.count("getBlockTime")]).to.deep.equal([-32603, 1]);
  });

  it("falls back to the upstream that goes back furthest if none goes back far enough", async () => {
    recent.script = pruned(500);
    archive.script = pruned(300);
    build({ tier: 1 }, { tier: 2 });
    const first = await errorOf(bench.ask("getBlockTime", "[10]"));
    const second = await errorOf(bench.ask("getBlockTime", "[11]"));
    expect([first.code, second.code]).to.deep.equal([-32001, -32001]);
    expect(second.message).to.match(/Block 11 .* First available block: 300$/);
    expect([recent.count("getBlockTime"), archive.count("getBlockTime")]).to.deep.equal([1, 2]);
  });

  it("is not corrected by a list that begins later than requested", async () => {
    recent.script = (asked, response) =>
      asked.method === "getBlocks"
        ? "[500,501]"
        : (respondError(response, asked, -32007, "Slot was skipped") as undefined);
    archive.script = (asked, response) =>
      asked.method === "getBlocks"
        ? (respondError(response, asked, -32601, "Method not found") as undefined)
        : '"archive"';
    build({ tier: 1 }, { tier: 2 });
    await bench.ask("getBlockTime", "[400]");
    expect(await bench.ask("getBlocks", "[10,501]")).to.equal("[500,501]");
    expect(await bench.ask("getBlockTime", "[399]")).to.equal('"archive"');
    expect(recent.count("getBlockTime")).to.equal(1);
  });

  it("is queried once a minute at an upstream that gets no calls, since it may have been restored", async () => {
    const clock = useFakeClock();
    build({ tier: 1 }, { tier: 2 });
    const nodes = bench.upstreams
      .set(bench.network)
      .upstreams.map((upstream, index) => answerInProcess(upstream, index === 0 ? 500 : 0));
    const countAt = (index: number, method: string) =>
      nodes[index]?.asked.filter((asked) => asked === method).length;
    const blockTime = () => tickThrough(clock, bench.ask("getBlockTime", "[10]"), { maxMs: 5000 });
    expect(await blockTime()).to.equal("0");
    expect(await blockTime()).to.equal("0");
    expect(countAt(0, "getFirstAvailableBlock")).to.equal(0);
    Object.assign(nodes[0] ?? {}, { first: 0 });
    await clock.tickAsync(30_000);
    // After a minute without calls, a network is queried for its slots only.
    await blockTime();
    expect(countAt(0, "getBlockTime")).to.equal(1);
    await clock.tickAsync(31_000);
    expect(countAt(0, "getFirstAvailableBlock")).to.equal(1);
    await blockTime();
    expect(countAt(0, "getBlockTime")).to.equal(2);
    await clock.tickAsync(119_000);
    await blockTime();
    expect(countAt(0, "getBlockTime")).to.equal(3);
    expect(countAt(0, "getFirstAvailableBlock")).to.equal(1);
  });

  it("sends the lookup of an unknown transaction on only to an upstream with full history", async () => {
    recent.script = () => "null";
    build({ tier: 1 }, { history: "full", tier: 2 });
    expect(await bench.ask("getTransaction", '["signature"]')).to.equal('"archive"');
    archive.script = () => "null";
    expect(await bench.ask("getTransaction", '["signature"]')).to.equal("null");
    await bench.close();
    build({ tier: 1 }, { tier: 2 });
    const asked = archive.count();
    expect(await bench.ask("getTransaction", '["signature"]')).to.equal("null");
    expect(archive.count()).to.equal(asked);
  });
});

/** Stubs an upstream's HTTP client, so that the clock alone decides the timing; its ledger begins at slot `first`. */
function answerInProcess(upstream: Upstream, first: number): { first: number; readonly asked: string[] } {
  const node = { first, asked: [] as string[] };
  upstream.http.send = ({ servedName, params }) => {
    node.asked.push(servedName);
    const answers: Readonly<Record<string, string>> = {
      getGenesisHash: '"GenesisA"',
      getHealth: '"ok"',
      getSlot: "1000",
      getFirstAvailableBlock: String(node.first),
      getBlockTime: "0",
    };
    const [slot = 0] = JSON.parse(params) as readonly number[];
    if (servedName !== "getBlockTime" || slot >= node.first)
      return Promise.resolve(RawJson.fromText(answers[servedName] ?? "null"));
    const message = `Block ${slot} cleaned up, does not exist on node. First available block: ${node.first}`;
    const wire = RawJson.fromText(JSON.stringify({ code: -32001, message }));
    return Promise.reject(RpcError.fromLedger(-32001, message, wire));
  };
  return node;
}
