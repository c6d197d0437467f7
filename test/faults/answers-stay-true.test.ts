import { expect } from "chai";
import { LedgerView } from "../../bench/ledger/ledger-view.ts";
import { depths, ModelLedger } from "../../bench/ledger/model-ledger.ts";
import { createRandom } from "../../bench/ledger/random.ts";
import { SimulatedUpstream } from "../../bench/ledger/simulated-upstream.ts";
import { checkAnswer } from "../../bench/traffic/check-answer.ts";
import { RequestSource } from "../../bench/traffic/request-mix.ts";
import type { AnswerSource, CallNotes } from "../../src/call/upstream-call.ts";
import { LedgerStates } from "../../src/reads/state/ledger-states.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { tickThrough, useFakeClock } from "../fake-clock.ts";
import { createTestUpstreams, type TestUpstreams } from "../upstream/harness.ts";

const slotMs = 100;
const runMs = 2000;
const callEveryMs = 4;
/** Slots for which an answer is used at most while none is reported: those of 400 ms, which is what the gateway takes them to last. */
const mostReuseSlots = 6;

/** An answer; undefined if the ledger refused, as one that is behind does with a transaction that it can't know yet. */
function answerOf(asked: Promise<string>): Promise<string | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof RpcError && error.kind === "ledger") return undefined;
    throw error;
  });
}

/** Makes calls at a steady rate for so long, and waits for the answers. */
async function everyFewMs(ms: number, callAll: () => readonly Promise<void>[]): Promise<void> {
  const running: Promise<void>[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    running.push(...callAll());
    await new Promise((resolve) => setTimeout(resolve, callEveryMs));
  }
  await Promise.all(running);
}

describe("mixed traffic through every step that saves calls @long", () => {
  const random = createRandom(11);
  let ledger: ModelLedger;
  let view: LedgerView;
  let upstream: SimulatedUpstream;
  let ledgers: LedgerStates;
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;
  let slots: NodeJS.Timeout;
  /** What is done at each slot. */
  let onSlot: () => void;
  let dropsReport: () => boolean;

  beforeEach(async () => {
    clock = useFakeClock();
    ledger = new ModelLedger();
    for (let index = 0; index < 30; index += 1) {
      if (index % 3 === 1) ledger.addTokenAccount(`account ${index}`, "mint");
      else ledger.addAccount(`account ${index}`);
    }
    view = new LedgerView(ledger);
    upstream = await new SimulatedUpstream(view).start();
    upstream.behaviour.latencyMs = () => 1 + random() * 15;
    ledgers = new LedgerStates({ maxBytes: 10_000_000, acceptedLagSlots: 0 });
    ledgers.followWith((_, report) =>
      Promise.resolve(
        ledger.onSlot(() => {
          const slot = view.slotAt("processed");
          if (!dropsReport()) setTimeout(() => report(slot + 1, slot), random() * 30);
        }),
      ),
    );
    [onSlot, dropsReport] = [() => undefined, () => false];
    const source = new RequestSource(ledger, random);
    slots = setInterval(() => {
      for (let change = 0; change < 10; change += 1) ledger.touch(source.account());
      onSlot();
      ledger.advance();
    }, slotMs);
  });
  afterEach(async () => {
    clearInterval(slots);
    ledgers.close();
    await passed(bench.close());
    await upstream.close();
  });

  /** Lets the clock go on until a promise settles. */
  const passed = (promise: Promise<void>) => tickThrough(clock, promise, { maxMs: 10 * runMs, stepMs: 2 });

  /** Calls at a steady rate; says what was wrong, and where answers came from. */
  async function run(maxLag: number): Promise<{ faults: string[]; sources: Map<AnswerSource, number> }> {
    const source = new RequestSource(ledger, random);
    const faults: string[] = [];
    const sources = new Map<AnswerSource, number>();
    const mostSlots = mostReuseSlots + maxLag + 1;

    async function call(): Promise<void> {
      const request = source.next();
      const headBefore = ledger.head;
      const notes: CallNotes = {};
      const answer = await answerOf(bench.ask(request.method, JSON.stringify(request.params), { notes }));
      if (answer === undefined) return;
      if (notes.cache !== undefined) sources.set(notes.cache, (sources.get(notes.cache) ?? 0) + 1);
      const { isWrong, slot } = checkAnswer(ledger, request, `{"result":${answer}}`);
      const asked = `${request.method} ${JSON.stringify(request.params)} (${notes.cache}): ${answer}`;
      if (isWrong) faults.push(`was never true: ${asked}`);
      const behind = headBefore - depths[request.commitment] - (slot ?? headBefore);
      if (behind > mostSlots) faults.push(`is ${behind} slots old: ${asked}`);
    }

    await passed(everyFewMs(runMs, () => [call()]));
    return { faults, sources };
  }

  describe("with answers about the head", () => {
    beforeEach(() => {
      bench = createTestUpstreams([upstream.url], { ledgers });
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

  it("shows no slot below one that was shown at the same commitment before the call", async () => {
    bench = createTestUpstreams([upstream.url], { ledgers });
    const shown = { processed: 0, confirmed: 0, finalized: 0 };
    const faults: string[] = [];
    const [address = ""] = ledger.addresses;
    const askAll = () => {
      const running: Promise<void>[] = [];
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
      return running;
    };
    await passed(everyFewMs(runMs / 2, askAll));
    expect(faults).to.deep.equal([]);
  });
});
