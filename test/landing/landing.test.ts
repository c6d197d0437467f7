import { join } from "node:path";
import type { Clock } from "@sinonjs/fake-timers";
import { expect } from "chai";
import { Cancellation } from "../../src/call/cancellation.ts";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import type { CallContext } from "../../src/gateway/call-context.ts";
import { sendAndConfirmTransaction } from "../../src/handlers/transaction-fate.ts";
import { createFileLandingStorage } from "../../src/landing/file-landing-storage.ts";
import { type LandingStorage, leaseMs, syncMs } from "../../src/landing/landing-storage.ts";
import type { SavedTransaction } from "../../src/landing/tracked-transaction.ts";
import { readTransaction } from "../../src/transaction/read-transaction.ts";
import { tickThrough, tickUntil, useFakeClock } from "../fake-clock.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { makeTransaction } from "../transaction/made-transactions.ts";
import {
  createTestUpstreams,
  errorOf,
  respondError,
  ScriptedUpstream,
  type TestUpstreams,
} from "../upstream/harness.ts";

/** What the nodes of a test say of the ledger. */
interface Ledger {
  slot: number;
  /** JSON text of the status of every signature. */
  status: string;
  /** Whether a node takes transactions. */
  refuses: (node: number) => string | undefined;
  isValid: boolean;
  /** JSON text of what nodes answer to a transaction that they take; undefined for its signature. */
  taken: string | undefined;
  /** Called as a transaction comes, before it is answered. */
  onSend: () => void;
}

