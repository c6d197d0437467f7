import type { NetworkStatus } from "../upstream/node/upstream-status.ts";

/** What was measured of a network's ledger, as pages and commands show it; null where nothing is known yet. */
export interface NetworkPace {
  /** Milliseconds of a slot. */
  readonly slot_ms: number | null;
  /** Slots by which confirmed is behind processed. */
  readonly confirmed_slots: number | null;
  /** Slots by which finalized is behind processed. */
  readonly finality_slots: number | null;
  /** Whether blocks are believed to be final about as soon as they are processed. */
  readonly finality: "instant" | "delayed" | null;
}

/** The measured pace of a network; all null for one that is not in use. */
export function networkPace(status: Pick<NetworkStatus, "pace"> | undefined): NetworkPace {
  const { slotMs, confirmed, finalized, finality } = status?.pace ?? {};
  return {
    slot_ms: slotMs ?? null,
    confirmed_slots: confirmed ?? null,
    finality_slots: finalized ?? null,
    finality: finality ?? null,
  };
}
