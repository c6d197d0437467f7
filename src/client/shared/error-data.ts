import { clientErrors, clientShapes } from "../../../generated/client.ts";
import type { SimulationResult } from "../../../generated/types.ts";
import { memberShape, type Shape } from "../json/shape.ts";

/** Types of the ledger's `error.data`, by error code. `isRpcError(error, code)` narrows to them. */
export interface ErrorDataByCode {
  /** The result of the simulation before sending, with logs. */
  readonly [clientErrors.SendTransactionPreflightFailure]: SimulationResult;
  /** The upstream is behind the cluster; null if it does not know by how many slots. */
  readonly [clientErrors.NodeUnhealthy]: { readonly numSlotsBehind: bigint | null };
  /** The upstream has not reached `minContextSlot`; `contextSlot` is its slot. */
  readonly [clientErrors.MinContextSlotNotReached]: { readonly contextSlot: bigint };
  /** The rewards of the epoch are being paid out until `rewardsCompleteBlockHeight`. */
  readonly [clientErrors.EpochRewardsPeriodActive]: {
    readonly slot?: bigint;
    readonly currentBlockHeight: bigint;
    readonly rewardsCompleteBlockHeight: bigint;
  };
  /** The slot is not the first of an epoch. */
  readonly [clientErrors.SlotNotEpochBoundary]: { readonly slot: bigint };
}

/** The type of `error.data` for one code: undefined too, since nodes and providers may leave it out; unknown for other codes. */
export type ErrorData<Code extends number> = Code extends keyof ErrorDataByCode
  ? ErrorDataByCode[Code] | undefined
  : unknown;

const simulation = memberShape(clientShapes.simulateTransaction, "value");

/** One shape for the data of all codes: a member that is an integer for one code is an integer for all. */
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
