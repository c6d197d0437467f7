import type { KeyEntry } from "../../generated/config.ts";
import type { CallCost, CallerMeter } from "../../src/auth/caller-meter.ts";
import type { MeterRefusal } from "../../src/auth/meter-counts.ts";
import { addCounts, dropOldCounts } from "../../src/auth/usage-counts.ts";
import type { UsageStorage } from "../../src/auth/usage-storages.ts";
import { configOf } from "../networks/harness.ts";

/** A key as the configuration gives it, from what its file says. */
export function keyEntry(members: object = {}): KeyEntry {
  const [entry] = configOf({ auth: { keys: [{ id: "backend", key: backendKey, ...members }] } }).auth.keys;
  if (entry === undefined) throw new Error("the configuration lost the key");
  return entry;
}

/** A key of the tests. */
export const backendKey = "backend-key-of-the-tests";
/** Another one. */
export const otherKey = "another-key-of-the-tests";

/** Spends by a meter whose limits are not shared: it answers at once. */
export function spendAlone(
  meter: CallerMeter | undefined,
  spending: Omit<CallCost, "mode">,
): MeterRefusal | undefined {
  const refusal = meter?.spend({ mode: "spend", ...spending });
  if (refusal instanceof Promise) throw new Error("the limits are shared");
  return refusal;
}

/** Counts how many permits of a meter are acquired and not released, from now on. */
export function countUses(meter: CallerMeter | undefined) {
  const uses = { calls: 0, subscriptions: 0, sockets: 0 };
  if (meter === undefined) throw new Error("there is no such caller");
  const acquire = meter.acquire.bind(meter);
  const release = meter.release.bind(meter);
  meter.acquire = (use, address) => {
    const isAcquired = acquire(use, address);
    if (isAcquired === true) uses[use] += 1;
    return isAcquired;
  };
  meter.release = (use, address) => {
    uses[use] -= 1;
    release(use, address);
  };
  return uses;
}

/** Keeps usage in memory. */
export function memoryUsageStorage(): UsageStorage {
  const all = new Map<string, number>();
  return {
    read: async () => all,
    async add(counts) {
      dropOldCounts(all);
      addCounts(all, counts);
      return new Map();
    },
  };
}
