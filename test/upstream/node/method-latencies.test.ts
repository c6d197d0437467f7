import { expect } from "chai";
import fc from "fast-check";
import { LatencyQuantile } from "../../../src/upstream/node/method-latencies.ts";

describe("the estimate of a latency percentile", () => {
  it("is undefined before there are enough samples", () => {
    const quantile = new LatencyQuantile();
    for (let count = 0; count < 19; count += 1) quantile.add(10);
    expect(quantile.estimateMs).to.equal(undefined);
    for (let count = 0; count < 20; count += 1) quantile.add(10);
    expect(quantile.estimateMs).to.be.within(10, 12);
  });

  it("is never off by more than a fifth, and never too low", () => {
    const samples = fc.array(fc.double({ min: 0.5, max: 30_000, noNaN: true }), {
      minLength: 64,
      maxLength: 512,
    });
    fc.assert(
      fc.property(samples, (values) => {
        const quantile = new LatencyQuantile();
        // The estimate is updated after 20 samples and after every 16 more.
        const used = values.slice(0, values.length - ((values.length - 20) % 16));
        for (const value of used) quantile.add(value);
        const sorted = [...used].sort((a, b) => a - b);
        const exact = sorted[Math.ceil(used.length * 0.95) - 1] ?? 0;
        const estimate = quantile.estimateMs ?? 0;
        return estimate >= exact * 0.999 && estimate <= exact * 1.2001;
      }),
    );
  });

  it("follows when the method becomes slower or quicker", () => {
    const quantile = new LatencyQuantile();
    for (let count = 0; count < 5000; count += 1) quantile.add(10);
    for (let count = 0; count < 1000; count += 1) quantile.add(100);
    expect(quantile.estimateMs).to.be.within(100, 120);
    for (let count = 0; count < 6000; count += 1) quantile.add(1);
    expect(quantile.estimateMs).to.be.within(1, 1.2);
  });

  it("counts values off its scale as its ends", () => {
    const quantile = new LatencyQuantile();
    for (let count = 0; count < 40; count += 1) quantile.add(0);
    expect(quantile.estimateMs).to.equal(0.5);
    for (let count = 0; count < 400; count += 1) quantile.add(1e12);
    expect(quantile.estimateMs).to.be.greaterThan(30_000);
  });
});
