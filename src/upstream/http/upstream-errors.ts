import { RpcError, stoppingError } from "../../rpc/rpc-error.ts";
import type { Phase } from "./http-attempt.ts";

const phaseTexts: Readonly<Record<Phase, string>> = {
  connect: "while connecting",
  headers: "before it began to answer",
  body: "in the middle of its answer",
};

/** What to do about a fault that a retry rarely fixes, by its code. */
const advice: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "its host can't be found: check the upstream's address"],
  ["EAI_AGAIN", "its host can't be looked up: try again, or check this machine's name servers"],
  ["UND_ERR_CLOSED", "its address was replaced: send the call again"],
  ["ECONNREFUSED", "nothing listens at its address: try again, or check the upstream's address"],
]);

/** Whether a fault means that an upstream gave no answer that can be used: none, or the error of a server that failed. */
export function isUpstreamError({ kind, upstreamStatus = 0 }: RpcError): boolean {
  if (kind === "ledger") return upstreamStatus >= 500;
  return kind === "upstreamUnreachable" || kind === "upstreamInvalid" || kind === "upstreamTimeout";
}

/** The error if an upstream could not be reached, or its connection broke. */
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

/** The error if an upstream did not answer in time. */
export function timeoutError(name: string, phase: Phase, cause?: Error): RpcError {
  return RpcError.of("upstreamTimeout", `Upstream ${name} timed out ${phaseTexts[phase]}; try again.`, {
    data: { phase, upstream: name },
    cause,
  });
}

/** The error if an upstream's answer can't be used. */
export function invalidResponseError(name: string, reason: string, cause: unknown): RpcError {
  return RpcError.of("upstreamInvalid", `Upstream ${name} gave an answer that can't be used: ${reason}.`, {
    data: { phase: "body", upstream: name },
    cause,
  });
}

/** The error if an upstream refused with an HTTP status and no JSON-RPC answer. */
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

/** The error if an answer is too long for the memory budget. */
export function tooLargeError(name: string, maxResponseBytes: number): RpcError {
  return RpcError.of(
    "responseTooLarge",
    `The answer of upstream ${name} is longer than ${maxResponseBytes} bytes; ask for less, or raise server_config.memory_mb.`,
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
  // When several addresses were tried, they nearly always fail the same way.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first instanceof Error && first !== error ? errorCode(first) : error.name;
}
