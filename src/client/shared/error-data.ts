import { clientErrors, clientShapes } from "../../../generated/client.ts";
import type { SimulationResult } from "../../../generated/types.ts";
import { memberShape, type Shape } from "../json/shape.ts";

/** What the ledger puts into `error.data`, by error code; `isRpcError(error, code)` narrows to it. */
export interface ErrorDataByCode {
  /** Result of the simulation before sending, with its logs. */
  readonly [clientErrors.SendTransactionPreflightFailure]: SimulationResult;
  /** The upstream is behind the cluster, by this many slots if it knows. */
  readonly [clientErrors.NodeUnhealthy]: { readonly numSlotsBehind: bigint | null };
  /** The upstream has not reached `minContextSlot`; this is its slot. */
  readonly [clientErrors.MinContextSlotNotReached]: { readonly contextSlot: bigint };
  /** The rewards of the epoch are being paid out: from block height, to block height. */
  readonly [clientErrors.EpochRewardsPeriodActive]: {
    readonly slot?: bigint;
    readonly currentBlockHeight: bigint;
    readonly rewardsCompleteBlockHeight: bigint;
  };
  /** The slot is not the first of an epoch. */
  readonly [clientErrors.SlotNotEpochBoundary]: { readonly slot: bigint };
}

/** Data of one code, which nodes and providers may leave out; unknown for codes without a known shape. */
export type ErrorData<Code extends number> = Code extends keyof ErrorDataByCode
  ? ErrorDataByCode[Code] | undefined
  : unknown;

const simulation = memberShape(clientShapes.simulateTransaction, "value");

/** One shape for the data of every code: integers have the same names in all of them. */
export const errorDataShape: Shape = {
  keys: {
    ...(typeof simulation === "object" ? simulation.keys : {}),
    numSlotsBehind: "bigint",
    contextSlot: "bigint",
    slot: "bigint",
    currentBlockHeight: "bigint",
    rewardsCompleteBlockHeight: "bigint",
  },
};
