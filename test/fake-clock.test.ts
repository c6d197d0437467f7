import { expect } from "chai";
import { useFakeClock } from "./fake-clock.ts";

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
