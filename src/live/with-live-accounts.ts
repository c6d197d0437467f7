import type { SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import type { LiveAccounts } from "./live-accounts.ts";
import { LiveReads } from "./live-read.ts";

/** What the step needs. */
export interface LiveAccountOptions {
  readonly accounts: LiveAccounts;
  readonly sets: UpstreamSets;
  /** The methods of the document, by name. */
  readonly methods: Readonly<Record<string, MethodDescription>>;
  readonly timeoutMs: number;
  readonly count: (outcome: "live", call: UpstreamCall) => void;
}

/** Answers reads of live accounts from memory. */
export function withLiveAccounts(options: LiveAccountOptions): SendWrapper {
  const { accounts, sets, methods, timeoutMs, count } = options;
  const reads = new LiveReads();

  return (next) => {
    accounts.readWith(next, methods, timeoutMs);
    return (call) => {
      // A development ledger costs nothing, and changes within a slot.
      const canBeLive =
        call.method?.live !== undefined && call.isFresh !== true && call.network.type !== "localnet";
      const read = canBeLive ? reads.of(call) : undefined;
      if (read === undefined) return next(call);
      const floor = Math.max(read.minContextSlot, call.floor ?? 0, call.shownSlot ?? 0);
      const found = accounts.find(sets.get(call.network), read, floor, performance.now());
      if (found === undefined) return next(call);
      count("live", call);
      call.notes.cache = "live";
      return Promise.resolve(found);
    };
  };
}
