import type { RawJson } from "../json/raw-json.ts";
import { type ErrorKind, type ErrorRow, errorTable } from "./error-table.ts";

interface RpcErrorOptions {
  /** The data goes on the wire as `error.data`, with the table's reason put in. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** The cause is only logged, never sent. */
  readonly cause?: unknown;
  /** Seconds after which a retry makes sense, for Retry-After and `error.data`: sockets and tools show no headers. */
  readonly retryAfterSeconds?: number | undefined;
}

/** The one error of the gateway: what goes on the wire, and what it means there. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly kind: ErrorKind;
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The error object as the ledger wrote it; passed on byte for byte. */
  readonly ledgerError: RawJson | undefined;
  /** The HTTP status of an upstream that answered with a failed one; never sent. */
  readonly upstreamStatus: number | undefined;

  private constructor(
    kind: ErrorKind,
    code: number,
    message: string,
    options: RpcErrorOptions & Partial<Pick<RpcError, "ledgerError" | "upstreamStatus">>,
  ) {
    // Most errors are answers, not bugs, and collecting a stack is costly. Only `internal`, which means a bug,
    // has one; a cause keeps its own.
    const { stackTraceLimit } = Error;
    if (kind !== "internal") Error.stackTraceLimit = 0;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.code = code;
    const { reason }: ErrorRow = errorTable[kind];
    const seconds = options.retryAfterSeconds && Math.ceil(options.retryAfterSeconds);
    const data = seconds === undefined ? options.data : { ...options.data, retryAfterSeconds: seconds };
    this.data = reason === undefined ? data : { reason, ...data };
    this.retryAfterSeconds = seconds;
    this.ledgerError = options.ledgerError;
    this.upstreamStatus = options.upstreamStatus;
  }

  /** An error of the table. The message says what was wrong, with what value, and what to do. */
  static of(kind: Exclude<ErrorKind, "ledger">, message: string, options: RpcErrorOptions = {}): RpcError {
    return new RpcError(kind, errorTable[kind].code, message, options);
  }

  static fromLedger(code: number, message: string, ledgerError: RawJson): RpcError {
    return new RpcError("ledger", code, message, { ledgerError });
  }

  /** The same error, with the HTTP status that came with it. */
  withUpstreamStatus(upstreamStatus: number): RpcError {
    return new RpcError(this.kind, this.code, this.message, { ...this, cause: this.cause, upstreamStatus });
  }

  /** A caught value as an RpcError; any other value becomes the cause of an internal error. */
  static from(caught: unknown): RpcError {
    if (caught instanceof RpcError) return caught;
    return RpcError.of("internal", "Internal error: the gateway failed to answer this call; try again.", {
      cause: caught,
    });
  }
}

/** The error of a call that the gateway can't answer, as it stops. */
export function stoppingError(cause?: unknown): RpcError {
  const message = "The gateway is stopping: try again in 1 s, when another may have taken its place.";
  return RpcError.of("shuttingDown", message, { cause, retryAfterSeconds: 1 });
}

/** The whole seconds after which a client may try again: at least one. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
