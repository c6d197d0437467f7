import { expect } from "chai";
import { createCreditSync } from "../../../src/app/state/create-credit-sync.ts";
import { CreditMeter } from "../../../src/limits/credit-meter.ts";

describe("createCreditSync()", () => {
  for (const place of ["redis", "state_file"] as const)
    it(`counts a failure of ${place} under its own name`, async () => {
      const credits = new CreditMeter({ day: 100, month: undefined });
      credits.spend(1);
      const counted: string[] = [];
      const storage = { place, add: () => Promise.reject(new Error("down")) };
      const sync = createCreditSync("upstreams", storage, () => [{ scope: "main", name: "a", credits }], {
        log: { warn: () => undefined } as never,
        countFailure: (subsystem) => void counted.push(subsystem),
      });
      await sync.syncNow();
      await sync.close();
      expect(counted).to.deep.equal([place]);
    });
});
