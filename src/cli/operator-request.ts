import { RpcError } from "../rpc/rpc-error.ts";
import { noGateway, notAGateway } from "./gateway-faults.ts";

const timeoutMs = 30_000;

/** Sends a running gateway a request for operators; `path` begins with /admin. Faults are RpcErrors, the gateway's own included. */
export async function operatorRequest(url: string, method: "GET" | "POST", path: string): Promise<object> {
  let text: string;
  try {
    const response = await fetch(new URL(path, url), { method, signal: AbortSignal.timeout(timeoutMs) });
    text = await response.text();
  } catch (cause) {
    throw noGateway(url, cause);
  }
  const answer = objectIn(text);
  if (answer === undefined) throw notAGateway(url);
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
