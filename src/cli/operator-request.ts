import { redactUrl } from "../log/redact.ts";
import { RpcError } from "../rpc/rpc-error.ts";

const timeoutMs = 30_000;

/** Asks a running gateway's page for operators; `path` begins with /admin. Faults are RpcErrors, the gateway's own among them. */
export async function operatorRequest(url: string, method: "GET" | "POST", path: string): Promise<object> {
  let text: string;
  try {
    const response = await fetch(new URL(path, url), { method, signal: AbortSignal.timeout(timeoutMs) });
    text = await response.text();
  } catch (cause) {
    throw RpcError.of("upstreamUnreachable", `no gateway answers at ${redactUrl(url)}; is it running?`, {
      cause,
    });
  }
  const answer = objectIn(text);
  if (answer === undefined)
    throw RpcError.of("upstreamInvalid", `what answers at ${redactUrl(url)} is not a gateway`);
  const { error } = answer as { error?: { message?: unknown } };
  if (typeof error?.message === "string") throw RpcError.of("notAllowed", error.message);
  return answer;
}

function objectIn(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
