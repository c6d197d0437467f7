import { RpcError, stoppingError } from "../../rpc/rpc-error.ts";
import type { Phase } from "./http-attempt.ts";

const phaseTexts: Readonly<Record<Phase, string>> = {
  connect: "while connecting",
  headers: "before responding",
  body: "mid-response",
};

/** Advice by error code, where a plain retry rarely helps. */
const advice: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "its host can't be found: check the upstream's address"],
  ["EAI_AGAIN", "the DNS lookup failed: try again, or check DNS on this machine"],
  ["UND_ERR_CLOSED", "its address was replaced: send the call again"],
  ["ECONNREFUSED", "nothing listens at its address: try again, or check the upstream's address"],
]);

/** Returns true if the upstream failed: it gave no valid response, or a ledger error under HTTP status 5xx. */
export function isUpstreamError({ kind, upstreamStatus = 0 }: RpcError): boolean {
  if (kind === "ledger") return upstreamStatus >= 500;
  return kind === "upstreamUnreachable" || kind === "upstreamInvalid" || kind === "upstreamTimeout";
}

/** The error for a failed connection. */
export function unreachableError(name: string, phase: Phase, error: Error): RpcError {
  const code = errorCode(error);
  if (code === "UND_ERR_DESTROYED") return stoppingError(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT") return timeoutError(name, "connect", error);
  return RpcError.of(
    "upstreamUnreachable",
    `Upstream ${name} failed ${phaseTexts[phase]} (${code}); ${advice.get(code) ?? "try again"}.`,
    { data: { phase, upstream: name }, cause: error },
  );
}

/** The error for an upstream that did not respond in time. */
export function timeoutError(name: string, phase: Phase, cause?: Error): RpcError {
  return RpcError.of("upstreamTimeout", `Upstream ${name} timed out ${phaseTexts[phase]}; try again.`, {
    data: { phase, upstream: name },
    cause,
  });
}

/** The error for an invalid response. */
export function invalidResponseError(name: string, reason: string, cause: unknown): RpcError {
  return RpcError.of("upstreamInvalid", `Upstream ${name} sent an invalid response: ${reason}.`, {
    data: { phase: "body", upstream: name },
    cause,
  });
}

/** The error for an HTTP error status without a JSON-RPC response. */
export function httpStatusError(
  name: string,
  status: number,
  retryAfterSeconds: number | undefined,
): RpcError {
  return RpcError.of(
    "upstreamUnreachable",
    `Upstream ${name} refused the call with HTTP status ${status}${meaning(status)}.`,
    { data: { phase: "headers", status, upstream: name }, retryAfterSeconds },
  );
}

/** The error for a response that exceeds the memory budget. */
export function tooLargeError(name: string, maxResponseBytes: number): RpcError {
  return RpcError.of(
    "responseTooLarge",
    `The response of upstream ${name} is longer than ${maxResponseBytes} bytes; request less data, or raise server_config.memory_mb.`,
    { data: { upstream: name, maxResponseBytes } },
  );
}

function meaning(status: number): string {
  if (status === 429) return " (too many requests)";
  if (status === 401 || status === 403) return " (the key in its URL may be wrong)";
  if (status >= 300 && status < 400) return " (redirects are not followed)";
  return "";
}

function errorCode(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return code;
  // If several addresses were tried, report the first error.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first instanceof Error && first !== error ? errorCode(first) : error.name;
}
