import { expect } from "chai";
import { depths, KnownLedger } from "../../bench/ledger/known-ledger.ts";
import { LedgerView } from "../../bench/ledger/ledger-view.ts";
import { createRandom } from "../../bench/ledger/random.ts";
import { SimulatedUpstream } from "../../bench/ledger/simulated-upstream.ts";
import { checkAnswer } from "../../bench/traffic/check-answer.ts";
import { RequestSource } from "../../bench/traffic/request-mix.ts";
import { createFollowAccount } from "../../src/app/follow-accounts.ts";
import { methodPlans } from "../../src/app/method-plans.ts";
import type { AnswerSource, CallNotes } from "../../src/call/upstream-call.ts";
import { LiveAccounts } from "../../src/live/live-accounts.ts";
import { longestUseMs } from "../../src/live/network-head.ts";
import { NetworkHeads } from "../../src/live/network-heads.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { createSubscriptionHub, type SubscriptionHub } from "../../src/subscriptions/hub/subscription-hub.ts";
import { configOf } from "../networks/harness.ts";
import { RecordedEvents } from "../transports/websocket/harness.ts";
import { type Bench, createBench } from "./upstream-harness.ts";

const slotMs = 100;
const runMs = 2000;
const callEveryMs = 4;

/** An answer; undefined if the ledger refused, as one that is behind does with a transaction that it can't know yet. */
function answerOf(asked: Promise<string>): Promise<string | undefined> {
  return asked.catch((fault: unknown) => {
    if (fault instanceof RpcError && fault.kind === "ledger") return undefined;
    throw fault;
  });
}

