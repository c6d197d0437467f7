import type { Shape } from "../json/shape.ts";
import { writeJson } from "../json/write-json.ts";
import type { ClientSettings } from "../shared/client-options.ts";
import type { ClientMethod } from "../shared/client-table.ts";
import { withDeadline } from "../shared/deadline.ts";
import { withRetries } from "../shared/retry.ts";
import { cutAnswer, cutAnswers, type RpcAnswer, readResult, readRpcError } from "../shared/rpc-answer.ts";
import { type CallDetails, SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { type HttpAnswer, httpPost } from "./http-post.ts";

/** What a caller may set for one call. */
export interface CallOptions {
  /** Ends the call at once, with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of this call, repetitions included. */
  readonly timeoutMs?: number | undefined;
}

/** One method with its parameters by name. */
export interface MethodCall {
  readonly method: string;
  readonly params: unknown;
}

/** What became of one call of a batch. */
export type Outcome<T = unknown> =
  | { readonly status: "fulfilled"; readonly value: T }
  | { readonly status: "rejected"; readonly reason: SvmGatewayError };

/** Turns the text of a result into what the caller gets. */
export type ReadResult = (text: string, call: MethodCall, details: CallDetails) => unknown;

/** Reads a result by the shape of its method. */
export function resultReader(shapes: Readonly<Record<string, Shape>>): ReadResult {
  return (text, call, details) => readResult(text, shapes[call.method], details);
}

/** Calls methods over HTTP: one request for a call, one for a batch. */
export class GatewayCaller {
  readonly #settings: ClientSettings;
  readonly #methods: Readonly<Record<string, ClientMethod>>;
  #lastId = 0;

  constructor(settings: ClientSettings, methods: Readonly<Record<string, ClientMethod>>) {
    this.#settings = settings;
    this.#methods = methods;
  }

  /** One call: its result, or its error thrown. */
  async call(
    call: MethodCall,
    network: string | undefined,
    read: ReadResult,
    options: CallOptions = {},
  ): Promise<unknown> {
    const details = { method: call.method, network };
    const id = this.#nextId();
    const result = await this.#send([call], requestText(id, call), details, options, (http) => {
      const answer = cutAnswer(http.text);
      if (answer === undefined) return undefined;
      const found = { ...details, status: http.status, retryAfterSeconds: http.retryAfterSeconds };
      if (answer.error !== undefined) throw readRpcError(answer.error, found);
      return answer.id === String(id) ? answer.result : undefined;
    });
    return read(result, call, details);
  }

  /** Many calls in one request: an outcome for each, in order. Rejects when the batch as a whole fails. */
  async batch(
    calls: readonly MethodCall[],
    network: string | undefined,
    read: ReadResult,
    options: CallOptions = {},
  ): Promise<Outcome[]> {
    if (calls.length === 0) return [];
    const numbered = calls.map((call) => ({ id: this.#nextId(), call }));
    const body = `[${numbered.map(({ id, call }) => requestText(id, call)).join(",")}]`;
    const details = { method: `batch of ${calls.length}`, network };
    const answers = await this.#send(calls, body, details, options, (http) => {
      const refusal = cutAnswer(http.text)?.error;
      if (refusal === undefined) return cutAnswers(http.text);
      const found = { ...details, status: http.status, retryAfterSeconds: http.retryAfterSeconds };
      throw readRpcError(refusal, found);
    });
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return numbered.map(({ id, call }) =>
      outcome(byId.get(String(id)), call, read, { method: call.method, network }),
    );
  }

  /** Sends a body within the call's time, again and again where that is harmless; `read` answers undefined to what is no answer. */
  #send<T>(
    calls: readonly MethodCall[],
    body: string,
    details: CallDetails,
    options: CallOptions,
    read: (http: HttpAnswer) => T | undefined,
  ): Promise<T> {
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs;
    const retries = calls.every(({ method }) => this.#methods[method]?.read === true)
      ? this.#settings.retries
      : 0;
    return withDeadline(details, { timeoutMs, signal: options.signal }, (signal) => {
      const { retryDelayMs } = this.#settings;
      const rule = { retries, retryDelayMs, deadline: performance.now() + timeoutMs, signal };
      return withRetries(rule, async () => {
        const http = await httpPost(this.#settings, body, details, signal);
        return read(http) ?? fail(http, details);
      });
    });
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function requestText(id: number, call: MethodCall): string {
  return writeJson({ jsonrpc: "2.0", id, method: call.method, params: call.params });
}

function outcome(
  answer: RpcAnswer | undefined,
  call: MethodCall,
  read: ReadResult,
  details: CallDetails,
): Outcome {
  if (answer?.error !== undefined) return { status: "rejected", reason: readRpcError(answer.error, details) };
  if (answer?.result === undefined) {
    const message = `${call.method}: the batch's answer holds none for it.`;
    return { status: "rejected", reason: new SvmGatewayError("protocol", message, details) };
  }
  try {
    return { status: "fulfilled", value: read(answer.result, call, details) };
  } catch (error) {
    if (error instanceof SvmGatewayError) return { status: "rejected", reason: error };
    throw error;
  }
}

function fail(http: HttpAnswer, details: CallDetails): never {
  const { status, retryAfterSeconds } = http;
  const found = { ...details, status, retryAfterSeconds };
  if (status >= 200 && status < 300) {
    throw new SvmGatewayError(
      "protocol",
      `${details.method}: the answer is not a JSON-RPC one to this call.`,
      found,
    );
  }
  throw new SvmGatewayError(
    "http",
    `${details.method}: HTTP status ${status} without a JSON-RPC answer.`,
    found,
  );
}
