import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import { withCache } from "../../src/cache/with-cache.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { UpstreamSet } from "../../src/upstream/node/upstream-set.ts";
import type { UpstreamSets } from "../../src/upstream/watch/upstream-sets.ts";
import { useFakeClock } from "../fake-clock.ts";
import { callOf, networkOf } from "../faults/upstream-harness.ts";

/** The last epoch before the turn, and its slots. */
const epoch = 99;
const span = { epoch, firstSlot: 100_000, endSlot: 101_000 };
const cached = Object.values(methods).filter(({ cache }) => cache.class === "epoch");

describe("answers of an epoch", () => {
  for (const slotMs of [50, 100, 200, 400])
    for (const quietSlots of [1, 20, 90])
      it(`are given no longer than it lasts, after ${quietSlots} quiet slots of ${slotMs} ms`, async () => {
        const clock = useFakeClock(1_000_000);
        const set = new UpstreamSet(networkOf([]), [], { freshSlots: 1 }, 0);
        const beganAt = performance.now();
        const startSlot = span.endSlot - quietSlots - 20;
        const slotNow = () => startSlot + Math.floor((performance.now() - beganAt) / slotMs);
        const sets = { get: () => set } as unknown as UpstreamSets;
        const cache = new AnswerCache({ maxBytes: 1e6, maxEntryBytes: 1e5 });
        const send = withCache({ cache, sets, secondTier: undefined, count: () => undefined })(async () =>
          RawJson.fromText(`{"epoch":${slotNow() < span.endSlot ? epoch : epoch + 1}}`),
        );
        const ask = async () => {
          const answers = cached.map(({ name }) => send(callOf(networkOf([]), name, "[]")));
          return (await Promise.all(answers)).map((answer) => (answer.parse() as { epoch: number }).epoch);
        };
        set.clock.span = span;
        set.clock.recordSlots(slotNow(), slotNow(), performance.now());
        expect(new Set(await ask())).to.deep.equal(new Set([epoch]));
        // Nothing is learned meanwhile.
        await clock.tickAsync((quietSlots + 20 + 7) * slotMs);
        expect(slotNow()).to.equal(span.endSlot + 7);
        expect(new Set(await ask())).to.deep.equal(new Set([epoch + 1]));
      });
});
