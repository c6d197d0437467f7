import type { Dispatcher } from "undici";
import { CallWait } from "../../call/call-wait.ts";
import type { IncomingBody, IncomingBytes } from "../../call/incoming-bytes.ts";
import { ledgerError } from "../../call/ledger-error.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import { ResponseCutter } from "../../json/cut-response.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { BodyDecoder, decompressor, isEncoded } from "./body-decoder.ts";
import type { HttpAttempt } from "./http-attempt.ts";
import { readResponseHead } from "./response-head.ts";
import {
  httpStatusError,
  invalidResponseError,
  timeoutError,
  tooLargeError,
  unreachableError,
} from "./upstream-errors.ts";

/** Bytes of one response to read before yielding to the event loop. */
const bytesPerTurn = 64 * 1024;

/** Minimum cost of a chunk in bytes, because parsing has a fixed cost per chunk. */
const minChunkBytes = 256;
/** Number of chunks that any body may have, and the average size that more chunks require. */
const chunksAlwaysAllowed = 1024;
const bytesPerChunk = 16;
/** Most interim responses (status 1xx). */
const maxInterimResponses = 8;

/** The upstream of an exchange. */
export interface ExchangeOptions {
  /** Name of the upstream in errors. */
  readonly name: string;
  readonly timers: TimerWheel;
  readonly maxResponseBytes: number;
  readonly incoming: IncomingBytes;
}

/**
 * One HTTP request and its response. Implements undici's legacy handler: undici 7 wraps the new one and parses every header for it, and
 * undici 8, which has only the new one, needs Node.js 22.
 */
export class HttpExchange extends CallWait implements Dispatcher.DispatchHandler, IncomingBody {
  readonly #upstream: ExchangeOptions;
  readonly #attempt: HttpAttempt;
  readonly #id: number;
  readonly #resolve: (result: RawJson) => void;
  readonly #reject: (error: RpcError) => void;
  readonly #cutter = new ResponseCutter();
  /** Set if the body is not a JSON-RPC response; the rest of it is ignored. */
  #bodyError: JsonError | undefined;
  #decoder: BodyDecoder | undefined;
  #abort: ((error: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #isPaused = false;
  #bytesInTurn = 0;
  #chunks = 0;
  #bytes = 0;
  #interimResponses = 0;

  constructor(
    upstream: ExchangeOptions,
    attempt: HttpAttempt,
    id: number,
    resolve: (result: RawJson) => void,
    reject: (error: RpcError) => void,
  ) {
    super(upstream.timers, attempt.call);
    this.#upstream = upstream;
    this.#attempt = attempt;
    this.#id = id;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Starts the timeout and listens for cancellation; returns false if the exchange has already ended. */
  start(): boolean {
    const { cancellation, deadline } = this.#attempt;
    this.begin(deadline);
    if (!this.hasEnded) cancellation?.add(this);
    return !this.hasEnded;
  }

  /** Called before the request is written. */
  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    // Never sends a call that has ended, nor resends on another socket a request that may have left.
    if (this.hasEnded || this.#attempt.phase !== "connect") abort(new Error("the call has ended"));
    else this.#attempt.phase = "headers";
  }

  /** Called for each response head, interim ones too. Like `onData`, returns whether to keep reading. */
  onHeaders(status: number, headers: readonly Buffer[], resume: () => void): boolean {
    this.#resume = resume;
    if (status < 200) {
      this.#interimResponses += 1;
      if (this.#interimResponses > maxInterimResponses)
        this.#failInvalid("it began with too many interim responses (status 1xx)");
      return true;
    }
    const attempt = this.#attempt;
    attempt.phase = "body";
    attempt.status = status;
    const head = readResponseHead(headers, status);
    attempt.retryAfterSeconds = head.retryAfterSeconds;
    if (head.contentLength > this.#upstream.maxResponseBytes) {
      this.#fail(tooLargeError(this.#upstream.name, this.#upstream.maxResponseBytes));
    } else if (isEncoded(head.contentEncoding)) {
      this.#decode(head.contentEncoding);
    }
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#chunks += 1;
    this.#bytes += chunk.length;
    if (this.#chunks > chunksAlwaysAllowed + this.#bytes / bytesPerChunk) {
      this.#failInvalid(`its body of ${this.#bytes} bytes came in ${this.#chunks} chunks`);
    } else if (this.#decoder === undefined) {
      this.#append(chunk);
      this.#yieldTurn(chunk.length);
    } else if (!this.#decoder.push(chunk)) {
      this.#isPaused = true;
    }
    return !this.#isPaused;
  }

  /** Pauses the socket after each `bytesPerTurn`, so that a large response does not block all other calls. */
  #yieldTurn(length: number): void {
    this.#bytesInTurn += Math.max(length, minChunkBytes);
    if (this.#bytesInTurn < bytesPerTurn) return;
    this.#bytesInTurn = 0;
    this.#isPaused = true;
    setImmediate(() => this.#resumeReading());
  }

  #resumeReading(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#resume?.();
  }

  onComplete(): void {
    if (this.#decoder !== undefined) this.#decoder.end();
    else this.#finish();
  }

  onError(error: Error): void {
    this.#fail(unreachableError(this.#upstream.name, this.#attempt.phase, error));
  }

  #decode(encoding: string): void {
    const stream = decompressor(encoding);
    if (stream === undefined) {
      this.#failInvalid(`its content encoding ${JSON.stringify(encoding)} is neither gzip nor deflate`);
      return;
    }
    this.#decoder = new BodyDecoder(stream, {
      onChunk: (chunk) => this.#append(chunk),
      onEnd: () => this.#finish(),
      onError: (error) => this.#failInvalid(`its ${encoding} body is broken`, error),
      onDrain: () => this.#resumeReading(),
    });
  }

