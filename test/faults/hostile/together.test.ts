import { expect } from "chai";
import { memoryMiB } from "./hostile-harness.ts";
import { runAttacks } from "./run-attacks.ts";

describe("all of these attacks at once @long", () => {
  it("leave a gateway of 512 MiB alive, and the calls of other clients answered", async () => {
    const { isAlive, answered, peakMiB } = await runAttacks(1);
    expect(isAlive).to.equal(true);
    expect(answered).to.be.above(0);
    expect(peakMiB).to.be.below(memoryMiB);
  });
});
