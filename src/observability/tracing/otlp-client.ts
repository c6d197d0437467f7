import { Agent } from "undici";

/** What became of a request to the collector. */
export type ExportOutcome =
  | { readonly kind: "accepted"; readonly rejected: number }
  | { readonly kind: "again"; readonly reason: string; readonly afterMs: number | undefined }
  | { readonly kind: "refused"; readonly reason: string };

/** What a client of a collector is made of. */
export interface OtlpClientOptions {
  /** Address of the collector; `/v1/traces` is added unless it ends with it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest wait for the collector's answer; 10 s, the default of the protocol's own exporters, unless given. */
  readonly timeoutMs?: number;
}

/** Statuses after which the protocol asks to send again. */
const retryable: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** More of a collector's answer is not read. */
const maxAnswerBytes = 64 * 1024;
const tracesPath = "/v1/traces";

/** Sends requests to a collector, over one kept connection; never throws. */
export class OtlpClient {
  readonly #agent = new Agent({ connections: 1, maxResponseSize: maxAnswerBytes });
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  constructor({ endpoint, headers, timeoutMs = 10_000 }: OtlpClientOptions) {
    this.#url = new URL(endpoint);
    const path = this.#url.pathname.replace(/\/+$/, "");
    this.#url.pathname = path.endsWith(tracesPath) ? path : `${path}${tracesPath}`;
    this.#headers = { "content-type": "application/json", "user-agent": "svm-gateway", ...headers };
    this.#timeoutMs = timeoutMs;
  }

  /** Sends one request with spans, within the configured time and until `ended`. */
  async send(body: string, ended: AbortSignal): Promise<ExportOutcome> {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(this.#timeoutMs)]);
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await this.#agent.request({
        origin: this.#url.origin,
        path: `${this.#url.pathname}${this.#url.search}`,
        method: "POST",
        headers: this.#headers,
        body,
        signal,
      });
      const text = await answer.text();
      if (statusCode >= 200 && statusCode < 300) return { kind: "accepted", rejected: rejectedSpans(text) };
      const reason = `it answered with status ${statusCode}`;
      if (!retryable.has(statusCode)) return { kind: "refused", reason };
      const seconds = Number(headers["retry-after"]);
      return { kind: "again", reason, afterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined };
    } catch (caught) {
      const hasTimedOut = caught instanceof Error && caught.name === "TimeoutError";
      const reason = hasTimedOut ? `no answer within ${this.#timeoutMs} ms` : String(caught);
      return { kind: "again", reason, afterMs: undefined };
    }
  }

  /** Ends its connection. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Number of spans that the collector says it rejected, though it accepted the request. */
function rejectedSpans(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: unknown } };
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
  } catch {
    // Some answer with no body, or with one in another form.
    return 0;
  }
}
