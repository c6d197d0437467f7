import type { IncomingMessage } from "node:http";
import { RpcError } from "../../rpc/rpc-error.ts";
import { orList, truncate } from "../../text/wording.ts";
import { keyField } from "./credentials.ts";
import { requestPath, requestQuery } from "./request-url.ts";

/**
 * What is wrong with the query of a URL: a parameter that is not among `known`, which would be ignored, or one given twice.
 * Undefined if nothing is, or if the route reads no query and `known` is undefined.
 */
export function queryError(request: IncomingMessage, known?: readonly string[]): RpcError | undefined {
  const query = requestQuery(request);
  if (query === "" || known === undefined) return undefined;
  const found = new Set<string>();
  for (const name of new URLSearchParams(query).keys()) {
    const shown = `query parameter ${JSON.stringify(truncate(name))}`;
    if (found.has(name)) return RpcError.of("invalidParams", `The ${shown} is given twice: give it once.`);
    found.add(name);
    if (known.includes(name) || name === keyField) continue;
    const taken = known.join(", ") || "none";
    return RpcError.of(
      "invalidParams",
      `Unknown ${shown}: ${truncate(requestPath(request), 200)} takes ${taken}.`,
    );
  }
  return undefined;
}

/** Throws `invalidParams` if a query parameter is given and has another value. */
export function assertOneOf(name: string, value: unknown, values: readonly string[]): void {
  if (value === undefined || values.includes(String(value))) return;
  const message = `${name} must be ${orList(values)}, got ${JSON.stringify(truncate(String(value)))}.`;
  throw RpcError.of("invalidParams", message);
}
