import { expect } from "chai";
import { WorkerRound } from "../../src/workers/worker-round.ts";

describe("WorkerRound", () => {
  function round(workers: number[], timeoutMs = 60_000) {
    const results: (readonly string[])[] = [];
    return {
      round: new WorkerRound<string>(workers, timeoutMs, (answers) => results.push(answers)),
      results,
    };
  }

  it("is done when every worker answered, once", () => {
    const { round: asked, results } = round([1, 2]);
    asked.answer(1, "a");
    asked.answer(1, "again");
    asked.answer(3, "a stranger");
    expect(results).to.deep.equal([]);
    asked.answer(2, "b");
    asked.answer(2, "late");
    expect(results).to.deep.equal([["a", "b"]]);
  });

  it("does not wait for a worker that ended", () => {
    const { round: asked, results } = round([1, 2]);
    asked.answer(1, "a");
    asked.forget(2);
    expect(results).to.deep.equal([["a"]]);
  });

  it("is done at once where nobody is asked", () => {
    expect(round([]).results).to.deep.equal([[]]);
  });

  it("is done with what it has when the time is over", async () => {
    const answers = await new Promise<readonly string[]>((resolve) => {
      const asked = new WorkerRound<string>([1, 2], 1, resolve);
      asked.answer(1, "a");
    });
    expect(answers).to.deep.equal(["a"]);
  });
});