describe("a transaction that is sent until it lands", () => {
  let ledger: Ledger;
  let nodes: ScriptedUpstream[];
  let bench: TestUpstreams;
  let wire: string;
  let signature: string;
  let clock: Clock;

  /** Statuses are as of processed state, all else of finalized. */
  const inContext = (value: string, slot = ledger.slot) => `{"context":{"slot":${slot}},"value":${value}}`;
  const statusAt = (slot: number, level: string, err = "null") =>
    `{"slot":${slot},"confirmations":null,"err":${err},"confirmationStatus":"${level}"}`;

  beforeEach(async () => {
    ledger = {
      slot: 1000,
      status: "null",
      refuses: () => undefined,
      isValid: true,
      taken: undefined,
      onSend: () => undefined,
    };
    wire = await makeTransaction();
    ({ signature } = readTransaction(Buffer.from(wire, "base64")));
    nodes = await Promise.all(
      [0, 1].map((at) =>
        new ScriptedUpstream((asked, response) => {
          const { method, params } = asked;
          if (method === "getSignatureStatuses") {
            const [signatures] = params as [string[]];
            return inContext(`[${signatures.map(() => ledger.status).join()}]`, ledger.slot + 32);
          }
          if (method === "isBlockhashValid") return inContext(String(ledger.isValid));
          ledger.onSend();
          const refusal = ledger.refuses(at);
          return refusal === undefined
            ? (ledger.taken ?? JSON.stringify(signature))
            : (respondError(response, asked, -32002, refusal) as undefined);
        }).start(),
      ),
    );
    clock = useFakeClock(Date.now());
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const sends = () => nodes.map((node) => node.asked.filter(({ method }) => method === "sendTransaction"));
  const settled = <Result>(promise: Promise<Result>) => tickThrough(clock, promise, { maxMs: 20_000 });
  const send = (notes: CallNotes = {}, sending?: "once" | "land") =>
    bench.ask("sendTransaction", `["${wire}",{"encoding":"base64"}]`, { notes, ...(sending && { sending }) });
  const until = (holds: () => boolean) => tickUntil(clock, holds, { maxMs: 20_000, stepMs: 50 });
  /** Other bytes under the same signature, in base-64. */
  const forged = async () => {
    const other = Buffer.from(await makeTransaction({ memo: "other" }), "base64");
    Buffer.from(wire, "base64").copy(other, 1, 1, 65);
    return other.toString("base64");
  };
  const fate = () => bench.upstreams.landing.find("test", signature)?.fate.status;

  it("gets its answer once one upstream has taken it, and is sent to all upstreams repeatedly, without preflight", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const notes: CallNotes = {};
    const answered = send(notes);
    await until(() => sends().flat().length >= 7);
    expect(await answered).to.equal(JSON.stringify(signature));
    expect(notes.sending).to.equal("land");
    const [first, ...others] = sends()
      .flat()
      .toSorted((one, other) => one.id - other.id)
      .map(({ params }) => params as unknown[]);
    expect(
      [first, ...others].filter((params) => !JSON.stringify(params).includes("skipPreflight")),
    ).to.have.length(1);
    for (const params of others.filter((other) => JSON.stringify(other).includes("skipPreflight")))
      expect(params).to.deep.equal([wire, { encoding: "base64", skipPreflight: true, maxRetries: 0 }]);
  });

  for (const taken of [JSON.stringify("1".repeat(64)), "null", "5", "{}"])
    it(`gets its own signature as the answer even if the upstream that took it answers ${taken}`, async () => {
      bench = createTestUpstreams(nodes, { sending: "land" });
      ledger.taken = taken;
      expect(await settled(send())).to.equal(JSON.stringify(signature));
    });

  it("costs its caller one more call for each upstream after the first, however often it is sent", async () => {
    bench = createTestUpstreams(nodes, {});
    const charged: number[] = [];
    const ask = () =>
      bench.ask("sendTransaction", `["${wire}",{"encoding":"base64"}]`, {
        sending: "land",
        charge: (calls) => charged.push(calls),
      });
    const answered = ask();
    await until(() => sends().flat().length >= 7);
    await answered;
    expect(charged).to.deep.equal([1]);
    expect(await settled(ask())).to.equal(JSON.stringify(signature));
    expect(charged, "what is under way already costs nothing further").to.deep.equal([1]);
  });

  it("is no longer sent once it is confirmed, and no longer pending once it is finalized", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const answered = send();
    await until(() => sends().flat().length >= 3);
    await answered;
    ledger.status = statusAt(1001, "confirmed");
    await until(() => fate() === "landed");
    const count = sends().flat().length;
    await clock.tickAsync(10_000);
    ledger.status = statusAt(1001, "finalized");
    await until(() => bench.upstreams.landing.size === 0);
    expect([sends().flat().length, fate()]).to.deep.equal([count, "landed"]);
  });

  it("is not confused with other bytes that have its signature, even after it has landed", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    await settled(send());
    ledger.status = statusAt(1001, "finalized");
    await until(() => bench.upstreams.landing.size === 0);
    const count = sends().flat().length;
    expect(await settled(send())).to.equal(JSON.stringify(signature));
    expect([sends().flat().length, bench.upstreams.landing.size]).to.deep.equal([count, 0]);
    ledger.refuses = () => "Transaction signature verification failure";
    const error = await settled(
      errorOf(bench.ask("sendTransaction", `["${await forged()}",{"encoding":"base64"}]`, {})),
    );
    expect(error.message).to.include("signature verification failure");
    expect(sends().flat().length).to.be.above(count);
    expect(fate()).to.equal("landed");
  });

  it("stays landed if other bytes with its signature come later; those are sent only once", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    await settled(send());
    ledger.status = statusAt(1001, "finalized");
    await until(() => bench.upstreams.landing.size === 0);
    ledger.status = "null";
    const count = sends().flat().length;
    const notes: CallNotes = {};
    await settled(bench.ask("sendTransaction", `["${await forged()}",{"encoding":"base64"}]`, { notes }));
    expect([notes.sending, bench.upstreams.landing.size, fate()]).to.deep.equal(["once", 0, "landed"]);
    await settled(send());
    expect([sends().flat().length, bench.upstreams.landing.size]).to.deep.equal([count + 1, 0]);
  });

  it("is sent again when a fork drops it", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const answered = send();
    await until(() => sends().flat().length >= 3);
    await answered;
    ledger.status = statusAt(1001, "confirmed");
    await until(() => fate() === "landed");
    const count = sends().flat().length;
    ledger.status = "null";
    ledger.slot = 1004;
    await until(() => sends().flat().length > count);
    expect(fate()).to.equal("pending");
  });

  it("fails when the ledger reports an error for it", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const answered = send();
    await until(() => sends().flat().length >= 1);
    await answered;
    ledger.status = statusAt(1001, "finalized", '{"InstructionError":[0,{"Custom":1}]}');
    await until(() => bench.upstreams.landing.size === 0);
    expect(bench.upstreams.landing.find("test", signature)?.fate).to.deep.equal({
      status: "failed",
      inclusion: { slot: 1001, commitment: "finalized", error: '{"InstructionError":[0,{"Custom":1}]}' },
    });
  });

  it("expires once its blockhash is no longer valid and no upstream knows the transaction", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const answered = send();
    await until(() => sends().flat().length >= 1);
    await answered;
    ledger.isValid = false;
    ledger.slot = 1300;
    for (const { facts } of nodes) Object.assign(facts, { slot: 1300, finalized: 1300 });
    await until(() => bench.upstreams.landing.size === 0);
    expect(fate()).to.equal("expired");
  });

  it("is not said to be past its last height if its blockhash ended before that", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    await settled(send());
    const transaction = bench.upstreams.landing.find("test", signature);
    ledger.isValid = false;
    ledger.slot = 1100;
    for (const { facts } of nodes) Object.assign(facts, { slot: 1100, finalized: 1100 });
    await until(() => bench.upstreams.landing.size === 0);
    const context = {
      land: () => Promise.resolve(transaction),
      params: { text: () => "confirmed" },
      reportProgress: () => undefined,
      cancellation: new Cancellation(),
    };
    const error = await errorOf(sendAndConfirmTransaction(context as unknown as CallContext));
    expect(error.message).to.include("is final, where its blockhash is not valid, and the ledger");
  });

  it("is sent only once with the header x-send: once", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const notes: CallNotes = {};
    await settled(send(notes, "once"));
    await clock.tickAsync(10_000);
    expect([sends().flat().length, notes.sending, bench.upstreams.landing.size]).to.deep.equal([
      1,
      undefined,
      0,
    ]);
  });

  it("is sent until it lands if its caller asks for it, though the network does not", async () => {
    bench = createTestUpstreams(nodes);
    const answered = send({}, "land");
    await until(() => sends().flat().length >= 3);
    expect(await answered).to.equal(JSON.stringify(signature));
  });

  it("is sent no more often when a second caller sends the same bytes", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const [one, other] = [send(), send()];
    await until(() => sends().flat().length >= 1);
    expect(await one).to.equal(await other);
    await settled(send());
    const preflights = sends()
      .flat()
      .filter(({ body }) => !body.includes("skipPreflight"));
    expect([preflights.length, bench.upstreams.landing.size]).to.deep.equal([1, 1]);
  });

  it("is still sent after its first caller disconnects, and a second caller still gets its answer", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    const cancellation = new Cancellation();
    ledger.onSend = () => cancellation.cancel();
    const ask = (options: object) =>
      bench.ask("sendTransaction", `["${wire}",{"encoding":"base64"}]`, options);
    const answers = Promise.all([ask({ cancellation }), ask({})]);
    expect((await settled(answers))[1]).to.equal(JSON.stringify(signature));
    expect(fate()).to.equal("pending");
  });

  it("is not replaced by other bytes that have its signature; those are sent only once", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    await settled(send());
    const notes: CallNotes = {};
    await settled(bench.ask("sendTransaction", `["${await forged()}",{"encoding":"base64"}]`, { notes }));
    expect(notes.sending).to.equal("once");
    expect(bench.upstreams.landing.find("test", signature)?.saved.wire).to.equal(wire);
  });

  it("is sent only once if too many are pending, and the answer says so", async () => {
    bench = createTestUpstreams(nodes, { sending: "land", maxPending: 1 });
    await settled(send());
    const other = await makeTransaction({ memo: "other" });
    const notes: CallNotes = {};
    await settled(bench.ask("sendTransaction", `["${other}",{"encoding":"base64"}]`, { notes }));
    expect([notes.sending, bench.upstreams.landing.size]).to.deep.equal(["once", 1]);
  });

  it("is sent only once if its caller already has half of the free capacity, while another caller still gets one", async () => {
    bench = createTestUpstreams(nodes, { sending: "land", maxPending: 4 });
    const sentFor = async (client: string, memo: string) => {
      const notes: CallNotes = {};
      const params = `["${await makeTransaction({ memo })}",{"encoding":"base64"}]`;
      await settled(bench.ask("sendTransaction", params, { notes, client }));
      return notes.sending;
    };
    const one = await Promise.all(["a", "b"].map((memo) => sentFor("198.51.100.7", memo)));
    expect(one).to.deep.equal(["land", "land"]);
    expect(await sentFor("198.51.100.7", "c")).to.equal("once");
    expect(await sentFor("198.51.100.8", "d")).to.equal("land");
    ledger.status = statusAt(1001, "finalized");
    await until(() => bench.upstreams.landing.size === 0);
    expect(await sentFor("198.51.100.7", "e")).to.equal("land");
  });

  it("is taken by another upstream if the first does not know its blockhash yet", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    let refused = 0;
    ledger.refuses = () => {
      refused += 1;
      return refused === 1 ? "Transaction simulation failed: Blockhash not found" : undefined;
    };
    expect(await settled(send())).to.equal(JSON.stringify(signature));
  });

  it("is sent by the next process after a restart", async () => {
    const path = join(temporaryFolder(), "state.transactions");
    bench = createTestUpstreams(nodes, {
      sending: "land",
      landingStorage: createFileLandingStorage(path, 10),
    });
    await settled(send());
    await settled(bench.close());
    const count = sends().flat().length;
    bench = createTestUpstreams(nodes, { landingStorage: createFileLandingStorage(path, 10) });
    await until(() => sends().flat().length > count);
    expect(bench.upstreams.landing.find("test", signature)?.saved).to.include({ wire, signature });
  });

  describe("and is shared with other processes", () => {
    /** What the next syncs give; undefined for one that is not answered. */
    let synced: { adopted: SavedTransaction[]; lost: string[] } | undefined;
    const storage: LandingStorage = {
      place: "redis",
      isHeldByPeer: () => Promise.resolve(false),
      add: () => Promise.resolve(true),
      sync: () => (synced === undefined ? new Promise(() => undefined) : Promise.resolve(synced)),
      find: () => Promise.resolve(undefined),
      recordExpiry: () => Promise.resolve(),
      release: () => Promise.resolve(),
    };
    beforeEach(async () => {
      synced = { adopted: [], lost: [] };
      bench = createTestUpstreams(nodes, { sending: "land", landingStorage: storage });
      await settled(send());
      await until(() => sends().flat().length >= 3);
    });
    const sendsWithin = async (ms: number) => {
      const before = sends().flat().length;
      await clock.tickAsync(ms);
      return sends().flat().length - before;
    };

    it("is no longer sent once another process has taken it over, but its fate is still learned", async () => {
      synced = { adopted: [], lost: [`test ${signature}`] };
      await clock.tickAsync(syncMs);
      expect(await sendsWithin(10_000)).to.equal(0);
      ledger.status = statusAt(1001, "finalized");
      await until(() => bench.upstreams.landing.size === 0);
      expect(fate()).to.equal("landed");
    });

    it("is sent again once that other process has died", async () => {
      synced = { adopted: [], lost: [`test ${signature}`] };
      await clock.tickAsync(syncMs);
      const saved = bench.upstreams.landing.find("test", signature)?.saved;
      synced = { adopted: saved === undefined ? [] : [saved], lost: [] };
      await clock.tickAsync(syncMs);
      expect(await sendsWithin(10_000)).to.be.above(0);
    });

    it("is not sent after its lease has ended until a sync shows that no other process took it over", async () => {
      synced = undefined;
      await clock.tickAsync(leaseMs + syncMs);
      expect(await sendsWithin(10_000)).to.equal(0);
    });
  });

  describe("and that another process may be sending", () => {
    let adopted: SavedTransaction[];
    const storageThat = (holds: Pick<LandingStorage, "isHeldByPeer" | "add">): LandingStorage => ({
      place: "redis",
      ...holds,
      sync: () => Promise.resolve({ adopted, lost: [] }),
      find: () => Promise.resolve(undefined),
      recordExpiry: () => Promise.resolve(),
      release: () => Promise.resolve(),
    });
    const sendWith = async (holds: Pick<LandingStorage, "isHeldByPeer" | "add">) => {
      adopted = [];
      bench = createTestUpstreams(nodes, { sending: "land", landingStorage: storageThat(holds) });
      expect(await settled(send())).to.equal(JSON.stringify(signature));
      await clock.tickAsync(10_000);
      return sends().flat().length;
    };
    const never = () => Promise.reject(new Error("not to be asked"));

    it("is only watched while the other process sends it, and sent once that process has died", async () => {
      const storage = { isHeldByPeer: () => Promise.resolve(true), add: never };
      expect(await sendWith(storage)).to.equal(0);
      expect(fate()).to.equal("pending");
      const saved = bench.upstreams.landing.find("test", signature)?.saved;
      adopted = saved === undefined ? [] : [saved];
      await until(() => sends().flat().length > 0);
      ledger.status = statusAt(1001, "finalized");
      await until(() => bench.upstreams.landing.size === 0);
      expect(fate()).to.equal("landed");
    });

    it("is sent only once if keeping it shows that another process sends it", async () => {
      const storage = { isHeldByPeer: () => Promise.resolve(false), add: () => Promise.resolve(false) };
      expect(await sendWith(storage)).to.equal(1);
    });
  });

  it("is sent even while the shared storage can't be reached @long", async () => {
    const down = () => Promise.reject(new Error("down"));
    const storage = {
      place: "redis" as const,
      isHeldByPeer: down,
      add: down,
      sync: down,
      find: down,
      recordExpiry: down,
      release: down,
    };
    bench = createTestUpstreams(nodes, { sending: "land", landingStorage: storage });
    await settled(send());
    await clock.tickAsync(60_000);
    const before = sends().flat().length;
    await until(() => sends().flat().length > before);
  });

  it("is answered with the first refusal, and not pending, if all upstreams refuse it", async () => {
    bench = createTestUpstreams(nodes, { sending: "land" });
    ledger.refuses = () => "Transaction simulation failed: insufficient funds";
    const error = await settled(errorOf(send()));
    expect([error.code, sends().flat().length, bench.upstreams.landing.size]).to.deep.equal([-32002, 1, 0]);
  });
});
