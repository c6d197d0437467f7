import { expect } from "chai";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import type { Fate } from "../../src/landing/fate.ts";
import { LandingLoop } from "../../src/landing/landing-loop.ts";
import { TrackedTransaction } from "../../src/landing/tracked-transaction.ts";
import { useFakeClock } from "../fake-clock.ts";

describe("the pending transactions of a network", () => {
  it("get no fate if they are added after the network was closed", async () => {
    const clock = useFakeClock();
    const fates: Fate[] = [];
    const landing = new LandingLoop({
      network: {
        clock: { slotMs: 400, pollMs: 400 },
        witnesses: () => [],
        targets: () => ({ targets: [], unfitReasons: undefined }),
      },
      timers: new TimerWheel(),
      maxMs: 1000,
      maySend: () => true,
      onFate: (_, fate) => fates.push(fate),
      onError: (error) => expect.fail(String(error)),
    });
    const pending = new TrackedTransaction({
      network: "test",
      signature: "late",
      wire: "",
      lifetime: "",
      nonceAccount: undefined,
      lastValidBlockHeight: 1150,
      firstSlot: 1000,
      firstHeight: undefined,
      firstSeenAt: Date.now(),
    });
    landing.close();
    landing.add(pending);
    await clock.tickAsync(10_000);
    expect(fates).to.deep.equal([]);
  });
});
