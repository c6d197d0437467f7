import { expect } from "chai";
import { withinTime } from "../../src/call/within-time.ts";
import { useFakeClock } from "../fake-clock.ts";

describe("withinTime()", () => {
  it("gives what the promise resolves with, and leaves no timer", async () => {
    const clock = useFakeClock();
    expect(await withinTime(Promise.resolve(7), 100)).to.equal(7);
    expect(clock.countTimers()).to.equal(0);
  });

  it("gives undefined once the time is over", async () => {
    const clock = useFakeClock();
    let settled: string | undefined;
    void withinTime(new Promise<never>(() => undefined), 100).then((value) => {
      settled = String(value);
    });
    await clock.tickAsync(99);
    expect(settled).to.equal(undefined);
    await clock.tickAsync(1);
    expect(settled).to.equal("undefined");
  });

  it("rejects as the promise does, and leaves no timer", async () => {
    const clock = useFakeClock();
    const error = new Error("broken");
    const caught = await withinTime(Promise.reject(error), 100).catch((error: unknown) => error);
    expect(caught).to.equal(error);
    expect(clock.countTimers()).to.equal(0);
  });
});
