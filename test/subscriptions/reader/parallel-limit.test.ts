import { expect } from "chai";
import { ParallelLimit } from "../../../src/subscriptions/reader/parallel-limit.ts";

describe("ParallelLimit", () => {
  it("runs a number at once, the others in order, and goes on after failures", async () => {
    const limit = new ParallelLimit(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const tasks = [0, 1, 2, 3].map((index) =>
      limit.run(async () => {
        started.push(index);
        await new Promise<void>((resolve) => {
          ends.push(resolve);
        });
        if (index === 0) throw new Error("failed");
      }),
    );
    const settled = Promise.allSettled(tasks);
    for (let count = 2; count <= 4; count += 1) {
      await new Promise(setImmediate);
      expect(started).to.have.length(count);
      ends[count - 2]?.();
    }
    ends[3]?.();
    expect((await settled).map(({ status }) => status)).to.deep.equal([
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
    expect(started).to.deep.equal([0, 1, 2, 3]);
  });
});
