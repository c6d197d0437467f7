import type { IncomingMessage } from "node:http";
import { RpcError } from "../../rpc/rpc-error.ts";
import { orList, truncate } from "../../text/wording.ts";
import { keyField } from "./credentials.ts";
import { requestPath, requestQuery } from "./request-url.ts";

/**
 * Returns an error for a repeated query parameter, or for one not in `allowed`, which would be ignored. Undefined if the query is valid,
 * or if `allowed` is undefined because the route ignores any query.
 */
export function queryError(request: IncomingMessage, allowed?: readonly string[]): RpcError | undefined {
  const query = requestQuery(request);
  if (query === "" || allowed === undefined) return undefined;
  const seen = new Set<string>();
  for (const name of new URLSearchParams(query).keys()) {
    const label = `query parameter ${JSON.stringify(truncate(name))}`;
    if (seen.has(name)) return RpcError.of("invalidParams", `The ${label} is given twice: give it once.`);
    seen.add(name);
    if (allowed.includes(name) || name === keyField) continue;
    const accepted = allowed.join(", ") || "none";
    return RpcError.of(
      "invalidParams",
      `Unknown ${label}: ${truncate(requestPath(request), 200)} takes ${accepted}.`,
    );
  }
  return undefined;
}

/** Throws `invalidParams` if a query parameter is present and not one of `values`. */
export function assertOneOf(name: string, value: unknown, values: readonly string[]): void {
  if (value === undefined || values.includes(String(value))) return;
  const message = `${name} must be ${orList(values)}, got ${JSON.stringify(truncate(String(value)))}.`;
  throw RpcError.of("invalidParams", message);
}
