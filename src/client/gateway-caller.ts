import { clientMethods, clientShapes } from "../../generated/client.ts";
import { membersOf } from "./json/read-json.ts";
import type { Shape } from "./json/shape.ts";
import { writeJson } from "./json/write-json.ts";
import type { BatchCall, CallOptions, Outcome } from "./method-types.ts";
import type { ClientSettings } from "./shared/client-options.ts";
import type { ClientMethod } from "./shared/client-table.ts";
import { cutAnswer, cutAnswers, type RpcAnswer, readResult, readRpcError } from "./shared/rpc-answer.ts";
import { type CallDetails, SvmGatewayError } from "./shared/svm-gateway-error.ts";
import { withDeadline, withRetries } from "./shared/time.ts";

const methods: Readonly<Record<string, ClientMethod>> = clientMethods;
const shapes: Readonly<Record<string, Shape>> = clientShapes;

/** Calls methods over HTTP, one request per call or batch, on the gateway's default network, another one, or `all`. */
export class GatewayCaller {
  readonly #settings: ClientSettings;
  #lastId = 0;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
  }

  async call(call: BatchCall, network: string | undefined, options: CallOptions = {}): Promise<unknown> {
    assertByName(call);
    const details = { method: call.method, network };
    const [id, body] = this.#request(call);
    const result = await this.#send([call], body, details, options, (text, answered) => {
      const answer = cutAnswer(text);
      if (answer?.error !== undefined) throw readRpcError(answer.error, answered);
      return answer?.id === id ? answer.result : undefined;
    });
    return readCallResult(result, details);
  }

  /** Sends calls in one request and returns their outcomes in order. Rejects if the whole batch fails. */
  async batch(
    calls: readonly BatchCall[],
    network: string | undefined,
    options: CallOptions = {},
  ): Promise<Outcome[]> {
    if (calls.length === 0) return [];
    for (const call of calls) assertByName(call);
    const requests = calls.map((call) => this.#request(call));
    const body = `[${requests.map(([, text]) => text).join(",")}]`;
    const details = { method: `batch of ${calls.length}`, network };
    const answers = await this.#send(calls, body, details, options, (text, answered) => {
      const refusal = cutAnswer(text)?.error;
      if (refusal !== undefined) throw readRpcError(refusal, answered);
      return cutAnswers(text);
    });
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return calls.map(({ method }, index) => outcomeFrom(byId.get(requests[index]?.[0]), { method, network }));
  }

  /** The JSON text of a request, with a new id. */
  #request({ method, params }: BatchCall): readonly [id: string, text: string] {
    this.#lastId += 1;
    return [String(this.#lastId), writeJson({ jsonrpc: "2.0", id: this.#lastId, method, params })];
  }

  /** Sends a body; retries it if all calls are reads. `readAnswer` returns undefined for text that does not answer it. */
  #send<T>(
    calls: readonly BatchCall[],
    body: string,
    details: CallDetails,
    { timeoutMs = this.#settings.timeoutMs, signal }: CallOptions,
    readAnswer: (text: string, answered: CallDetails) => T | undefined,
  ): Promise<T> {
    const { retryDelayMs } = this.#settings;
    const isRead = calls.every(({ method }) => methods[method]?.read === true);
    const retries = isRead ? this.#settings.retries : 0;
    return withDeadline(details, { timeoutMs, signal }, (signal) => {
      const rule = { retries, retryDelayMs, deadline: performance.now() + timeoutMs, signal };
      return withRetries(rule, async () => {
        const { text, answered } = await this.#post(body, details, signal);
        const answer = readAnswer(text, answered);
        if (answer === undefined) throw notAnAnswer(answered);
        return answer;
      });
    });
  }

  /** Rejects with an error of kind `network` if the connection fails. */
  async #post(
    body: string,
    details: CallDetails,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly answered: CallDetails & { readonly status: number } }> {
    const { url, fetch, headers } = this.#settings;
    const address = new URL(url);
    if (details.network !== undefined) address.searchParams.set("network", details.network);
    try {
      const response = await fetch(address.href, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", accept: "application/json" },
        body,
        signal,
      });
      const retryAfterSeconds = secondsFromRetryAfter(response.headers.get("retry-after"));
      return {
        text: await response.text(),
        answered: { ...details, status: response.status, retryAfterSeconds },
      };
    } catch (cause) {
      const message = `${details.method}: no answer from ${url.origin} (${describeError(cause)}).`;
      throw new SvmGatewayError("network", message, { ...details, cause });
    }
  }
}

/** Throws if the parameters are not an object: JavaScript callers may pass the first one alone. */
function assertByName({ method, params }: BatchCall): void {
  if (params === undefined || (typeof params === "object" && params !== null)) return;
  const { required = [] } = methods[method] ?? {};
  const names = required.length === 0 ? "{}" : `{ ${required.join(", ")} }`;
  const got = params === null ? "null" : `a ${typeof params}`;
  throw new TypeError(`${method}: takes its parameters by name, as in ${method}(${names}), got ${got}`);
}

function readCallResult(text: string, details: CallDetails): unknown {
  const { method, network } = details;
  return network === "all" ? readByNetwork(text, details) : readResult(text, shapes[method], details);
}

/** Reads a record of results by network id. */
function readByNetwork(text: string, details: CallDetails): Record<string, unknown> {
  const networks = membersOf(text);
  if (networks === undefined) {
    const message = `${details.method}: the result is not an object by network id.`;
    throw new SvmGatewayError("protocol", message, details);
  }
  const entries = Array.from(networks, ([network, entry]) => {
    const onNetwork = { ...details, network };
    // A failed network's entry is `{"error": {code, message, data?}}`; no result has that shape.
    const members = membersOf(entry);
    const error = members?.size === 1 ? members.get("error") : undefined;
    const failure = error === undefined ? undefined : readRpcError(error, onNetwork);
    return [
      network,
      failure?.kind === "rpc" ? failure : readResult(entry, shapes[details.method], onNetwork),
    ];
  });
  return Object.fromEntries(entries);
}

function outcomeFrom(answer: RpcAnswer | undefined, details: CallDetails): Outcome {
  try {
    if (answer?.error !== undefined) throw readRpcError(answer.error, details);
    if (answer?.result !== undefined)
      return { status: "fulfilled", value: readCallResult(answer.result, details) };
    const message = `${details.method}: the answer to the batch has no answer to this call.`;
    throw new SvmGatewayError("protocol", message, details);
  } catch (error) {
    if (error instanceof SvmGatewayError) return { status: "rejected", reason: error };
    throw error;
  }
}

function notAnAnswer(answered: CallDetails & { readonly status: number }): SvmGatewayError {
  const { method, status } = answered;
  return status >= 200 && status < 300
    ? new SvmGatewayError("protocol", `${method}: not a JSON-RPC answer to this call.`, answered)
    : new SvmGatewayError("http", `${method}: HTTP status ${status} without a JSON-RPC answer.`, answered);
}

/** Retry-After holds seconds or a date. */
function secondsFromRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const ms = Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, Math.ceil(ms / 1000));
}

/** Node's fetch always says "fetch failed"; the reason is in the cause. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
