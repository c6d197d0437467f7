import { Agent } from "undici";
import type { Report } from "../../log/logger.ts";
import { redactUrl } from "../../log/redact.ts";
import { backoffMs } from "../../net/backoff.ts";
import { parsedOrUndefined } from "../../text/parsed-or-undefined.ts";
import { encodeSpans } from "./otlp-json.ts";
import type { Span, SpanAttributes } from "./span.ts";

interface SpanExporterOptions extends Report {
  /** URL of the collector. `/v1/traces` is appended if missing. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Resource attributes of this process. */
  readonly resource: SpanAttributes;
}

/** Spans beyond this, about 8 MB, are dropped. */
const maxQueue = 8192;
const intervalMs = 1000;
/** Maximum spans per request, far below what collectors accept. */
const batchSize = 512;
const backoff = { firstMs: 1000, longestMs: 30_000 };
const maxAttempts = 5;
const timeoutMs = 10_000;
const closeTimeoutMs = 1000;
/** Statuses that OTLP/HTTP defines as retryable. */
const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const maxAnswerBytes = 64 * 1024;
const tracesPath = "/v1/traces";

type ExportOutcome =
  | { readonly kind: "accepted"; readonly rejected: number }
  | { readonly kind: "retry"; readonly reason: string; readonly afterMs: number | undefined }
  | { readonly kind: "refused"; readonly reason: string };

/** Exports spans in batches. If the collector is down, logs once; spans beyond the bounded queue are dropped and counted. */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #agent = new Agent({ connections: 1, maxResponseSize: maxAnswerBytes });
  readonly #url: URL;
  readonly #ended = new AbortController();
  #queue: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #failures = 0;
  #isClosing = false;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    this.#url = new URL(options.endpoint);
    const path = this.#url.pathname.replace(/\/+$/, "");
    this.#url.pathname = path.endsWith(tracesPath) ? path : `${path}${tracesPath}`;
  }

  add(span: Span): void {
    if (this.#queue.length >= maxQueue || this.#isClosing) {
      this.#options.countFailure("spans");
      return;
    }
    this.#queue.push(span);
    if (this.#sending !== undefined) return;
    if (this.#queue.length >= batchSize) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), intervalMs).unref();
  }

  /** Sends the remaining spans, taking at most one second. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const last = setTimeout(() => this.#ended.abort(), closeTimeoutMs);
    this.#wake?.();
    this.#start();
    await this.#sending;
    clearTimeout(last);
    await this.#agent.destroy();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      // Spans added meanwhile are fewer than a batch.
      if (this.#queue.length > 0 && !this.#isClosing)
        this.#timer = setTimeout(() => this.#start(), intervalMs).unref();
    });
  }

  /** Sends one batch of any size, then full batches only. When closing, sends everything. */
  async #sendAll(): Promise<void> {
    do {
      const batch = this.#queue.splice(0, batchSize);
      if (batch.length === 0) return;
      await this.#sendBatch(batch);
    } while (this.#queue.length >= batchSize || this.#isClosing);
  }

  async #sendBatch(batch: readonly Span[]): Promise<void> {
    const { resource, countFailure } = this.#options;
    const body = encodeSpans(batch, resource, Date.now() - performance.now());
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#send(body);
      if (outcome.kind === "accepted") {
        const rejected = Math.min(outcome.rejected, batch.length);
        this.#recordSuccess();
        if (rejected > 0) countFailure("spans", rejected);
        return;
      }
      this.#recordFailure(outcome.reason);
      if (outcome.kind === "refused" || attempt === maxAttempts || this.#isClosing) {
        countFailure("spans", batch.length);
        return;
      }
      await this.#pause(outcome.afterMs);
    }
  }

  /** Sends one request; never throws. */
  async #send(body: string): Promise<ExportOutcome> {
    const { headers: ownHeaders } = this.#options;
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await this.#agent.request({
        origin: this.#url.origin,
        path: `${this.#url.pathname}${this.#url.search}`,
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "svm-gateway", ...ownHeaders },
        body,
        signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await answer.text();
      if (statusCode >= 200 && statusCode < 300) return { kind: "accepted", rejected: rejectedSpans(text) };
      const reason = `it answered with status ${statusCode}`;
      if (!retryableStatuses.has(statusCode)) return { kind: "refused", reason };
      const seconds = Number(headers["retry-after"]);
      return { kind: "retry", reason, afterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined };
    } catch (caught) {
      const hasTimedOut = caught instanceof Error && caught.name === "TimeoutError";
      const reason = hasTimedOut ? `no answer within ${timeoutMs} ms` : String(caught);
      return { kind: "retry", reason, afterMs: undefined };
    }
  }

  #recordSuccess(): void {
    if (this.#failures > 0)
      this.#options.log.info(
        { collector: redactUrl(this.#options.endpoint) },
        "the trace collector accepts spans again",
      );
    this.#failures = 0;
  }

  #recordFailure(reason: string): void {
    this.#failures += 1;
    this.#options.countFailure("tracing");
    if (this.#failures > 1) return;
    this.#options.log.warn(
      { collector: redactUrl(this.#options.endpoint), reason },
      "the trace collector does not accept spans: calls are not affected, and spans are dropped when the queue is full",
    );
  }

  /** Waits before a retry. Closing the exporter ends the wait. */
  #pause(afterMs: number | undefined): Promise<void> {
    const ms = Math.min(afterMs ?? backoffMs(this.#failures, backoff), backoff.longestMs);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function rejectedSpans(text: string): number {
  // Some collectors answer without a body or with something other than JSON.
  const answer = parsedOrUndefined(text) as
    | { partialSuccess?: { rejectedSpans?: unknown } }
    | null
    | undefined;
  const rejected = Number(answer?.partialSuccess?.rejectedSpans ?? 0);
  return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
}
