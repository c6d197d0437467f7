import { expect } from "chai";
import { createRandom } from "../../../bench/ledger/random.ts";
import { pause } from "../../../src/call/call-wait.ts";
import { TimerWheel } from "../../../src/call/timer-wheel.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { SendAttempt } from "../../../src/upstream/attempt/attempt.ts";
import { withOutcomes, withProbeOutcomes } from "../../../src/upstream/attempt/record-outcome.ts";
import { MethodLatencies } from "../../../src/upstream/node/method-latencies.ts";
import { withFailover } from "../../../src/upstream/routing/failover.ts";
import { WaitingRoom } from "../../../src/upstream/routing/waiting-room.ts";
import { UpstreamSets } from "../../../src/upstream/watch/upstream-sets.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { callOf, networkOf, testConfig } from "../harness.ts";
import { ignoringListener } from "../ignoring-listener.ts";

const latencyMs = 10;
const callEveryMs = 20;
const slots = 400;
const slotsPerSwing = 5;
const mostLag = 20;
/** Slots until each upstream has been ahead once and has proven it. */
const warmUpSlots = 100;
const account = '["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri",{"commitment":"confirmed"}]';

/** Three upstreams of one ledger whose lag swings; one of them is always at the head, or on the way there. */
class Swinging {
  head = 1000;
  readonly lags = [0, 0, 0];
  #targets = [0, 0, 0];
  readonly #random = createRandom(11);

  advance(): void {
    this.head += 1;
    if (this.head % slotsPerSwing === 0) {
      const atHead = Math.floor(this.#random() * this.lags.length);
      this.#targets = this.lags.map((_, index) =>
        index === atHead ? 0 : Math.floor(this.#random() * (mostLag + 1)),
      );
    }
    this.#targets.forEach((target, index) => {
      const lag = this.lags[index] ?? 0;
      this.lags[index] = lag < target ? lag + 1 : Math.max(lag - 2, target);
    });
  }

  answer(index: number, method: string, params: string): string {
    const commitment = /"(processed|confirmed)"/.exec(params)?.[1] ?? "finalized";
    const slot = this.head - (this.lags[index] ?? 0) - (depths[commitment] ?? 0);
    const ofHash = Number(/"hash(\d+)"/.exec(params)?.[1]);
    const answers: Readonly<Record<string, string>> = {
      getGenesisHash: '"GenesisA"',
      getHealth: '"ok"',
      getSlot: String(slot),
      getAccountInfo: `{"context":{"slot":${slot}},"value":null}`,
      getLatestBlockhash: `{"context":{"slot":${slot}},"value":{"blockhash":"hash${slot}"}}`,
      isBlockhashValid: `{"context":{"slot":${slot}},"value":${ofHash <= slot}}`,
    };
    return answers[method] ?? "null";
  }
}

const depths: Readonly<Record<string, number>> = { processed: 0, confirmed: 1, finalized: 32 };

describe("calls over upstreams whose lag swings", () => {
  for (const slotMs of [200, 400])
    it(`go to the one at the head as soon as it is there, with slots of ${slotMs} ms`, async () => {
      const clock = useFakeClock(1_000_000);
      const ledger = new Swinging();
      const timer = setInterval(() => ledger.advance(), slotMs);
      const httpAddresses = ledger.lags.map((_, index) => ({
        url: `http://node${index}.test/`,
        weight: 1,
        trusted: true,
      }));
      const network = networkOf([], { httpAddresses });
      const timers = new TimerWheel();
      const ask: SendAttempt = async ({ call, upstream, servedName, params }) => {
        await pause(timers, call, latencyMs);
        const index = Number(/\d+/.exec(upstream.name)?.[0]);
        return RawJson.fromText(ledger.answer(index, servedName, params));
      };
      const config = { ...testConfig, pollIntervalMs: undefined };
      const sets = new UpstreamSets({
        prefer: "speed",
        processes: 1,
        config,
        timers,
        listener: ignoringListener,
        sendProbe: withProbeOutcomes(ignoringListener)(ask),
        isEnabled: () => true,
        wantsEpoch: false,
      });
      const failover = withFailover({
        waitingRoom: new WaitingRoom(sets, timers, 100),
        sets,
        timers,
        config,
        listener: ignoringListener,
        latencies: new MethodLatencies(),
        maxConcurrent: 100,
      });
      const send = failover(withOutcomes(ignoringListener)(ask));
      const behind: number[] = [];
      const nearest: number[] = [];
      for (let calls = 0; ledger.head < 1000 + slots; calls += 1) {
        const call = callOf(network, "getAccountInfo", account, { client: `10.0.0.${calls % 50}` });
        void send(call).then((answer) => {
          if (ledger.head < 1000 + warmUpSlots) return;
          const slot = Number(/"slot":(\d+)/.exec(answer.toString())?.[1]);
          behind.push(ledger.head - 1 - slot);
          nearest.push(Math.min(...ledger.lags));
        });
        await clock.tickAsync(callEveryMs);
      }
      clearInterval(timer);
      await sets.close();
      expect(behind.length).to.be.above(1000);
      expect(quantile(behind, 0.5)).to.be.at.most(quantile(nearest, 0.5) + 1);
      expect(quantile(behind, 0.99)).to.be.at.most(quantile(nearest, 0.99) + 3);
    });
});

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
}
