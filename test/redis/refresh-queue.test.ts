import { expect } from "chai";
import { RefreshQueue } from "../../src/redis/refresh-queue.ts";

describe("RefreshQueue", () => {
  it("runs one refresh at a time, and one more for all requests during it", async () => {
    let [running, most, count] = [0, 0, 0];
    const queue = new RefreshQueue(
      async () => {
        running += 1;
        count += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      },
      () => undefined,
    );
    await Promise.all(Array.from({ length: 5 }, () => queue.run()));
    expect([most, count]).to.deep.equal([1, 2]);
  });

  it("runs the next refresh after one that failed, whose caller gets the error", async () => {
    const outcomes = [Promise.reject(new Error("away")), Promise.resolve()];
    const queue = new RefreshQueue(
      () => outcomes.shift() ?? Promise.resolve(),
      () => undefined,
    );
    const [first, second] = await Promise.allSettled([queue.run(), queue.run()]);
    expect([first?.status, second?.status]).to.deep.equal(["rejected", "fulfilled"]);
  });

  it("reports the failure of a refresh that no caller waits for", async () => {
    const failure = new Promise((resolve) => {
      new RefreshQueue(() => Promise.reject(new Error("away")), resolve).runNow();
    });
    expect(await failure).to.have.property("message", "away");
  });
});
