import { expect } from "chai";
import fc from "fast-check";
import { CallbackTimer, TimerWheel } from "../../src/call/timer-wheel.ts";
import { useFakeClock } from "../fake-clock.ts";

/** What a timer may be late by. */
const tickMs = 8;
const roundMs = 1024 * tickMs;

describe("timers of a timer wheel", () => {
  it("fire in order, never early, and at most a tick late", async () => {
    const clock = useFakeClock();
    // Not a multiple of a tick: due times lie anywhere between two of them.
    clock.tick(3);
    const timers = new TimerWheel();
    const start = performance.now();
    const came: { wait: number; at: number }[] = [];
    for (const wait of [70, 25, 50, 0, 100])
      timers.add(new CallbackTimer(() => came.push({ wait, at: performance.now() - start })), start + wait);
    await clock.tickAsync(110);
    expect(came.map(({ wait }) => wait)).to.deep.equal([0, 25, 50, 70, 100]);
    for (const { wait, at } of came) expect(at).to.be.within(wait, wait + tickMs);
    expect(timers.size).to.equal(0);
  });

  it("do not fire once removed, even by one that fires at the same time", async () => {
    const clock = useFakeClock();
    const timers = new TimerWheel();
    const came: string[] = [];
    const removed = new CallbackTimer(() => came.push("removed"));
    const victim = new CallbackTimer(() => came.push("victim"));
    const now = performance.now();
    timers.add(removed, now + 10);
    timers.add(
      new CallbackTimer(() => {
        came.push("killer");
        timers.remove(victim);
      }),
      now + 10,
    );
    timers.add(victim, now + 10);
    timers.remove(removed);
    timers.remove(removed);
    await clock.tickAsync(roundMs * 2);
    expect(came).to.deep.equal(["killer"]);
    expect(timers.size).to.equal(0);
  });

  it("move when they are added again", async () => {
    const clock = useFakeClock();
    const timers = new TimerWheel();
    const came: number[] = [];
    const start = performance.now();
    const entry = new CallbackTimer(() => came.push(performance.now() - start));
    timers.add(entry, start + 10);
    timers.add(entry, start + 50);
    expect(timers.size).to.equal(1);
    await clock.tickAsync(roundMs * 2);
    expect(came).to.have.length(1);
    expect(came[0]).to.be.within(50, 50 + tickMs);
  });

  it("further away than a round of the wheel wait for their own round", async () => {
    const clock = useFakeClock();
    const timers = new TimerWheel();
    let came = 0;
    timers.add(new CallbackTimer(() => (came += 1)), performance.now() + 2 * roundMs + 16);
    await clock.tickAsync(2 * roundMs);
    expect([came, timers.size]).to.deep.equal([0, 1]);
    await clock.tickAsync(16 + tickMs);
    expect([came, timers.size]).to.deep.equal([1, 0]);
  });

  it("all fire after a pause that was longer than a round", async () => {
    const clock = useFakeClock();
    const timers = new TimerWheel();
    let came = 0;
    const now = performance.now();
    for (let wait = 1; wait <= 200; wait += 1) timers.add(new CallbackTimer(() => (came += 1)), now + wait);
    // The clocks go on while no timer runs, as when the process is stopped.
    clock.jump(2 * roundMs);
    await clock.tickAsync(0);
    expect([came, timers.size]).to.deep.equal([200, 0]);
  });

  it("fire on time when one of them, as it fires, adds another far in the future", async () => {
    const clock = useFakeClock();
    const timers = new TimerWheel();
    const came: string[] = [];
    const now = performance.now();
    const far = new CallbackTimer(() => came.push("far"));
    timers.add(
      new CallbackTimer(() => {
        came.push("first");
        timers.add(far, now + 60_000);
      }),
      now + 10,
    );
    timers.add(new CallbackTimer(() => came.push("second")), now + 40);
    await clock.tickAsync(40 + tickMs);
    expect(came).to.deep.equal(["first", "second"]);
    await clock.tickAsync(60_000);
    expect(came).to.deep.equal(["first", "second", "far"]);
  });

  it("keep the process alive only while one waits", () => {
    const timersOfNode = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
    const timers = new TimerWheel();
    const entry = new CallbackTimer(() => undefined);
    const before = timersOfNode();
    for (let round = 0; round < 2; round += 1) {
      timers.add(entry, performance.now() + 60_000);
      expect(timersOfNode()).to.equal(before + 1);
      timers.remove(entry);
      expect(timersOfNode()).to.equal(before);
    }
  });

  it("count correctly whatever is added and removed", () => {
    const action = fc.record({
      index: fc.integer({ min: 0, max: 9 }),
      add: fc.boolean(),
      wait: fc.integer({ min: 0, max: 20_000 }),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const timers = new TimerWheel();
        const entries = Array.from({ length: 10 }, () => new CallbackTimer(() => undefined));
        const inside = new Set<number>();
        for (const { index, add, wait } of actions) {
          const entry = entries[index] as CallbackTimer;
          if (add) timers.add(entry, performance.now() + wait);
          else timers.remove(entry);
          if (add) inside.add(index);
          else inside.delete(index);
          if (timers.size !== inside.size) return false;
        }
        for (const entry of entries) timers.remove(entry);
        return timers.size === 0;
      }),
    );
  });
});
