import { expect } from "chai";
import type { UpstreamEntry } from "../../../generated/config.ts";
import {
  type Bench,
  createBench,
  entryOf,
  respondError,
  ScriptedUpstream,
} from "../../faults/upstream-harness.ts";

describe("how far back upstreams go", () => {
  let recent: ScriptedUpstream;
  let archive: ScriptedUpstream;
  let bench: Bench;

  function build(ofRecent: Partial<UpstreamEntry> = {}, ofArchive: Partial<UpstreamEntry> = {}): void {
    const entries = [entryOf(recent.url, { weight: 1000, ...ofRecent }), entryOf(archive.url, ofArchive)];
    const rpcUrls = entries.map((settings) => ({
      url: settings.url,
      weight: settings.weight,
      trusted: true,
      settings,
    }));
    bench = createBench([recent, archive], { network: { rpcUrls }, cache: { enabled: false } });
  }

  const ask = async (method: string, ...params: unknown[]) => {
    const answers = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) answers.add(await bench.ask(method, JSON.stringify(params)));
    return [...answers];
  };

  beforeEach(async () => {
    recent = await new ScriptedUpstream(() => '"recent"').start();
    archive = await new ScriptedUpstream(() => '"archive"').start();
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([recent.stop(), archive.stop()]);
  });

  it("decides where a call that names an older slot goes, if the operator configured it", async () => {
    build({ history: 100, tier: 1 }, { history: "full", tier: 2 });
    await bench.ask("getTransactionCount");
    expect(await ask("getBlockTime", 950)).to.deep.equal(['"recent"']);
    expect(await ask("getBlockTime", 800)).to.deep.equal(['"archive"']);
    expect(await ask("getBlocks", 10, 20)).to.deep.equal(['"archive"']);
  });

  for (const code of [-32001, -32007, -32009]) {
    it(`is learned if one lacks a block (${code}) that another has`, async () => {
      recent.script = ({ params, ...asked }, response) =>
        Number((params as number[])[0]) < 500
          ? (respondError(response, { params, ...asked }, code, "no such block") as undefined)
          : '"recent"';
      build({ tier: 1 }, { tier: 2 });
      expect(await bench.ask("getBlockTime", "[400]")).to.equal('"archive"');
      const asked = recent.count();
      expect(await ask("getBlockTime", 399)).to.deep.equal(['"archive"']);
      expect(recent.count()).to.equal(asked);
      expect(await ask("getBlockTime", 600)).to.deep.equal(['"recent"']);
    });
  }

  it("is not learned from a slot that no one has", async () => {
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

  it("looks up a transaction that one does not know at one with full history, and at no other", async () => {
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
