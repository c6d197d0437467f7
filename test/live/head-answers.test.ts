import { expect } from "chai";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { longestUseMs, type NetworkHead } from "../../src/live/network-head.ts";
import { NetworkHeads, type SlotListener } from "../../src/live/network-heads.ts";
import {
  type Bench,
  createBench,
  faultOf,
  respondError,
  ScriptedUpstream,
} from "../faults/upstream-harness.ts";

describe("answers about the head", () => {
  let upstream: ScriptedUpstream;
  let bench: Bench;
  let heads: NetworkHeads;
  /** Reports the slot that upstreams answer from as processed: the parent of one that begins. */
  let report: (processed: number) => void;
  /** Reports a slot that begins, and its parent. */
  let begin: SlotListener;
  let follows: number;
  let leaves: number;
  let answered: number;
  /** Slot of the context in the upstream's answers; undefined for answers without. */
  let slot: number | undefined;

  function build(change: Parameters<typeof createBench>[1] & { maxBytes?: number } = {}): void {
    heads = new NetworkHeads(change.maxBytes ?? 100_000);
    heads.followWith((_, onSlot) => {
      follows += 1;
      begin = onSlot;
      report = (processed) => onSlot(processed + 1, processed);
      return Promise.resolve(() => {
        leaves += 1;
      });
    });
    bench = createBench([upstream], { ...change, heads });
  }

  beforeEach(async () => {
    [follows, leaves, answered, slot] = [0, 0, 0, 1000];
    // Each answer differs, so that a reused one shows.
    upstream = await new ScriptedUpstream(() => {
      answered += 1;
      return slot === undefined ? `${answered}` : `{"context":{"slot":${slot}},"value":${answered}}`;
    }).start();
  });
  afterEach(async () => {
    heads.close();
    await bench.close();
    await upstream.stop();
  });

  function head(): NetworkHead {
    return heads.get("test") as NetworkHead;
  }

  async function follow(at = 1000): Promise<void> {
    await bench.ask("getSupply");
    await bench.ask("getSupply");
    await Promise.resolve();
    report(at);
  }

  const processed = '[{"commitment":"processed"}]';
  const confirmed = '["a",{"commitment":"confirmed"}]';

  /** Whether the second of two equal calls is answered with the first one's answer. */
  async function isUsedAgain(method: string, params: string, between?: () => unknown): Promise<boolean> {
    const first = await bench.ask(method, params);
    await between?.();
    return (await bench.ask(method, params)) === first;
  }

  it("are not reused, and the head is not followed, while no call repeats", async () => {
    build();
    for (let index = 0; index < 20; index += 1) await bench.ask("getBalance", `["${index}"]`);
    expect(follows).to.equal(0);
  });

  it("make the gateway follow the head from the first repeated call, once", async () => {
    build();
    for (let index = 0; index < 5; index += 1) await bench.ask("getBalance", confirmed);
    expect(follows).to.equal(1);
  });

  it("are reused while no newer slot is known", async () => {
    build();
    await follow();
    expect(await isUsedAgain("getBalance", confirmed)).to.equal(true);
    expect(await isUsedAgain("getLatestBlockhash", processed)).to.equal(true);
  });

  it("at finalized are reused though the node has a newer root", async () => {
    build();
    await follow();
    slot = 967;
    expect(await isUsedAgain("getBalance", '["a",{"commitment":"finalized"}]')).to.equal(true);
  });

  it("at finalized are reused though someone wrote the name of a lower level with escapes", async () => {
    build();
    await follow();
    await bench.ask("getBalance", '["b",{"commi\\u0074ment":"processed"}]');
    slot = 967;
    expect(await isUsedAgain("getBalance", '["a",{"commitment":"finalized"}]')).to.equal(true);
  });

  it("are reused while slots are skipped, since the state does not change", async () => {
    build();
    await follow();
    expect(await isUsedAgain("getBalance", confirmed, () => begin(1005, 1000))).to.equal(true);
  });

  it("of upstreams about themselves are reused like those about the head", async () => {
    build();
    await follow();
    slot = undefined;
    expect(await isUsedAgain("getVersion", "[]")).to.equal(true);
    expect(await isUsedAgain("getVersion", "[]", () => report(1001))).to.equal(false);
  });

  it("are not reused for other parameters or another commitment", async () => {
    build();
    await follow();
    const first = await bench.ask("getBalance", confirmed);
    expect(await bench.ask("getBalance", '["b",{"commitment":"confirmed"}]')).not.to.equal(first);
    expect(await bench.ask("getBalance", '["a",{"commitment":"processed"}]')).not.to.equal(first);
  });

  it("are dropped with the next slot, at every commitment", async () => {
    build();
    await follow();
    for (const commitment of ["processed", "confirmed", "finalized"]) {
      const next = () => report(head().at("processed") + 1);
      const params = `["a",{"commitment":"${commitment}"}]`;
      expect(await isUsedAgain("getBalance", params, next), commitment).to.equal(false);
    }
    expect(heads.byteLength).to.be.lessThan(1000);
  });

  it("are not reused once another answer at that commitment showed a newer slot", async () => {
    build();
    await follow();
    const other = async () => {
      slot = 1001;
      await bench.ask("getBalance", '["b",{"commitment":"confirmed"}]');
    };
    expect(await isUsedAgain("getBalance", confirmed, other)).to.equal(false);
  });

  it("are not reused once a notification at that commitment showed a newer slot", async () => {
    build();
    await follow();
    const notified = () => head().record("confirmed", 1001);
    expect(await isUsedAgain("getBalance", confirmed, notified)).to.equal(false);
  });

  it("are reused after an upstream named a slot that the ledger is far from", async () => {
    build();
    await follow();
    slot = 9e15;
    await bench.ask("getBalance", '["b",{"commitment":"confirmed"}]');
    slot = 1000;
    expect(await isUsedAgain("getBalance", confirmed)).to.equal(true);
  });

  it("are reused after a slot was reported that the ledger is far from", async () => {
    build();
    await follow();
    report(9e15);
    report(1000);
    expect(await isUsedAgain("getBalance", confirmed)).to.equal(true);
  });

  it("are not kept if the upstream is behind the newest known slot", async () => {
    build();
    await follow();
    slot = 999;
    expect(await isUsedAgain("getBalance", '["a",{"commitment":"processed"}]')).to.equal(false);
  });

  it("are not kept if the slot changed while the call was in flight", async () => {
    build();
    await follow();
    const { script } = upstream;
    upstream.script = (...asked) => {
      report(head().at("processed") + 1);
      slot = head().at("processed") - 1;
      return script(...asked);
    };
    expect(await isUsedAgain("getBalance", confirmed)).to.equal(false);
  });

  it("without a slot are true for the head that was known when they were asked for", async () => {
    build();
    await follow();
    slot = undefined;
    expect(await isUsedAgain("getBlockHeight", processed)).to.equal(true);
    const newer = () => head().record("processed", 1001);
    expect(await isUsedAgain("getBlockHeight", "[]", newer), "finalized").to.equal(false);
    expect(await isUsedAgain("getTransactionCount", processed, newer)).to.equal(true);
    const newest = () => head().record("processed", 1002);
    expect(await isUsedAgain("getVoteAccounts", processed, newest)).to.equal(false);
  });

  it("come from an upstream for a caller who wants them fresh", async () => {
    build();
    await follow();
    const first = await bench.ask("getBalance", confirmed);
    expect(await bench.ask("getBalance", confirmed, { isFresh: true })).not.to.equal(first);
  });

  it("are never reused on a development ledger, which changes within a slot", async () => {
    build({ network: { type: "localnet" } });
    await bench.ask("getBalance", confirmed);
    await bench.ask("getBalance", confirmed);
    expect(follows).to.equal(0);
  });

  it("say in the call's notes where they came from", async () => {
    build();
    await follow();
    const sources: CallNotes["cache"][] = [];
    for (let index = 0; index < 2; index += 1) {
      const notes: CallNotes = {};
      await bench.ask("getBalance", confirmed, { notes });
      sources.push(notes.cache);
    }
    expect(sources).to.deep.equal(["miss", "head"]);
  });

  it("do not include errors", async () => {
    build();
    await follow();
    upstream.script = (asked, response) => void respondError(response, asked, -32602, "Invalid param");
    const before = upstream.count("getBalance");
    for (let index = 0; index < 2; index += 1) await faultOf(bench.ask("getBalance", confirmed));
    expect(upstream.count("getBalance") - before).to.equal(2);
  });

  it("are reused byte for byte", async () => {
    build();
    await follow();
    const result = '{"context":{"slot":1000},"value":{ "rentEpoch":18446744073709551615, "x" : "\\u00e9é"}}';
    upstream.script = () => result;
    expect(await bench.ask("getAccountInfo", confirmed)).to.equal(result);
    expect(await bench.ask("getAccountInfo", confirmed)).to.equal(result);
    expect(upstream.count("getAccountInfo")).to.equal(1);
  });

  it("take no more memory than their bound, and are kept again after the next slot", async () => {
    build({ maxBytes: 2000 });
    await follow();
    for (let index = 0; index < 50; index += 1) await bench.ask("getBalance", `["${index}"]`);
    expect(heads.byteLength).to.be.within(1000, 2000);
    expect(await isUsedAgain("getBalance", '["last"]')).to.equal(false);
    report(1001);
    expect(heads.byteLength).to.equal(0);
    slot = 1001;
    expect(await isUsedAgain("getBalance", '["last",{"commitment":"processed"}]')).to.equal(true);
  });

  it("of a network whose head stands still make room for those of others once they are too old", () => {
    build();
    const [still, moving] = ["still", "moving"].map((id) =>
      heads.of({ network: { id }, generation: 0 } as Parameters<NetworkHeads["of"]>[0]),
    );
    const keep = (of: NetworkHead | undefined, key: string, askedAt: number) => {
      const result = RawJson.fromText("1".repeat(40_000));
      const question = { commitment: "processed", askedAt, knownSlot: 0, processedSlot: 0 } as const;
      of?.keep(key, question, { result, shown: 1, floor: undefined }, 100_000);
      return of?.size;
    };
    const now = performance.now();
    const young = now + 10_000;
    expect([keep(still, "a", young), keep(still, "b", young)]).to.deep.equal([1, 2]);
    expect([keep(moving, "a", young), still?.size]).to.deep.equal([0, 2]);
    still?.drop();
    expect([keep(still, "a", now - longestUseMs), keep(still, "b", young)]).to.deep.equal([1, 2]);
    expect([keep(moving, "a", young), still?.size]).to.deep.equal([1, 0]);
  });

  it("are dropped if another ledger is behind the network", async () => {
    build({ upstream: { pollIntervalMs: 50 } });
    await follow();
    const first = await bench.ask("getBalance", confirmed);
    const network = {
      ...bench.network,
      rpcUrls: [{ url: `${upstream.url}other`, weight: 1, trusted: true }],
    };
    expect(await bench.ask("getBalance", confirmed, { network })).not.to.equal(first);
  });

  it("stop following a head that no one has asked about for a while", async () => {
    build();
    await follow();
    head().askedAt = performance.now() - 31_000;
    report(1001);
    expect(leaves).to.equal(1);
  });

  it("stop following heads when the gateway stops", async () => {
    build();
    await follow();
    heads.close();
    expect(leaves).to.equal(1);
  });
});