describe("mixed traffic through every step that saves calls @long", () => {
  const random = createRandom(11);
  let ledger: KnownLedger;
  let view: LedgerView;
  let upstream: SimulatedUpstream;
  let heads: NetworkHeads;
  let bench: Bench;
  let clock: NodeJS.Timeout;
  /** What is done at each slot. */
  let onSlot: () => void;
  let dropsReport: () => boolean;

  beforeEach(async () => {
    ledger = new KnownLedger();
    for (let index = 0; index < 30; index += 1) ledger.addAccount(`account ${index}`);
    view = new LedgerView(ledger);
    upstream = await new SimulatedUpstream(view).start();
    upstream.behaviour.latencyMs = () => 1 + random() * 15;
    heads = new NetworkHeads(1_000_000);
    heads.followWith((_, report) =>
      Promise.resolve(
        ledger.onSlot(() => {
          const slot = view.slotAt("processed");
          if (!dropsReport()) setTimeout(() => report(slot + 1, slot), random() * 30);
        }),
      ),
    );
    [onSlot, dropsReport] = [() => undefined, () => false];
    const source = new RequestSource(ledger, random);
    clock = setInterval(() => {
      for (let change = 0; change < 10; change += 1) ledger.touch(source.account());
      onSlot();
      ledger.advance();
    }, slotMs);
  });
  afterEach(async () => {
    clearInterval(clock);
    heads.close();
    await bench.close();
    await upstream.close();
  });

  /** Calls at a steady rate; says what was wrong, and where answers came from. `olderSlots`: how far live answers may be behind. */
  async function run(
    maxLag: number,
    olderSlots = 0,
  ): Promise<{ faults: string[]; sources: Map<AnswerSource, number> }> {
    const source = new RequestSource(ledger, random);
    const faults: string[] = [];
    const sources = new Map<AnswerSource, number>();
    const headSlots = Math.ceil(longestUseMs / slotMs) + maxLag + 1;

    async function call(): Promise<void> {
      const request = source.next();
      const headBefore = ledger.head;
      const notes: CallNotes = {};
      const answer = await answerOf(bench.ask(request.method, JSON.stringify(request.params), { notes }));
      if (answer === undefined) return;
      if (notes.cache !== undefined) sources.set(notes.cache, (sources.get(notes.cache) ?? 0) + 1);
      const { isWrong, staleSlots, outdatedSlots } = checkAnswer(ledger, request, `{"result":${answer}}`);
      const asked = `${request.method} ${JSON.stringify(request.params)} (${notes.cache}): ${answer}`;
      if (isWrong) faults.push(`was never true: ${asked}`);
      const isLive = notes.cache === "live";
      const behind = ((isLive ? outdatedSlots : staleSlots) ?? 0) - (ledger.head - headBefore);
      if (behind > (isLive ? olderSlots : headSlots)) faults.push(`is ${behind} slots old: ${asked}`);
    }

    const running: Promise<void>[] = [];
    const end = performance.now() + runMs;
    while (performance.now() < end) {
      running.push(call());
      await new Promise((resolve) => setTimeout(resolve, callEveryMs));
    }
    await Promise.all(running);
    return { faults, sources };
  }

  describe("with answers about the head", () => {
    beforeEach(() => {
      bench = createBench([upstream.url], { heads });
    });

    it("gives no answer that was not true at its slot, nor one that is too old", async () => {
      const { faults, sources } = await run(0);
      expect(faults).to.deep.equal([]);
      for (const saved of ["head", "merged"] as const)
        expect(sources.get(saved), saved).to.be.greaterThan(10);
    });

    it("gives none while slots are reported late or not at all, and the upstream falls behind and catches up", async () => {
      dropsReport = () => random() < 0.3;
      onSlot = () => {
        view.lag = random() < 0.5 ? 0 : 1 + Math.floor(random() * 3);
      };
      const { faults } = await run(3);
      expect(faults).to.deep.equal([]);
    });
  });

  describe("with live accounts", () => {
    const { websocket } = configOf();
    const verifyMs = 300;
    /** Slots in which a state that no notification showed must be found: the turn, its read, and what a loaded machine adds. */
    const verifySlots = Math.ceil((verifyMs * 2) / slotMs) + 1;
    let accounts: LiveAccounts;
    let hub: SubscriptionHub;
    let corrections: number;

    beforeEach(() => {
      corrections = 0;
      accounts = new LiveAccounts(
        {
          enabled: true,
          afterReads: 3,
          withinMs: 10_000,
          verifyMs,
          maxAccounts: 1000,
          maxBytes: 1e7,
          idleMs: 60_000,
        },
        {
          onCorrected: () => {
            corrections += 1;
          },
          onMissed: () => undefined,
          onReadFailed: () => undefined,
        },
      );
      const network = { wsUrls: [{ url: upstream.wsUrl, weight: 1, trusted: true }] };
      bench = createBench([upstream.url], { heads, liveAccounts: accounts, network });
      hub = createSubscriptionHub({
        plans: methodPlans,
        send: bench.upstreams.send,
        clock: bench.upstreams.clock,
        dials: true,
        store: { onChange: () => () => undefined },
        websocket: { ...websocket, reconnect: { ...websocket.reconnect, minMs: 20, maxMs: 50 } },
        requestTimeoutMs: 1000,
        maxFrameBytes: 1_000_000,
        listener: new RecordedEvents(),
      });
      accounts.followWith(createFollowAccount(hub, methodPlans));
    });
    afterEach(() => {
      accounts.close();
      hub.close();
    });

    it("gives no answer that was not true at its slot, nor one that is more than a slot old", async () => {
      const { faults, sources } = await run(0, 1);
      expect(faults).to.deep.equal([]);
      expect(sources.get("live")).to.be.greaterThan(20);
    });

    it("gives none while notifications are late, out of order or missing: verification finds those", async () => {
      upstream.behaviour.dropsNotification = () => random() < 0.5;
      upstream.behaviour.notificationDelayMs = () => random() * 2 * slotMs;
      const { faults, sources } = await run(0, verifySlots);
      expect(faults).to.deep.equal([]);
      expect(sources.get("live")).to.be.greaterThan(20);
      expect(corrections).to.be.greaterThan(0);
    });

    it("gives none while sockets die and the upstream falls behind and catches up", async () => {
      onSlot = () => {
        if (random() < 0.1) upstream.dropSockets();
        view.lag = random() < 0.5 ? 0 : 1 + Math.floor(random() * 3);
      };
      const { faults, sources } = await run(3, verifySlots + 3);
      expect(faults).to.deep.equal([]);
      expect(sources.get("live")).to.be.greaterThan(10);
    });

    it("gives none while the upstream is on forks that are dropped", async () => {
      const source = new RequestSource(ledger, random);
      onSlot = () => {
        if (random() < 0.3) view.startFork(source.account());
      };
      const { faults, sources } = await run(0, verifySlots);
      expect(faults).to.deep.equal([]);
      expect(sources.get("live")).to.be.greaterThan(20);
    });
  });

  it("shows no slot below one that was shown at the same commitment before the call", async () => {
    bench = createBench([upstream.url], { heads });
    const shown = { processed: 0, confirmed: 0, finalized: 0 };
    const faults: string[] = [];
    const [address = ""] = ledger.addresses;
    const running: Promise<void>[] = [];
    const end = performance.now() + runMs / 2;
    while (performance.now() < end) {
      for (const commitment of Object.keys(depths) as (keyof typeof depths)[]) {
        const floor = shown[commitment];
        const method = random() < 0.5 ? "getBalance" : "getLatestBlockhash";
        const params = method === "getBalance" ? [address, { commitment }] : [{ commitment }];
        const asked = bench.ask(method, JSON.stringify(params)).then((answer) => {
          const slot = Number(/"slot":(\d+)/.exec(answer)?.[1]);
          if (slot < floor) faults.push(`${commitment} ${slot} after ${floor}`);
          shown[commitment] = Math.max(shown[commitment], slot);
        });
        running.push(asked);
      }
      await new Promise((resolve) => setTimeout(resolve, callEveryMs));
    }
    await Promise.all(running);
    expect(faults).to.deep.equal([]);
  });
});
