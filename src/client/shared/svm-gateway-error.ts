import { clientErrors, clientShapes } from "../../../generated/client.ts";
import type { SimulationResult } from "../../../generated/types.ts";
import { memberShape, type Shape } from "../json/shape.ts";

/**
 * The kind of failure:
 * - `rpc`: the gateway or the ledger answered with a JSON-RPC error (`code`, `data`);
 * - `http`: an HTTP error status without a JSON-RPC answer, such as from a proxy;
 * - `network`: the gateway could not be reached, or the connection broke;
 * - `timeout`: no answer within `timeoutMs`;
 * - `aborted`: the caller's signal fired, or `client.close()` was called;
 * - `protocol`: an answer that is not JSON-RPC, or that answers another call;
 * - `overflow`: the program read a subscription's notifications too slowly.
 */
export type SvmGatewayErrorKind =
  | "rpc"
  | "http"
  | "network"
  | "timeout"
  | "aborted"
  | "protocol"
  | "overflow";

/** Fields of an error besides its kind and message. */
export interface SvmGatewayErrorDetails {
  readonly method?: string | undefined;
  readonly network?: string | undefined;
  readonly code?: number | undefined;
  readonly data?: unknown;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** Details of a failed call, which always has a method. */
export interface CallDetails extends SvmGatewayErrorDetails {
  readonly method: string;
}

/** Thrown by every call or subscription that fails. Check its `kind`, or use `isSvmGatewayError` and `isRpcError`. */
export class SvmGatewayError extends Error {
  override readonly name = "SvmGatewayError";
  readonly kind: SvmGatewayErrorKind;
  /** The method that was called. */
  readonly method: string | undefined;
  /** The network of the call; undefined for the gateway's default network. */
  readonly network: string | undefined;
  /** The JSON-RPC error's code, if `kind` is `rpc`. */
  readonly code: number | undefined;
  /** The JSON-RPC error's data, with exact integers. */
  readonly data: unknown;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** Seconds to wait before a retry, from the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: SvmGatewayErrorKind, message: string, details: SvmGatewayErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.method = details.method;
    this.network = details.network;
    this.code = details.code;
    this.data = details.data;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** An SvmGatewayError of one kind. */
export type ErrorOfKind<Kind extends SvmGatewayErrorKind> = SvmGatewayError & { readonly kind: Kind };

/** A JSON-RPC error with this code. Its data is typed if the code is in `ErrorDataByCode`. */
export type RpcErrorOfCode<Code extends number> = ErrorOfKind<"rpc"> & {
  readonly code: Code;
  readonly data: ErrorData<Code>;
};

/** Type guard for an SvmGatewayError, optionally of one of these kinds. */
export function isSvmGatewayError<Kind extends SvmGatewayErrorKind = SvmGatewayErrorKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is ErrorOfKind<Kind> {
  if (!(error instanceof SvmGatewayError)) return false;
  return kinds.length === 0 || kinds.some((kind) => kind === error.kind);
}

/** Type guard for a JSON-RPC error, optionally with one of these codes. */
export function isRpcError<Code extends number = number>(
  error: unknown,
  ...codes: readonly Code[]
): error is RpcErrorOfCode<Code> {
  if (!isSvmGatewayError(error, "rpc")) return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}

/** Types of the ledger's `error.data`, by error code. `isRpcError(error, code)` narrows to them. */
export interface ErrorDataByCode {
  /** The result of the simulation before sending, with logs. */
  readonly [clientErrors.SendTransactionPreflightFailure]: SimulationResult;
  /** The upstream lags behind the cluster; null if it does not know by how many slots. */
  readonly [clientErrors.NodeUnhealthy]: { readonly numSlotsBehind: bigint | null };
  /** The upstream has not reached `minContextSlot`; `contextSlot` is its slot. */
  readonly [clientErrors.MinContextSlotNotReached]: { readonly contextSlot: bigint };
  /** Epoch rewards are being paid out until `rewardsCompleteBlockHeight`. */
  readonly [clientErrors.EpochRewardsPeriodActive]: {
    readonly slot?: bigint;
    readonly currentBlockHeight: bigint;
    readonly rewardsCompleteBlockHeight: bigint;
  };
  /** The slot is not the first of an epoch. */
  readonly [clientErrors.SlotNotEpochBoundary]: { readonly slot: bigint };
}

/** Type of `error.data` for a code. It may be undefined, since nodes and providers may omit it; other codes have unknown data. */
export type ErrorData<Code extends number> = Code extends keyof ErrorDataByCode
  ? ErrorDataByCode[Code] | undefined
  : unknown;

const simulation = memberShape(clientShapes.simulateTransaction, "value");

/** One shape for the data of all codes: an integer member of one code is an integer in all. */
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
