import { expect } from "chai";
import { type DrivenRun, runDriven } from "./driven-run.ts";

const run: Omit<DrivenRun, "slotMs" | "withSessions"> = {
  seed: 13,
  callers: 100,
  reads: 20_000,
  mayFail: true,
};

describe("a hundred callers over upstreams whose lag swings", () => {
  for (const slotMs of [400, 200]) {
    it(`who are known by their addresses are seldom shown older state than before, with slots of ${slotMs} ms`, async function () {
      this.timeout(60_000);
      const { proof, behind } = await runDriven({ ...run, slotMs, withSessions: false });
      expect((proof.wentBack * 1000) / proof.reads).to.be.at.most(2);
      expect((proof.unseenWrites * 1000) / proof.ownReads).to.be.at.most(2);
      expect(median(behind)).to.be.at.most(2);
    });

    it(`who have sessions never are, and see all that they wrote, with slots of ${slotMs} ms`, async function () {
      this.timeout(60_000);
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

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