  #append(chunk: Buffer): void {
    if (this.hasEnded) return;
    if (this.#cutter.byteLength + chunk.length > this.#upstream.maxResponseBytes) {
      this.#fail(tooLargeError(this.#upstream.name, this.#upstream.maxResponseBytes));
      return;
    }
    if (this.#bodyError !== undefined) return;
    try {
      this.#cutter.push(chunk);
    } catch (caught) {
      this.#rejectBody(caught);
      return;
    }
    const { maxValues = Number.POSITIVE_INFINITY } = this.#attempt.call;
    if (this.#cutter.values > maxValues) this.#failInvalid(`it has more than ${maxValues} values`);
    else this.#upstream.incoming.recordBytes(this, this.#cutter.byteLength);
  }

  #rejectBody(caught: unknown): void {
    if (!(caught instanceof JsonError)) throw caught;
    this.#bodyError = caught;
    // Fails without the rest of the body. An HTTP error status explains more than an invalid body.
    this.#fail(this.#errorOfBody());
  }

  #finish(): void {
    if (this.hasEnded) return;
    const attempt = this.#attempt;
    let response: ReturnType<ResponseCutter["end"]>;
    try {
      response = this.#cutter.end();
    } catch (caught) {
      this.#rejectBody(caught);
      return;
    }
    // A result must carry the request's id, which some upstreams write as a string. An error may have the id null.
    const hasOwnId = response.id === String(this.#id) || response.id === `"${this.#id}"`;
    if (!hasOwnId && (response.kind === "result" || response.id !== "null")) {
      this.#failInvalid("its id is that of another request");
    } else if (response.kind === "error") {
      this.#fail(ledgerError(response.code, response.message, response.error));
    } else if (attempt.status >= 300) {
      this.#fail(this.#errorOfBody());
    } else {
      this.end();
      this.#resolve(response.result);
    }
  }

  #errorOfBody(): RpcError {
    const { status, retryAfterSeconds } = this.#attempt;
    const { name } = this.#upstream;
    return status >= 300
      ? httpStatusError(name, status, retryAfterSeconds)
      : invalidResponseError(name, "its body is not a JSON-RPC response", this.#bodyError);
  }

  protected override onTimeOver(): void {
    this.#abortWith(timeoutError(this.#upstream.name, this.#attempt.phase));
  }

  protected override onFailed(error: RpcError): void {
    this.#abortWith(error);
  }

  protected override end(): boolean {
    if (!super.end()) return false;
    this.#attempt.cancellation?.remove(this);
    this.#upstream.incoming.forget(this, this.#cutter.byteLength);
    return true;
  }

  refuse(error: RpcError): void {
    this.#fail(error);
  }

  #failInvalid(reason: string, cause?: Error): void {
    this.#fail(invalidResponseError(this.#upstream.name, reason, cause));
  }

  #fail(error: RpcError): void {
    if (this.end()) this.#abortWith(error);
  }

  /** Aborts the request if it is in flight, and fails the attempt. */
  #abortWith(error: RpcError): void {
    this.#abort?.(error);
    this.#decoder?.stop();
    const { status } = this.#attempt;
    this.#reject(status < 300 ? error : error.withUpstreamStatus(status));
  }
}
