import { expect } from "chai";
import { Batch } from "../../../src/subscriptions/reader/batch.ts";
import { ParallelLimit } from "../../../src/subscriptions/reader/full-reads.ts";
import { backoffMs } from "../../../src/subscriptions/upstream/upstream-links.ts";

describe("batch", () => {
  it("combines requests of one turn with one config, up to a number", async () => {
    const asked: string[] = [];
    const batch = new Batch<string>(2, async (keys, config) => {
      asked.push(`${config}:${keys.join()}`);
      return keys.map((key) => key.toUpperCase());
    });
    const answers = await Promise.all([
      batch.ask("a", "x"),
      batch.ask("b", "y"),
      batch.ask("c", "x"),
      batch.ask("d", "x"),
    ]);
    expect(answers).to.deep.equal(["A", "B", "C", "D"]);
    expect(asked).to.deep.equal(["x:a,c", "x:d", "y:b"]);
  });

  it("reports a failure, or an answer that is too short, to every caller", async () => {
    const failing = new Batch<string>(2, async () => {
      throw new Error("down");
    });
    const outcomes = await Promise.allSettled([failing.ask("a", ""), failing.ask("b", "")]);
    expect(outcomes.map((outcome) => outcome.status)).to.deep.equal(["rejected", "rejected"]);
    const short = new Batch<string>(2, async () => ["only"]);
    const [first, second] = await Promise.allSettled([short.ask("a", ""), short.ask("b", "")]);
    expect([first.status, second.status]).to.deep.equal(["fulfilled", "rejected"]);
  });
});

describe("parallel limit", () => {
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

describe("backoff", () => {
  it("doubles up to its bound, with half of it as jitter", () => {
    const config = { minMs: 100, maxMs: 1000 };
    const bounds = [
      [1, 100],
      [2, 200],
      [4, 800],
      [5, 1000],
      [5000, 1000],
    ] as const;
    for (const [failures, full] of bounds) {
      const waits = Array.from({ length: 200 }, () => backoffMs(failures, config));
      expect(Math.min(...waits)).to.be.at.least(full / 2);
      expect(Math.max(...waits)).to.be.at.most(full);
      expect(new Set(waits).size).to.be.greaterThan(100);
    }
  });
});
