import { expect } from "chai";
import { CircuitBreaker } from "../../../src/upstream/node/circuit-breaker.ts";

/** A breaker that was opened by five failed calls at 1000 ms. */
function opened(): CircuitBreaker {
  const breaker = new CircuitBreaker({ failures: 5, openMs: 2000 });
  for (let count = 0; count < 5; count += 1) breaker.recordFailure("call", 1000);
  return breaker;
}

describe("a breaker", () => {
  it("opens at the configured number of failures in a row, and says so once", () => {
    const breaker = new CircuitBreaker({ failures: 3, openMs: 1000 });
    const said = [
      breaker.recordFailure("call", 0),
      breaker.recordFailure("call", 0),
      breaker.recordSuccess(),
      breaker.recordFailure("call", 0),
      breaker.recordFailure("call", 0),
      breaker.recordFailure("call", 0),
      breaker.recordFailure("call", 0),
    ];
    expect(said).to.deep.equal([false, false, false, false, false, true, false]);
    expect(breaker.isOpen).to.equal(true);
  });

  it("lets one trial call through after its backoff, and closes if it succeeds", () => {
    const breaker = opened();
    expect(breaker.tryAcquire(1249)).to.equal(false);
    expect([breaker.tryAcquire(1250), breaker.tryAcquire(1250)]).to.deep.equal([true, false]);
    expect(breaker.recordSuccess()).to.equal(true);
    expect([breaker.isOpen, breaker.tryAcquire(1250), breaker.tryAcquire(1250)]).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  it("doubles its backoff with each failed trial, up to the configured limit", () => {
    const breaker = opened();
    let now = 1000;
    const pauses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const from = now;
      while (!breaker.tryAcquire(now)) now += 10;
      pauses.push(now - from);
      breaker.recordFailure("call", now);
    }
    expect(pauses).to.deep.equal([250, 500, 1000, 2000, 2000, 2000]);
  });

  it("does not back off longer because of calls that were in flight when it opened", () => {
    const breaker = opened();
    for (let count = 0; count < 50; count += 1) breaker.recordFailure("call", 1240);
    expect(breaker.tryAcquire(1250)).to.equal(true);
  });

  it("backs off only briefly for a call that has no other upstream", () => {
    const breaker = opened();
    let now = 1250;
    for (let count = 0; count < 5; count += 1) {
      expect(breaker.tryAcquire(now, { isLastResort: true })).to.equal(true);
      breaker.recordFailure("call", now);
      expect(breaker.tryAcquire(now + 199, { isLastResort: true })).to.equal(false);
      now += 200;
    }
    expect(breaker.tryAcquire(now)).to.equal(false);
  });

  it("lets the next call try if a trial hangs or is inconclusive", () => {
    const breaker = opened();
    expect(breaker.tryAcquire(1250)).to.equal(true);
    expect([breaker.tryAcquire(1749), breaker.tryAcquire(1750)]).to.deep.equal([false, true]);
    breaker.endTrial();
    expect(breaker.tryAcquire(1751)).to.equal(true);
  });

  it("lets a call try at once when failed probes succeed again", () => {
    const breaker = opened();
    breaker.recordFailure("call", 1000);
    expect(breaker.recordFailure("probe", 1010)).to.equal(false);
    expect(breaker.tryStartTrial(5000)).to.equal(false);
    expect(breaker.recordProbeSuccess(1100)).to.equal(false);
    expect(breaker.tryStartTrial(1100)).to.equal(true);
    expect(breaker.recordSuccess()).to.equal(true);
  });

  it("does not trust probes of an upstream that answers them and fails every call", () => {
    const breaker = opened();
    for (let now = 1000; now < 1250; now += 50) breaker.recordProbeSuccess(now);
    expect(breaker.isOpen).to.equal(true);
    expect(breaker.tryStartTrial(1249)).to.equal(false);
    expect(breaker.tryStartTrial(1250)).to.equal(true);
  });

  it("closes by probes alone if no call has failed for a while", () => {
    const breaker = opened();
    expect(breaker.recordProbeSuccess(4000)).to.equal(false);
    expect(breaker.recordProbeSuccess(4001)).to.equal(true);
    expect(breaker.isOpen).to.equal(false);
  });

  it("opens by probes alone", () => {
    const breaker = new CircuitBreaker({ failures: 2, openMs: 1000 });
    expect([breaker.recordFailure("probe", 0), breaker.recordFailure("probe", 0)]).to.deep.equal([
      false,
      true,
    ]);
  });
});
