import { expect } from "chai";
import { UpstreamSet } from "../../../src/upstream/node/upstream-set.ts";
import { chooseUpstream } from "../../../src/upstream/routing/choose-upstream.ts";
import { useFakeDate } from "../../fake-clock.ts";
import { entryOf, needsOf, networkOf, upstreamOf } from "../harness.ts";

const midnight = Date.UTC(2026, 10, 30);
const daySeconds = 24 * 3600;

/** Three plans, and the most calls per second; the last plan has room for all of them. */
const plans = [
  { tier: 1, per: 4, day: 120_000, month: undefined, costs: { default: 1, getProgramAccounts: 10 } },
  { tier: 1, per: 10, day: undefined, month: 250_000, costs: { default: 2 } },
  { tier: 2, per: 40, day: 900_000, month: undefined, costs: { default: 1, getProgramAccounts: 5 } },
];

describe("a day of traffic", () => {
  for (const prefer of ["speed", "cost", "even"] as const) {
    it(`stays within every plan if ${prefer} is preferred, and no call is lost${prefer === "cost" ? "" : " @long"}`, () => {
      const clock = useFakeDate(midnight);
      const upstreams = plans.map(({ tier, per, day, month, costs }, index) => {
        const limits = { perSecond: per, creditsPerDay: day, creditsPerMonth: month };
        const url = `http://127.0.0.1:${index + 1}`;
        const settings = entryOf(url, { tier, limits, costs });
        const upstream = upstreamOf({ url, settings });
        upstream.recordHealth("healthy");
        return upstream;
      });
      const network = networkOf([]);
      const set = new UpstreamSet(network, upstreams, { freshSlots: 1, prefer }, 0);
      const asked = upstreams.map(() => ({ credits: 0, newest: [] as number[], most: 0 }));
      let lost = 0;
      let calls = 0;
      for (let second = 0; second < daySeconds; second += 1) {
        // Few at night, most in the afternoon.
        const count = Math.round(3 + 4 * (1 - Math.cos((second / daySeconds) * 2 * Math.PI)));
        for (let turn = 0; turn < count; turn += 1) {
          const now = (second + turn / count) * 1000;
          clock.setSystemTime(midnight + now);
          const method = calls % 20 === 0 ? "getProgramAccounts" : "getBalance";
          const chosen = chooseUpstream(
            set,
            [],
            needsOf({ upstreamMethod: method, commitment: "confirmed" }),
            now,
          );
          calls += 1;
          const record = chosen === undefined ? undefined : asked[upstreams.indexOf(chosen)];
          if (chosen === undefined || record === undefined) {
            lost += 1;
            continue;
          }
          chosen.quota?.count("call", method, now);
          record.credits += chosen.costOf(method);
          record.newest.push(now);
          while ((record.newest[0] ?? now) <= now - 1000) record.newest.shift();
          record.most = Math.max(record.most, record.newest.length);
        }
      }
      expect(lost, "calls that no upstream took").to.equal(0);
      expect(calls).to.be.greaterThan(500_000);
      plans.forEach(({ per, day = Infinity, month = Infinity }, index) => {
        expect(asked[index]?.most).to.be.within(1, per);
        expect(asked[index]?.credits).to.be.within(1, Math.min(day, month));
      });
    });
  }
});
