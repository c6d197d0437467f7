import { clientErrors, clientShapes } from "../../../generated/client.ts";
import type { SimulationResult } from "../../../generated/types.ts";
import { memberShape, type Shape } from "../json/shape.ts";

/** What the ledger puts into `error.data`, by the error's code; `isRpcError(error, code)` narrows to it. */
export interface ErrorDataByCode {
  /** What the simulation in front of sending said, its logs above all. */
  readonly [clientErrors.SendTransactionPreflightFailure]: SimulationResult;
  /** The upstream is behind the others, by this many slots where it knows. */
  readonly [clientErrors.NodeUnhealthy]: { readonly numSlotsBehind: bigint | null };
  /** The upstream has not reached `minContextSlot` yet; its own slot. */
  readonly [clientErrors.MinContextSlotNotReached]: { readonly contextSlot: bigint };
  /** Rewards of the epoch are being paid out; how far that is and where it ends. */
  readonly [clientErrors.EpochRewardsPeriodActive]: {
    readonly slot?: bigint;
    readonly currentBlockHeight: bigint;
    readonly rewardsCompleteBlockHeight: bigint;
  };
  /** The slot is not the first of an epoch. */
  readonly [clientErrors.SlotNotEpochBoundary]: { readonly slot: bigint };
}

/** Data of one code: nodes and providers leave it out at times. Of codes without a known shape: unknown. */
export type ErrorData<Code extends number> = Code extends keyof ErrorDataByCode
  ? ErrorDataByCode[Code] | undefined
  : unknown;

const simulation = memberShape(clientShapes.simulateTransaction, "value");

/** Shape of every code's data together: an integer has the same name wherever it is. */
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
