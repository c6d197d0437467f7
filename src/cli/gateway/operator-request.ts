import { errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { noGateway, notAGateway } from "./gateway-faults.ts";

const timeoutMs = 30_000;

/** The environment variable with the key of whoever calls: of the program on standard input, and of commands at a running gateway. */
export const keyVariable = "SVM_GATEWAY_KEY";

/** What helps where a gateway does not know the caller. */
export const keyHint = `Commands present the key or token in ${keyVariable}.`;

/** The headers that present a key; none without one. */
export function authorization(key: string | undefined): Record<string, string> {
  return key === undefined || key === "" ? {} : { authorization: `Bearer ${key}` };
}

/** Sends a running gateway a request for operators; `path` begins with /admin. Faults are RpcErrors, the gateway's own included. */
export async function operatorRequest(
  url: string,
  method: "GET" | "POST",
  path: string,
  key?: string | undefined,
): Promise<object> {
  let text: string;
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: authorization(key),
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (cause) {
    throw noGateway(url, cause);
  }
  const answer = objectIn(text);
  if (answer === undefined) throw notAGateway(url);
  const { error } = answer as { error?: { message?: unknown; data?: { reason?: unknown } | null } };
  if (typeof error?.message !== "string") return answer;
  const isUnknownCaller = error.data?.reason === errorTable.unauthorized.reason;
  throw RpcError.of("notAllowed", isUnknownCaller ? `${error.message} ${keyHint}` : error.message);
}

function objectIn(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
