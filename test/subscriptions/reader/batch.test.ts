import { expect } from "chai";
import { Batch } from "../../../src/subscriptions/reader/batch.ts";

describe("batch", () => {
  it("combines requests of one turn with one config, up to a number", async () => {
    const asked: string[] = [];
    const batch = new Batch<string>("getStatuses", 2, async (keys, config) => {
      asked.push(`${config}:${keys.join()}`);
      return keys.map((key) => key.toUpperCase());
    });
    const answers = await Promise.all([
      batch.read("a", "x"),
      batch.read("b", "y"),
      batch.read("c", "x"),
      batch.read("d", "x"),
    ]);
    expect(answers).to.deep.equal(["A", "B", "C", "D"]);
    expect(asked).to.deep.equal(["x:a,c", "x:d", "y:b"]);
  });

  it("reports a failure, or an answer that is too short, to every caller", async () => {
    const failing = new Batch<string>("getStatuses", 2, async () => {
      throw new Error("down");
    });
    const outcomes = await Promise.allSettled([failing.read("a", ""), failing.read("b", "")]);
    expect(outcomes.map((outcome) => outcome.status)).to.deep.equal(["rejected", "rejected"]);
    const short = new Batch<string>("getStatuses", 2, async () => ["only"]);
    const [first, second] = await Promise.allSettled([short.read("a", ""), short.read("b", "")]);
    expect([first.status, second.status]).to.deep.equal(["fulfilled", "rejected"]);
  });
});
