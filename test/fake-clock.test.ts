import { expect } from "chai";
import { tickThrough, tickUntilSettled, useFakeClock, usePatientClock } from "./fake-clock.ts";

describe("useFakeClock", () => {
  it("runs a timer when the test moves the clock to it, and not before", async () => {
    const clock = useFakeClock();
    let fired = 0;
    setTimeout(() => fired++, 1_000);
    await clock.tickAsync(999);
    expect([fired, Date.now(), performance.now()]).to.deep.equal([0, 999, 999]);
    await clock.tickAsync(1);
    expect(fired).to.equal(1);
  });

  it("ends with the test that asked for it", () => {
    expect(Date.now()).to.be.greaterThan(1_000_000);
  });
});

describe("usePatientClock", () => {
  it("runs timers by itself, and lets no deadline pass while the process stands still", async () => {
    usePatientClock();
    const start = performance.now();
    const due: string[] = [];
    setTimeout(() => due.push("late"), 500);
    const early = new Promise<void>((resolve) => {
      setTimeout(resolve, 30);
    });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    await early;
    expect(due).to.deep.equal([]);
    expect(performance.now() - start).to.be.within(30, 500);
  });

  it("gives no two readings the same time", () => {
    usePatientClock();
    expect(performance.now()).to.be.lessThan(performance.now());
  });
});

describe("tickThrough", () => {
  const wait = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, "done"));

  it("moves the clock as far as a promise needs", async () => {
    const clock = useFakeClock();
    expect(await tickThrough(clock, wait(3_600_000), { maxMs: 3_600_000, stepMs: 600_000 })).to.equal("done");
    expect(await tickUntilSettled(clock, wait(25), { maxMs: 100 })).to.equal(30);
  });

  it("fails when the promise needs longer", async () => {
    const clock = useFakeClock();
    const late = tickThrough(clock, wait(1000), { maxMs: 500 });
    expect(await late.catch((error: Error) => error.message)).to.contain("within 500 ms");
  });
});
