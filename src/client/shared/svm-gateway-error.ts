/**
 * What went wrong, by what a caller can do about it:
 * - `rpc`: the gateway or the ledger answered with a JSON-RPC error (`code`, `data`);
 * - `http`: an HTTP error status without a JSON-RPC answer (a proxy in between);
 * - `network`: the gateway was not reached, or the connection broke;
 * - `timeout`: no answer within `timeoutMs`;
 * - `aborted`: the caller's signal, or `client.close()`;
 * - `protocol`: an answer that is not JSON-RPC, or not to what was asked;
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

/** What an error carries beside its kind and message. */
export interface SvmGatewayErrorDetails {
  readonly method?: string | undefined;
  readonly network?: string | undefined;
  readonly code?: number | undefined;
  readonly data?: unknown;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The details of a call: its method is always known. */
export interface CallDetails extends SvmGatewayErrorDetails {
  readonly method: string;
}

/** Every failure of a call or a subscription. Tell them apart by `kind`, or with the guards beside this class. */
export class SvmGatewayError extends Error {
  override readonly name = "SvmGatewayError";
  readonly kind: SvmGatewayErrorKind;
  /** The method that was called. */
  readonly method: string | undefined;
  /** The network that was selected; undefined is the gateway's default one. */
  readonly network: string | undefined;
  /** The JSON-RPC error's code; set when `kind` is `rpc`. */
  readonly code: number | undefined;
  /** The JSON-RPC error's data, numbers exact. */
  readonly data: unknown;
  /** The HTTP status, when there was one. */
  readonly status: number | undefined;
  /** When a repetition makes sense, as the gateway says. */
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
