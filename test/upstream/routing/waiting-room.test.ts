import { expect } from "chai";
import { TimerWheel } from "../../../src/call/timer-wheel.ts";
import type { Candidates } from "../../../src/upstream/routing/candidates.ts";
import { WaitingRoom } from "../../../src/upstream/routing/waiting-room.ts";
import type { UpstreamSets } from "../../../src/upstream/watch/upstream-sets.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { callOf, networkOf } from "../harness.ts";

/** A call whose upstreams all fail, and how often it tried to choose one. */
function candidatesOf(isBack: () => boolean, change: Partial<Candidates> = {}) {
  const failing = { breaker: { nextTrialAt: () => 0 } };
  const candidates = {
    asked: 0,
    remaining: [failing],
    set: { isVerified: () => true },
    choose() {
      candidates.asked += 1;
      return isBack() ? failing : undefined;
    },
    chooseForTrial: () => undefined,
    msUntilUnderLimit: () => undefined,
    ...change,
  };
  return candidates as unknown as Candidates & { readonly asked: number };
}

describe("calls that wait for failing upstreams", () => {
  const sets = {} as UpstreamSets;
  const call = (timeoutMs = 5000) =>
    callOf(networkOf(["http://127.0.0.1:9"]), "getSlot", "[]", { timeoutMs });

  it("are bounded: one more is refused until another leaves", async () => {
    const room = new WaitingRoom(sets, new TimerWheel(), 1);
    let isBack = false;
    const first = room.waitForUpstream(
      call(),
      candidatesOf(() => isBack),
    );
    const second = candidatesOf(() => true);
    expect(await room.waitForUpstream(call(), second)).to.equal(undefined);
    expect(second.asked).to.equal(0);
    isBack = true;
    expect(await first).to.not.equal(undefined);
    expect(
      await room.waitForUpstream(
        call(),
        candidatesOf(() => true),
      ),
    ).to.not.equal(undefined);
  });

  it("wait no longer than their deadline", async () => {
    const clock = useFakeClock();
    const room = new WaitingRoom(sets, new TimerWheel(), 1);
    const candidates = candidatesOf(() => false);
    let outcome: unknown = "waits";
    void room.waitForUpstream(call(30), candidates).then((found) => {
      outcome = found;
    });
    await clock.tickAsync(29);
    expect(outcome).to.equal("waits");
    await clock.tickAsync(11);
    expect(outcome).to.equal(undefined);
  });

  it("wait two seconds in all, even if a trial in between failed", async () => {
    const clock = useFakeClock();
    const room = new WaitingRoom(sets, new TimerWheel(), 1);
    let isBack = false;
    const candidates = candidatesOf(() => isBack);
    const first = room.waitForUpstream(call(), candidates);
    await clock.tickAsync(1500);
    isBack = true;
    await clock.tickAsync(100);
    expect(await first).to.not.equal(undefined);
    isBack = false;
    let hasEnded = false;
    void room.waitForUpstream(call(), candidates).then(() => {
      hasEnded = true;
    });
    await clock.tickAsync(300);
    expect(hasEnded).to.equal(false);
    await clock.tickAsync(200);
    expect(hasEnded).to.equal(true);
  });

  it("finally try the upstreams that failed first, which may have recovered while another took long to fail", async () => {
    const clock = useFakeClock();
    const room = new WaitingRoom(sets, new TimerWheel(), 1);
    let isFree = true;
    const candidates = candidatesOf(() => isFree);
    expect(await room.waitForUpstream(call(), candidates)).to.not.equal(undefined);
    isFree = false;
    await clock.tickAsync(2500);
    expect(await room.waitForUpstream(call(), candidates)).to.equal(undefined);
    const tryAnotherRound = () => {
      isFree = true;
      return true;
    };
    expect(await room.waitForUpstream(call(), candidates, { tryAnotherRound })).to.not.equal(undefined);
  });

  it("for quota on one network don't delay those of another", async () => {
    const clock = useFakeClock();
    const room = new WaitingRoom(sets, new TimerWheel(), 100);
    const wait = (id: string) => {
      const checked = { times: 0 };
      const choose = () => {
        checked.times += 1;
        return undefined;
      };
      void room.waitForUpstream(
        callOf({ ...networkOf(["http://127.0.0.1:9"]), id }, "getSlot", "[]", { timeoutMs: 50 }),
        candidatesOf(() => false, { choose, msUntilUnderLimit: () => 8 }),
      );
      return checked;
    };
    for (let calls = 0; calls < 50; calls += 1) wait("busy");
    const alone = wait("quiet");
    await clock.tickAsync(30);
    expect(alone.times).to.be.at.least(2);
  });
});
