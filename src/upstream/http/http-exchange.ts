import type { Dispatcher } from "undici";
import { CallWait } from "../../call/call-wait.ts";
import type { IncomingBody, IncomingBytes } from "../../call/incoming-bytes.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import { ResponseCutter } from "../../json/cut-response.ts";
import { RawJson } from "../../json/raw-json.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import { hideSecrets, knowsSecrets } from "../../log/redact.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
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

/** Bytes of one answer that are read before other work gets its turn. */
const bytesPerTurn = 64 * 1024;

/** Every chunk counts as at least this many bytes in a turn: parsing it has a fixed cost. */
const minChunkBytes = 256;
/** Chunks that a body of any size may have, and the bytes that each further one must hold on average. */
const chunksAlwaysAllowed = 1024;
const bytesPerChunk = 16;
/** Interim answers (status 1xx) that may come before the answer. */
const maxInterimAnswers = 8;

/** What an exchange needs of its upstream. */
export interface ExchangeOptions {
  /** What errors name the upstream by. */
  readonly name: string;
  readonly timers: TimerWheel;
  readonly maxResponseBytes: number;
  readonly incoming: IncomingBytes;
}

/**
 * One request on the wire and its answer. Implements undici's older handler: undici 7 translates the newer one to it and parses every
 * header on the way, and undici 8, which has only the newer one, needs Node.js 22.
 */
export class HttpExchange extends CallWait implements Dispatcher.DispatchHandler, IncomingBody {
  readonly #upstream: ExchangeOptions;
  readonly #attempt: HttpAttempt;
  readonly #id: number;
  readonly #resolve: (result: RawJson) => void;
  readonly #reject: (error: RpcError) => void;
  readonly #cutter = new ResponseCutter();
  /** Set when the body is not a JSON-RPC answer; the rest of it is ignored. */
  #bodyError: JsonError | undefined;
  #decoder: BodyDecoder | undefined;
  #abort: ((error: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #isPaused = false;
  #bytesInTurn = 0;
  #chunks = 0;
  #bytes = 0;
  #interimAnswers = 0;

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

  /** Starts its deadline and listens for cancellation; false if it is over already. */
  start(): boolean {
    const { cancellation, deadline } = this.#attempt;
    this.begin(deadline);
    if (!this.hasEnded) cancellation?.add(this);
    return !this.hasEnded;
  }

  /** The request is about to be written. */
  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    // A call that is over is not sent, and a request that may have left is never written again on another socket.
    if (this.hasEnded || this.#attempt.phase !== "connect") abort(new Error("the call is over"));
    else this.#attempt.phase = "headers";
  }

  /** Called with each answer's head, interim ones too. Like `onData`, says whether more may come. */
  onHeaders(status: number, headers: readonly Buffer[], resume: () => void): boolean {
    this.#resume = resume;
    if (status < 200) {
      this.#interimAnswers += 1;
      if (this.#interimAnswers > maxInterimAnswers)
        this.#failInvalid("too many interim answers (status 1xx) came first");
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
      this.#failInvalid(`its body of ${this.#bytes} bytes comes in ${this.#chunks} pieces`);
    } else if (this.#decoder === undefined) {
      this.#append(chunk);
      this.#endTurn(chunk.length);
    } else if (!this.#decoder.push(chunk)) {
      this.#isPaused = true;
    }
    return !this.#isPaused;
  }

  /** Pauses after a large piece: the socket would hand over all it has in one turn, while all other calls wait. */
  #endTurn(length: number): void {
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
    // The rest of a body that can't be JSON is not waited for; a failed status says more than its body.
    this.#fail(this.#errorOfBody());
  }

  #finish(): void {
    if (this.hasEnded) return;
    const attempt = this.#attempt;
    let answer: ReturnType<ResponseCutter["end"]>;
    try {
      answer = this.#cutter.end();
    } catch (caught) {
      this.#rejectBody(caught);
      return;
    }
    // An upstream that could not read the request may answer with id null; a result must carry the request's id. Some write it as a text.
    const isOwn = answer.id === String(this.#id) || answer.id === `"${this.#id}"`;
    if (!isOwn && (answer.kind === "result" || answer.id !== "null")) {
      this.#failInvalid("it answers another request");
    } else if (answer.kind === "error") {
      this.#fail(ledgerError(answer.code, answer.message, answer.error));
    } else if (attempt.status >= 300) {
      this.#fail(this.#errorOfBody());
    } else {
      this.end();
      this.#resolve(answer.result);
    }
  }

  #errorOfBody(): RpcError {
    const { status, retryAfterSeconds } = this.#attempt;
    const { name } = this.#upstream;
    return status >= 300
      ? httpStatusError(name, status, retryAfterSeconds)
      : invalidResponseError(name, "its body is not a JSON-RPC answer", this.#bodyError);
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

  /** Aborts the request if it still runs, and fails the attempt. */
  #abortWith(error: RpcError): void {
    this.#abort?.(error);
    this.#decoder?.stop();
    const { status } = this.#attempt;
    this.#reject(status < 300 ? error : error.withUpstreamStatus(status));
  }
}

/** The ledger's error, unchanged unless it quotes the upstream's key, which is hidden. */
function ledgerError(code: number, message: string, wire: RawJson): RpcError {
  if (!knowsSecrets()) return RpcError.fromLedger(code, message, wire);
  const text = wire.toString();
  const shown = hideSecrets(text);
  return RpcError.fromLedger(code, hideSecrets(message), shown === text ? wire : RawJson.fromText(shown));
}
