import { expect } from "chai";
import { seeds } from "../../property-runs.ts";
import { type DrivenRun, runDriven } from "./driven-run.ts";

const run: Omit<DrivenRun, "slotMs" | "withSessions"> = {
  seed: 13,
  clients: 100,
  // Each client reads 34 times between two transactions.
  reads: Math.max(seeds(20_000), 8000),
  mayFail: true,
};

describe("a hundred clients over upstreams whose lag swings", () => {
  for (const [slotMs, tag] of [
    [400, " @long"],
    [200, ""],
  ] as const) {
    it(`who are known by their addresses are seldom shown older state than before, with slots of ${slotMs} ms${tag}`, async () => {
      const { proof, behind, times } = await runDriven({ ...run, slotMs, withSessions: false });
      expect((proof.wentBack * 1000) / proof.reads).to.be.at.most(2);
      expect((proof.unseenWrites * 1000) / proof.ownReads).to.be.at.most(2);
      expectAtHead(behind, times);
    });

    it(`who have sessions never are, and see all that they wrote, with slots of ${slotMs} ms${tag}`, async () => {
      const { proof, behind, times } = await runDriven({ ...run, slotMs, withSessions: true });
      expectAtHead(behind, times);
      const { wentBack, unseenWrites, refusedSends } = proof;
      expect({ wentBack, unseenWrites, refusedSends }).to.deep.equal({
        wentBack: 0,
        unseenWrites: 0,
        refusedSends: 0,
      });
    });
  }

  it("are at the head from the first read at a commitment on", async () => {
    const { behind, times } = await runDriven({
      ...run,
      seed: 11,
      reads: 5000,
      mayFail: false,
      slotMs: 400,
      withSessions: false,
    });
    expectAtHead(behind, times);
  });
});

describe("ten clients without sessions over upstreams whose lag swings, with slots of 60 ms", () => {
  for (const [what, wayMs] of [
    ["all are quick", () => 5],
    ["one is slow", (random: () => number, upstream: number) => (upstream === 0 ? 200 : 1) * (1 + random())],
  ] as const)
    for (const withReads of [true, false])
      it(`are seldom shown older state than before while ${what}${withReads ? "" : ", with each read sent by itself @long"}`, async function () {
        this.timeout(120_000);
        let wentBack = 0;
        let reads = 0;
        for (let seed = 1; seed <= seeds(6); seed += 1) {
          const { proof } = await runDriven({
            seed,
            slotMs: 60,
            clients: 10,
            reads: 6000,
            withSessions: false,
            withReads,
            mayFail: seed % 3 > 0,
            warmUpMs: 20_000,
            wayMs,
          });
          wentBack += proof.wentBack;
          reads += proof.reads;
        }
        expect((wentBack * 1000) / reads).to.be.at.most(2);
      });
});

/** What makes it hard to tell which upstream is ahead, with slots of 60 ms. */
const conditions: readonly (readonly [what: string, Partial<DrivenRun>])[] = [
  ["upstreams answer slowly and out of order", { wayMs: (random) => 10 + random() ** 2 * 440 }],
  ["one upstream is slow", { wayMs: (random, upstream) => (upstream === 0 ? 200 : 1) * (1 + random()) }],
  ["the process stands still now and then", { stallMs: (random) => (random() < 0.1 ? random() * 900 : 0) }],
  [
    "upstreams are slow and the process stands still",
    {
      wayMs: (random) => 1 + random() ** 4 * 200,
      stallMs: (random) => (random() < 0.1 ? random() * 400 : random() * 30),
    },
  ],
  ...[3, 10, 40, 149, 5000].map(
    (ahead) =>
      [
        `one upstream claims to be ${ahead} slots ahead now and then`,
        { claimed: (head: number) => (head % 100 < 50 ? ahead : 0) },
      ] as const,
  ),
];

describe("sessions over upstreams whose lag swings", () => {
  for (const [what, condition] of conditions)
    it(`see no older state and all that they wrote while ${what}`, async function () {
      this.timeout(120_000);
      for (let seed = 1; seed <= seeds(30); seed += 1) {
        const { proof } = await runDriven({
          seed,
          slotMs: 60,
          clients: 10,
          reads: 600,
          withSessions: true,
          withReads: seed % 2 === 0,
          mayFail: seed % 3 > 0,
          warmUpMs: seed % 4 === 0 ? 0 : 5000,
          ...condition,
        });
        const { wentBack, unseenWrites, refusedSends } = proof;
        expect({ wentBack, unseenWrites, refusedSends }, `seed ${seed}`).to.deep.equal({
          wentBack: 0,
          unseenWrites: 0,
          refusedSends: 0,
        });
      }
    });
});

function expectAtHead(behind: readonly number[], times: readonly number[]): void {
  expect(quantile(behind, 0.5), "slots behind at the median").to.be.at.most(2);
  expect(quantile(behind, 0.99), "slots behind for one in a hundred").to.be.at.most(9);
  expect(quantile(times, 0.5), "milliseconds at the median").to.be.at.most(3);
  expect(quantile(times, 0.99), "milliseconds for one in a hundred").to.be.at.most(60);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
}
