import { expect } from "chai";
import fc from "fast-check";
import { Alarm, Deadlines } from "../../src/call/deadlines.ts";

function sleep(deadlines: Deadlines, ms: number): Promise<void> {
  return new Promise((resolve) => {
    deadlines.add(new Alarm(resolve), performance.now() + ms);
  });
}

describe("deadlines", () => {
  it("fire in order, never early, and at most a tick late", async () => {
    const deadlines = new Deadlines();
    const start = performance.now();
    const waits = [70, 25, 50, 0, 100];
    const came: { wait: number; at: number }[] = [];
    await Promise.all(
      waits.map(async (wait) => {
        await sleep(deadlines, wait);
        came.push({ wait, at: performance.now() - start });
      }),
    );
    expect(came.map(({ wait }) => wait)).to.deep.equal([0, 25, 50, 70, 100]);
    for (const { wait, at } of came) expect(at).to.be.within(wait, wait + 250);
    expect(deadlines.size).to.equal(0);
  });

  it("do not fire once they are removed, even by one that fires at the same time", async () => {
    const deadlines = new Deadlines();
    const came: string[] = [];
    const removed = new Alarm(() => came.push("removed"));
    const victim = new Alarm(() => came.push("victim"));
    const now = performance.now();
    deadlines.add(removed, now + 10);
    deadlines.add(
      new Alarm(() => {
        came.push("killer");
        deadlines.remove(victim);
      }),
      now + 10,
    );
    deadlines.add(victim, now + 10);
    deadlines.remove(removed);
    deadlines.remove(removed);
    await sleep(deadlines, 30);
    expect(came).to.deep.equal(["killer"]);
    expect(deadlines.size).to.equal(0);
  });

  it("move when they are added again", async () => {
    const deadlines = new Deadlines();
    const came: number[] = [];
    const start = performance.now();
    const entry = new Alarm(() => came.push(performance.now() - start));
    deadlines.add(entry, start + 10);
    deadlines.add(entry, start + 50);
    expect(deadlines.size).to.equal(1);
    await sleep(deadlines, 80);
    expect(came).to.have.length(1);
    expect(came[0]).to.be.at.least(50);
  });

  it("that are further away than a round of the wheel wait for their own round", async () => {
    const deadlines = new Deadlines();
    const now = performance.now();
    const roundMs = 1024 * 8;
    const far = new Alarm(() => {
      throw new Error("a round too early");
    });
    deadlines.add(far, now + roundMs + 16);
    await sleep(deadlines, 50);
    expect(deadlines.size).to.equal(1);
    deadlines.remove(far);
  });

  it("all fire after a pause that was longer than a round", async () => {
    const deadlines = new Deadlines();
    let came = 0;
    const now = performance.now();
    for (let wait = 1; wait <= 200; wait += 1)
      deadlines.add(
        new Alarm(() => {
          came += 1;
        }),
        now + wait,
      );
    const end = performance.now() + 250;
    while (performance.now() < end);
    await sleep(deadlines, 10);
    expect(came).to.equal(200);
  });

  it("come in time where one that comes adds another far away", async () => {
    const deadlines = new Deadlines();
    const start = performance.now();
    const far = new Alarm(() => undefined);
    deadlines.add(new Alarm(() => deadlines.add(far, start + 60_000)), start + 10);
    await sleep(deadlines, 40);
    expect(performance.now() - start).to.be.below(1000);
    deadlines.remove(far);
  });

  it("keep the process alive only while one waits", () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
    const deadlines = new Deadlines();
    const entry = new Alarm(() => undefined);
    const before = timers();
    for (let round = 0; round < 2; round += 1) {
      deadlines.add(entry, performance.now() + 60_000);
      expect(timers()).to.equal(before + 1);
      deadlines.remove(entry);
      expect(timers()).to.equal(before);
    }
  });

  it("count correctly whatever is added and removed", async () => {
    const action = fc.record({
      index: fc.integer({ min: 0, max: 9 }),
      add: fc.boolean(),
      wait: fc.integer({ min: 0, max: 20_000 }),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const deadlines = new Deadlines();
        const entries = Array.from({ length: 10 }, () => new Alarm(() => undefined));
        const inside = new Set<number>();
        for (const { index, add, wait } of actions) {
          const entry = entries[index] as Alarm;
          if (add) deadlines.add(entry, performance.now() + wait);
          else deadlines.remove(entry);
          if (add) inside.add(index);
          else inside.delete(index);
          if (deadlines.size !== inside.size) return false;
        }
        for (const entry of entries) deadlines.remove(entry);
        return deadlines.size === 0;
      }),
    );
  });
});
