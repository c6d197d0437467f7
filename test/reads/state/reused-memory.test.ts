import { expect } from "chai";
import { ReusedMemory } from "../../../src/reads/state/reused-memory.ts";

const unbounded = Number.POSITIVE_INFINITY;

describe("memory of kept responses", () => {
  it("is reused for a response of about the same length", () => {
    const reused = new ReusedMemory();
    const memory = reused.take(30_000, unbounded);
    expect(memory?.length).to.be.within(30_000, 34_096);
    reused.release(memory as Buffer);
    expect(reused.take(50_000, unbounded)).to.not.equal(memory);
    expect(reused.take(30_500, unbounded)).to.equal(memory);
    expect(reused.take(30_500, unbounded)).to.not.equal(memory);
  });

  it("is not taken if it would be larger than allowed", () => {
    expect(new ReusedMemory().take(100, 200)).to.equal(undefined);
  });

  it("is not held for later beyond 8 MiB", () => {
    const reused = new ReusedMemory();
    const taken = Array.from({ length: 12 }, () => reused.take(1024 * 1024, unbounded) as Buffer);
    for (const memory of taken) reused.release(memory);
    const again = taken.map(() => reused.take(1024 * 1024, unbounded));
    expect(again.filter((memory) => taken.includes(memory as Buffer))).to.have.length(8);
  });
});
