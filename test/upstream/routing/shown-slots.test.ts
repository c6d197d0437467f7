import { expect } from "chai";
import type { CallNotes } from "../../../src/call/upstream-call.ts";
import { LedgerStates, type SlotListener } from "../../../src/reads/state/ledger-states.ts";
import { readTransaction } from "../../../src/transaction/read-transaction.ts";
import { tickThrough, tickUntil, useFakeClock } from "../../fake-clock.ts";
import { makeTransaction } from "../../transaction/made-transactions.ts";
import { createTestUpstreams, ScriptedUpstream, type TestUpstreams } from "../harness.ts";

const inContext = (slot: number, value: string) => `{"context":{"slot":${slot}},"value":${value}}`;
const client = { client: "198.51.100.7" };
const atConfirmed = '[{"commitment":"confirmed"}]';

describe("a client of several upstreams", () => {
  const upstreams = new Map<string, ScriptedUpstream>();
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;
  beforeEach(() => {
    clock = useFakeClock();
  });

  /** Awaits a promise while the clock advances. */
  const ended = <Result>(promise: Promise<Result>) => tickThrough(clock, promise, { maxMs: 10_000 });
  const until = (holds: () => boolean) => tickUntil(clock, holds, { maxMs: 10_000 });

  /** Each upstream answers with its name, from its current slot. */
  async function build(slots: Readonly<Record<string, number>>, ledgers?: LedgerStates): Promise<void> {
    for (const [name, slot] of Object.entries(slots)) {
      const upstream = await new ScriptedUpstream().start();
      upstream.script = () => inContext(upstream.facts.slot, `"${name}"`);
      upstream.facts.slot = slot;
      upstreams.set(name, upstream);
    }
    bench = createTestUpstreams([...upstreams.values()], ledgers && { ledgers });
    for (const upstream of upstreams.values())
      if (upstream.facts.slot === Math.max(...Object.values(slots))) bench.proveAhead(upstream);
  }

  const start = (method = "getLatestBlockhash", params = atConfirmed) => bench.ask(method, params, client);
  const ask = (...words: Parameters<typeof start>) => ended(start(...words));
  const at = (name: string): ScriptedUpstream => {
    const upstream = upstreams.get(name);
    if (upstream === undefined) throw new Error(`no upstream ${name}`);
    return upstream;
  };

  afterEach(async () => {
    await ended(bench.close());
    await Promise.all([...upstreams.values()].map((upstream) => upstream.stop()));
    upstreams.clear();
  });

  it("is sent to the one at the head of the requested commitment", async () => {
    await build({ ahead: 1010, behind: 1000 });
    for (let count = 0; count < 20; count += 1) expect(await ask()).to.contain('"ahead"');
    expect(at("behind").count()).to.equal(0);
  });

  it("comes back to its upstream when that has caught up", async () => {
    await build({ one: 1000, other: 1000 });
    const [own, other] = (await ask()).includes('"one"') ? ["one", "other"] : ["other", "one"];
    for (const name of [other, own]) {
      at(name).facts.slot = 1010;
      bench.proveAhead(at(name));
      await ended(bench.upstreams.check(bench.network));
      for (let count = 0; count < 8; count += 1) expect(await ask()).to.contain(`"${name}"`);
    }
  });

  it("is sent to the one at the head, even if the commitment was not in use for long", async () => {
    await build({ one: 1000, other: 1000 });
    const first = (await ask()).includes('"one"') ? "one" : "other";
    const second = first === "one" ? "other" : "one";
    /** Calls of another client at processed; after a minute of them, probes query nothing else. */
    const useFor = async (seconds: number) => {
      for (let count = 0; count < seconds; count += 1) {
        await ended(bench.ask("getSlot", '[{"commitment":"processed"}]', { client: "198.51.100.8" }));
        await clock.tickAsync(1000);
      }
    };
    await useFor(65);
    at(first).facts.slot = 1001;
    at(second).facts.slot = 1012;
    await useFor(3);
    bench.proveAhead(at(second));
    expect(await ask()).to.contain(`"${second}"`);
  });

  it("is moved to another when a response shows that its upstream fell behind", async () => {
    await build({ one: 1000, other: 1000 });
    const first = (await ask()).includes('"one"') ? "one" : "other";
    const second = first === "one" ? "other" : "one";
    at(first).script = () => inContext(990, `"${first}"`);
    // A response counts if its request was sent after the last known slot.
    await clock.tickAsync(20);
    expect(await ask()).to.contain(`"${second}"`);
    expect(await ask()).to.contain(`"${second}"`);
    expect(at(first).count()).to.equal(2);
  });

  it("waits a little when its upstream went back with a fork and no other has reached its slot", async () => {
    await build({ one: 1005, other: 1000 });
    expect(await ask()).to.equal(inContext(1005, '"one"'));
    at("one").facts.slot = 1003;
    await clock.tickAsync(20);
    const asked = start();
    await until(() => at("one").count() === 2);
    at("one").facts.slot = 1006;
    expect(await ended(asked)).to.equal(inContext(1006, '"one"'));
  });

  it("gets an older answer rather than none if no upstream reaches its slot", async () => {
    await build({ one: 1005, other: 980 });
    expect(await ask()).to.equal(inContext(1005, '"one"'));
    at("one").facts.slot = 1003;
    await clock.tickAsync(20);
    expect(await ask()).to.equal(inContext(1003, '"one"'));
  });

  it("does not share the result of an identical call that was sent before it was shown a newer slot", async () => {
    await build({ one: 1005, other: 1000 });
    let answer: (text: string) => void = () => undefined;
    at("one").script = () => new Promise((resolve) => (answer = resolve));
    const first = bench.ask("getSupply", atConfirmed, { client: "198.51.100.8" });
    await until(() => at("one").count("getSupply") === 1);
    const shared = start("getSupply");
    bench.upstreams.set(bench.network).clients.ofAddress(client.client).shown.raise("confirmed", 1006);
    at("one").script = () => inContext(1006, '"newer"');
    answer(inContext(1005, '"older"'));
    expect(await ended(first)).to.equal(inContext(1005, '"older"'));
    expect(await ended(shared)).to.equal(inContext(1006, '"newer"'));
  });

  it("gets no older answer when the upstream that showed it the newest slot fails and another is a little behind", async () => {
    await build({ ahead: 1005, behind: 1000 });
    expect(await ask()).to.contain('"ahead"');
    at("ahead").script = (_, response) => {
      response.writeHead(503).end();
      return undefined;
    };
    const asked = start();
    await until(() => at("ahead").count() > 1);
    at("behind").facts.slot = 1005;
    expect(await ended(asked)).to.equal(inContext(1005, '"behind"'));
  });

  it("remembers answers that it shared with others, too", async () => {
    await build({ ahead: 1005, behind: 1000 });
    const held: ((text: string) => void)[] = [];
    at("ahead").script = () => new Promise((resolve) => held.push(resolve));
    const first = bench.ask("getLatestBlockhash", atConfirmed, { client: "198.51.100.8" });
    // The call, and the probe by which an upstream proves that it is ahead.
    await until(() => held.length === 2);
    const shared = start();
    for (const answer of held) answer(inContext(1006, '"ahead"'));
    expect(await ended(shared)).to.equal(await first);
    const before = at("ahead").count();
    // The slot that the client was shown counts, not the known slot of its next upstream.
    at("ahead").script = (_, response) => {
      response.writeHead(503).end();
      return undefined;
    };
    const asked = start();
    await until(() => at("ahead").count() > before);
    at("behind").facts.slot = 1006;
    expect(await ended(asked)).to.equal(inContext(1006, '"behind"'));
  });

  it("remembers answers that were cut from a merged one, too", async () => {
    await build({ ahead: 1005, behind: 1000 });
    const held: ((text: string) => void)[] = [];
    at("ahead").script = ({ method }) =>
      method === "getBalance"
        ? new Promise((resolve) => held.push(resolve))
        : inContext(1006, method === "getMultipleAccounts" ? "[null,null]" : '"ahead"');
    const read = (address: string, of: string) =>
      bench.ask("getBalance", `["${address.repeat(32)}",{"commitment":"confirmed"}]`, { client: of });
    const first = read("1", "198.51.100.8");
    await until(() => held.length === 1);
    const merged = [read("2", "198.51.100.9"), read("3", client.client)];
    expect(await ended(Promise.all(merged))).to.deep.equal([inContext(1006, "0"), inContext(1006, "0")]);
    held[0]?.(inContext(1005, "0"));
    await ended(first);
    const before = at("ahead").count("getLatestBlockhash");
    at("ahead").script = (_, response) => {
      response.writeHead(503).end();
      return undefined;
    };
    const asked = start();
    await until(() => at("ahead").count("getLatestBlockhash") > before);
    at("behind").facts.slot = 1006;
    expect(await ended(asked)).to.equal(inContext(1006, '"behind"'));
  });

  for (const [kind, method] of [
    ["a field of the head", "getLatestBlockhash"],
    ["the kept result of an equal call", "getSupply"],
  ] as const)
    it(`remembers an answer from memory, too: ${kind}`, async () => {
      const ledgers = new LedgerStates({ maxBytes: 1e6, acceptedLagSlots: 0 });
      let report: SlotListener = () => undefined;
      ledgers.followWith((_, onSlot) => {
        report = onSlot;
        return Promise.resolve(() => undefined);
      });
      await build({ ahead: 1005, behind: 1000 }, ledgers);
      const other = { client: "198.51.100.8" };
      for (let reads = 0; reads < 3; reads += 1) await ended(bench.ask("getSlot", atConfirmed, other));
      report(1006, 1005);
      await ended(bench.ask(method, atConfirmed, other));
      const notes: CallNotes = {};
      expect(await ended(bench.ask(method, atConfirmed, { ...client, notes }))).to.contain('"ahead"');
      expect(notes.cache).to.equal("head");
      const before = at("ahead").count(method);
      at("ahead").script = (_, response) => {
        response.writeHead(503).end();
        return undefined;
      };
      let isAnswered = false;
      const asked = bench.ask(method, atConfirmed, { ...client, bypassesCache: true });
      void asked.finally(() => (isAnswered = true));
      await until(() => at("ahead").count(method) > before);
      // Time enough for the one that is behind to answer, if it is asked.
      const end = performance.now() + 200;
      await until(() => isAnswered || performance.now() >= end);
      at("behind").facts.slot = 1005;
      expect(await ended(asked)).to.equal(inContext(1005, '"behind"'));
    });

  it("sends a transaction to an upstream that has the slot at which a status was confirmed", async () => {
    await build({ one: 1000, other: 1000 });
    const status = '{"slot":1001,"confirmations":1,"err":null,"confirmationStatus":"confirmed"}';
    for (const name of ["one", "other"])
      at(name).script = ({ method }) =>
        method === "getSignatureStatuses" ? inContext(1001, `[${status}]`) : `"${name}"`;
    await ask("getSignatureStatuses", '[["s"]]');
    const sender = at("one").count() > 0 ? "one" : "other";
    const config = '{"encoding":"base64","preflightCommitment":"confirmed"}';
    expect(await ask("sendTransaction", `["AQ==",${config}]`)).to.equal(`"${sender}"`);
  });

  it("sends a transaction to an upstream that has the slot of its blockhash, whichever client got the blockhash", async () => {
    await build({ ahead: 1005, behind: 1004 });
    const wire = await makeTransaction();
    const { lifetime } = readTransaction(Buffer.from(wire, "base64"));
    for (const name of ["ahead", "behind"])
      at(name).script = ({ method }) =>
        method === "getLatestBlockhash"
          ? inContext(at(name).facts.slot, `{"blockhash":"${lifetime}","lastValidBlockHeight":1050}`)
          : `"${name}"`;
    const ofClient = (number: number) => ({ client: `198.51.100.${number}` });
    for (let number = 1; at("ahead").count("getLatestBlockhash") === 0; number += 1)
      await ended(bench.ask("getLatestBlockhash", '[{"commitment":"processed"}]', ofClient(number)));
    const params = `["${wire}",{"encoding":"base64","preflightCommitment":"processed"}]`;
    for (let number = 100; number < 108; number += 1)
      expect(await ended(bench.ask("sendTransaction", params, ofClient(number)))).to.equal('"ahead"');
  });
});
