import { expect } from "chai";
import { WorkerAnswers } from "../../src/workers/worker-answers.ts";

describe("WorkerAnswers", () => {
  function ask(workers: number[], timeoutMs = 60_000) {
    const results: (readonly string[])[] = [];
    return {
      asked: new WorkerAnswers<string>(workers, timeoutMs, (answers) => results.push(answers)),
      results,
    };
  }

  it("resolves once, when every worker has answered", () => {
    const { asked, results } = ask([1, 2]);
    asked.add(1, "a");
    asked.add(1, "again");
    asked.add(3, "a stranger");
    expect(results).to.deep.equal([]);
    asked.add(2, "b");
    asked.add(2, "late");
    expect(results).to.deep.equal([["a", "b"]]);
  });

  it("does not wait for a worker that has ended", () => {
    const { asked, results } = ask([1, 2]);
    asked.add(1, "a");
    asked.removeWorker(2);
    expect(results).to.deep.equal([["a"]]);
  });

  it("resolves at once if no worker is asked", () => {
    expect(ask([]).results).to.deep.equal([[]]);
  });

  it("resolves with what it has when the time is over", async () => {
    const answers = await new Promise<readonly string[]>((resolve) => {
      const asked = new WorkerAnswers<string>([1, 2], 1, resolve);
      asked.add(1, "a");
    });
    expect(answers).to.deep.equal(["a"]);
  });
});
