import type { Shape } from "../json/shape.ts";
import { writeJson } from "../json/write-json.ts";
import type { ClientSettings } from "../shared/client-options.ts";
import type { ClientMethod } from "../shared/client-table.ts";
import { withDeadline } from "../shared/deadline.ts";
import { withRetries } from "../shared/retry.ts";
import { cutAnswer, cutAnswers, type RpcAnswer, readResult, readRpcError } from "../shared/rpc-answer.ts";
import { type CallDetails, SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { type HttpAnswer, httpPost } from "./http-post.ts";

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of this call with its retries. */
  readonly timeoutMs?: number | undefined;
}

/** One method with its parameters by name. */
export interface MethodCall {
  readonly method: string;
  readonly params: unknown;
}

/** How one call of a batch ended. */
export type Outcome<T = unknown> =
  | { readonly status: "fulfilled"; readonly value: T }
  | { readonly status: "rejected"; readonly reason: SvmGatewayError };

/** Parses the text of a result. */
export type ReadResult = (text: string, call: MethodCall, details: CallDetails) => unknown;

/** Reads a result by the shape of its method. */
export function resultReader(shapes: Readonly<Record<string, Shape>>): ReadResult {
  return (text, call, details) => readResult(text, shapes[call.method], details);
}

/** Calls methods over HTTP: one request for each call or batch. */
export class GatewayCaller {
  readonly #settings: ClientSettings;
  readonly #methods: Readonly<Record<string, ClientMethod>>;
  #lastId = 0;

  constructor(settings: ClientSettings, methods: Readonly<Record<string, ClientMethod>>) {
    this.#settings = settings;
    this.#methods = methods;
  }

  /** Calls one method; rejects with its error. */
  async call(
    call: MethodCall,
    network: string | undefined,
    read: ReadResult,
    options: CallOptions = {},
  ): Promise<unknown> {
    this.#assertByName(call);
    const details = { method: call.method, network };
    const id = this.#nextId();
    const result = await this.#send([call], requestText(id, call), details, options, (http) => {
      const answer = cutAnswer(http.text);
      if (answer === undefined) return undefined;
      const answered = { ...details, status: http.status, retryAfterSeconds: http.retryAfterSeconds };
      if (answer.error !== undefined) throw readRpcError(answer.error, answered);
      return answer.id === String(id) ? answer.result : undefined;
    });
    return read(result, call, details);
  }

  /** Sends many calls in one request; returns an outcome for each, in order. Rejects when the whole batch fails. */
  async batch(
    calls: readonly MethodCall[],
    network: string | undefined,
    read: ReadResult,
    options: CallOptions = {},
  ): Promise<Outcome[]> {
    if (calls.length === 0) return [];
    for (const call of calls) this.#assertByName(call);
    const numbered = calls.map((call) => ({ id: this.#nextId(), call }));
    const body = `[${numbered.map(({ id, call }) => requestText(id, call)).join(",")}]`;
    const details = { method: `batch of ${calls.length}`, network };
    const answers = await this.#send(calls, body, details, options, (http) => {
      const refusal = cutAnswer(http.text)?.error;
      if (refusal === undefined) return cutAnswers(http.text);
      const answered = { ...details, status: http.status, retryAfterSeconds: http.retryAfterSeconds };
      throw readRpcError(refusal, answered);
    });
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return numbered.map(({ id, call }) =>
      outcome(byId.get(String(id)), call, read, { method: call.method, network }),
    );
  }

  /** Sends a body within the call's time, with retries if all calls are reads; `read` returns undefined for what is not an answer. */
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

  /** JavaScript lets a caller write the first parameter alone. */
  #assertByName({ method, params }: MethodCall): void {
    if (params === undefined || (typeof params === "object" && params !== null)) return;
    const { required = [] } = this.#methods[method] ?? {};
    const names = required.length === 0 ? "{}" : `{ ${required.join(", ")} }`;
    const got = params === null ? "null" : `a ${typeof params}`;
    throw new TypeError(`${method}: takes its parameters by name, as in ${method}(${names}), got ${got}`);
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
    const message = `${call.method}: the answer to the batch has none for this call.`;
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
  const answered = { ...details, status, retryAfterSeconds };
  if (status >= 200 && status < 300) {
    throw new SvmGatewayError("protocol", `${details.method}: not a JSON-RPC answer to this call.`, answered);
  }
  throw new SvmGatewayError(
    "http",
    `${details.method}: HTTP status ${status} without a JSON-RPC answer.`,
    answered,
  );
}
