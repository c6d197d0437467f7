import type { ClientSettings } from "../shared/client-options.ts";
import { type CallDetails, SvmGatewayError } from "../shared/svm-gateway-error.ts";

/** An HTTP answer, of any status. */
export interface HttpAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly text: string;
}

/** Sends one body to the gateway; rejects with an error of kind `network` when the connection breaks. */
export async function httpPost(
  settings: ClientSettings,
  body: string,
  details: CallDetails,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const headers = { ...settings.headers, "content-type": "application/json", accept: "application/json" };
  try {
    const answer = await settings.fetch(callUrl(settings.url, details.network), {
      method: "POST",
      headers,
      body,
      signal,
    });
    const retryAfterSeconds = secondsFromRetryAfter(answer.headers.get("retry-after"));
    return { status: answer.status, retryAfterSeconds, text: await answer.text() };
  } catch (cause) {
    const message = `${details.method}: no answer from ${settings.url.origin} (${reason(cause)}).`;
    throw new SvmGatewayError("network", message, { ...details, cause });
  }
}

function callUrl(url: URL, network: string | undefined): string {
  if (network === undefined) return url.href;
  const networkUrl = new URL(url);
  networkUrl.searchParams.set("network", network);
  return networkUrl.href;
}

/** Retry-After is in seconds or a date. */
function secondsFromRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const ms = Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, Math.ceil(ms / 1000));
}

/** fetch in Node says "fetch failed" and keeps the reason in the cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) {
    return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
  }
  return error.message;
}
