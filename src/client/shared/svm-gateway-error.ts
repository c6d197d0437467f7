import type { ErrorData } from "./error-data.ts";

/**
 * What went wrong:
 * - `rpc`: the gateway or the ledger answered with a JSON-RPC error (`code`, `data`);
 * - `http`: an HTTP error status without a JSON-RPC answer, as from a proxy;
 * - `network`: the gateway could not be reached, or the connection broke;
 * - `timeout`: no answer within `timeoutMs`;
 * - `aborted`: the caller's signal, or `client.close()`;
 * - `protocol`: an answer that is not JSON-RPC, or not to this call;
 * - `overflow`: a subscription's notifications were read too slowly.
 */
export type SvmGatewayErrorKind =
  | "rpc"
  | "http"
  | "network"
  | "timeout"
  | "aborted"
  | "protocol"
  | "overflow";

/** What an error carries besides its kind and message. */
export interface SvmGatewayErrorDetails {
  readonly method?: string | undefined;
  readonly network?: string | undefined;
  readonly code?: number | undefined;
  readonly data?: unknown;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The details of a call, which always has a method. */
export interface CallDetails extends SvmGatewayErrorDetails {
  readonly method: string;
}

/** Any failure of a call or a subscription. Check its `kind`, or use `isSvmGatewayError` and `isRpcError`. */
export class SvmGatewayError extends Error {
  override readonly name = "SvmGatewayError";
  readonly kind: SvmGatewayErrorKind;
  /** The method that was called. */
  readonly method: string | undefined;
  /** The network that was selected; undefined for the gateway's default. */
  readonly network: string | undefined;
  /** The JSON-RPC error's code; set when `kind` is `rpc`. */
  readonly code: number | undefined;
  /** The JSON-RPC error's data, numbers exact. */
  readonly data: unknown;
  /** The HTTP status, when there was one. */
  readonly status: number | undefined;
  /** The seconds after which a retry makes sense, if the gateway gave them. */
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

/** A SvmGatewayError of one kind. */
export type ErrorOfKind<Kind extends SvmGatewayErrorKind> = SvmGatewayError & { readonly kind: Kind };

/** A JSON-RPC error of one code, its data typed if the code has a known shape. */
export type RpcErrorOfCode<Code extends number> = ErrorOfKind<"rpc"> & {
  readonly code: Code;
  readonly data: ErrorData<Code>;
};

/** Whether a caught value is a failure of this client, and of one of these kinds when any are given. */
export function isSvmGatewayError<Kind extends SvmGatewayErrorKind = SvmGatewayErrorKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is ErrorOfKind<Kind> {
  if (!(error instanceof SvmGatewayError)) return false;
  return kinds.length === 0 || kinds.some((kind) => kind === error.kind);
}

/** Whether a caught value is a JSON-RPC error, and of one of these codes when any are given. */
export function isRpcError<Code extends number = number>(
  error: unknown,
  ...codes: readonly Code[]
): error is RpcErrorOfCode<Code> {
  if (!isSvmGatewayError(error, "rpc")) return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}
