import { expect } from "chai";
import { seeds } from "../../property-runs.ts";
import { type DrivenRun, runDriven } from "./driven-run.ts";

const run: Omit<DrivenRun, "slotMs" | "withSessions"> = {
  seed: 13,
  callers: 100,
  reads: 4000 * seeds(5),
  mayFail: true,
};

describe("a hundred callers over upstreams whose lag swings", () => {
  for (const slotMs of [400, 200]) {
    it(`who are known by their addresses are seldom shown older state than before, with slots of ${slotMs} ms`, async () => {
      const { proof, behind } = await runDriven({ ...run, slotMs, withSessions: false });
      expect((proof.wentBack * 1000) / proof.reads).to.be.at.most(2);
      expect((proof.unseenWrites * 1000) / proof.ownReads).to.be.at.most(2);
      expect(median(behind)).to.be.at.most(2);
    });

    it(`who have sessions never are, and see all that they wrote, with slots of ${slotMs} ms`, async () => {
      const { proof } = await runDriven({ ...run, slotMs, withSessions: true });
      const { wentBack, unseenWrites, refusedSends } = proof;
      expect({ wentBack, unseenWrites, refusedSends }).to.deep.equal({
        wentBack: 0,
        unseenWrites: 0,
        refusedSends: 0,
      });
    });
  }
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
          callers: 10,
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

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
