/** How much stake of the whole network was warming up or cooling down in one epoch. */
export interface StakeHistoryEntry {
  readonly effective: number;
  readonly activating: number;
  readonly deactivating: number;
}

/** A delegated stake: its amount, and the epochs at which it begins and ceases to count. */
export interface Delegation {
  readonly stake: bigint;
  readonly activationEpoch: bigint;
  readonly deactivationEpoch: bigint;
}

/** How much of a stake is active, and in which state it is. */
export type StakeState = "active" | "inactive" | "activating" | "deactivating";

/** State of a delegation at an epoch. */
export interface StakeActivation {
  readonly state: StakeState;
  readonly effective: bigint;
}

/** Looks up an epoch of the network's stake history; undefined when it is no longer, or not yet, there. */
export type StakeHistory = (epoch: bigint) => StakeHistoryEntry | undefined;

/** The share of the network's effective stake that may move in one epoch. */
const warmupCooldownRate = 0.09;

/** A stake of the genesis block carries this activation epoch: it never had to warm up. */
const bootstrapEpoch = 2n ** 64n - 1n;

/**
 * Computes how much of a delegation counts at an epoch, as the ledger's runtime does: weights are doubles and each
 * step is truncated, so that the answer agrees with the runtime to the lamport.
 */
export function stakeActivation(
  delegation: Delegation,
  epoch: bigint,
  history: StakeHistory,
): StakeActivation {
  const warm = warmedUp(delegation, epoch, history);
  const { effective, activating, deactivating } = cooledDown(delegation, epoch, history, warm);
  const state =
    deactivating > 0n
      ? "deactivating"
      : activating > 0n
        ? "activating"
        : effective > 0n
          ? "active"
          : "inactive";
  return { state, effective };
}

interface Warmth {
  readonly effective: bigint;
  readonly activating: bigint;
}

function warmedUp(
  { stake, activationEpoch, deactivationEpoch }: Delegation,
  epoch: bigint,
  history: StakeHistory,
): Warmth {
  if (activationEpoch === bootstrapEpoch) return { effective: stake, activating: 0n };
  if (activationEpoch === deactivationEpoch) return { effective: 0n, activating: 0n };
  if (epoch === activationEpoch) return { effective: 0n, activating: stake };
  if (epoch < activationEpoch) return { effective: 0n, activating: 0n };
  let entry = history(activationEpoch);
  if (entry === undefined) return { effective: stake, activating: 0n };
  let effective = 0n;
  for (let at = activationEpoch + 1n; entry !== undefined && entry.activating !== 0; at += 1n) {
    effective += moved(stake - effective, entry.activating, entry.effective);
    if (effective >= stake) {
      effective = stake;
      break;
    }
    if (at >= epoch || at >= deactivationEpoch) break;
    entry = history(at);
  }
  return { effective, activating: stake - effective };
}

function cooledDown(
  { deactivationEpoch }: Delegation,
  epoch: bigint,
  history: StakeHistory,
  warm: Warmth,
): Warmth & { readonly deactivating: bigint } {
  if (epoch < deactivationEpoch) return { ...warm, deactivating: 0n };
  if (epoch === deactivationEpoch) {
    return { effective: warm.effective, activating: 0n, deactivating: warm.effective };
  }
  let entry = history(deactivationEpoch);
  if (entry === undefined) return { effective: 0n, activating: 0n, deactivating: 0n };
  let current = warm.effective;
  for (let at = deactivationEpoch + 1n; entry !== undefined && entry.deactivating !== 0; at += 1n) {
    current -= moved(current, entry.deactivating, entry.effective);
    if (current <= 0n) {
      current = 0n;
      break;
    }
    if (at >= epoch) break;
    entry = history(at);
  }
  return { effective: current, activating: 0n, deactivating: current };
}

/** How much of `remaining` moves in one epoch: at least one lamport, so that every stake gets there. */
function moved(remaining: bigint, clusterMoving: number, clusterEffective: number): bigint {
  const share = (Number(remaining) / clusterMoving) * clusterEffective * warmupCooldownRate;
  const whole = BigInt(Math.trunc(share));
  return whole > 1n ? whole : 1n;
}
