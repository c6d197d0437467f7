import type { RawJson } from "../json/raw-json.ts";
import { type ErrorKind, type ErrorRow, errorTable } from "./error-table.ts";

interface RpcErrorOptions {
  /** Sent as `error.data`, with the table's reason added. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Logged, never sent. */
  readonly cause?: unknown;
  /** Sent as Retry-After and in `error.data`, since sockets and tools have no headers. */
  readonly retryAfterSeconds?: number | undefined;
}

/** The gateway's only error class. Its kind determines code, HTTP status and `data.reason`. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly kind: ErrorKind;
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The error object as the upstream wrote it; passed on byte for byte. */
  readonly ledgerError: RawJson | undefined;
  /** HTTP status of the upstream's response if it was an error status; never sent. */
  readonly upstreamStatus: number | undefined;

  private constructor(
    kind: ErrorKind,
    code: number,
    message: string,
    options: RpcErrorOptions & Partial<Pick<RpcError, "ledgerError" | "upstreamStatus">>,
  ) {
    // Stack traces are costly, and most errors are answers rather than bugs. Only `internal`, a bug, captures one.
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

  /** Creates an error of the table. The message says what was wrong, with what value, and what to do. */
  static of(kind: Exclude<ErrorKind, "ledger">, message: string, options: RpcErrorOptions = {}): RpcError {
    return new RpcError(kind, errorTable[kind].code, message, options);
  }

  static fromLedger(code: number, message: string, ledgerError: RawJson): RpcError {
    return new RpcError("ledger", code, message, { ledgerError });
  }

  /** Copies the error, with the HTTP status of the response. */
  withUpstreamStatus(upstreamStatus: number): RpcError {
    return new RpcError(this.kind, this.code, this.message, { ...this, cause: this.cause, upstreamStatus });
  }

  /** Returns an RpcError as it is; wraps any other value in an internal error. */
  static from(caught: unknown): RpcError {
    if (caught instanceof RpcError) return caught;
    return RpcError.of("internal", "Internal error: the gateway failed to answer this call; try again.", {
      cause: caught,
    });
  }
}

/** Error of calls that arrive or are unanswered while the gateway stops. */
export function stoppingError(cause?: unknown): RpcError {
  const message = "The gateway is stopping: try again in 1 s, when another may have taken over.";
  return RpcError.of("shuttingDown", message, { cause, retryAfterSeconds: 1 });
}

/** Error for a response that does not match the method's description. */
export function unusableResponseError(method: string, reason: string): RpcError {
  return RpcError.of(
    "upstreamInvalid",
    `The upstream's response to ${method} can't be used: ${reason}; try another upstream or network.`,
  );
}

/** Rounds a wait up to whole seconds, at least one. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
