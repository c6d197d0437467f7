import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/wording.ts";
import { keyField } from "./credentials.ts";

/**
 * What is wrong with the query of a URL: a parameter that is not among `known`, which would be ignored, or one given twice.
 * Undefined if nothing is, or if the route reads no query and `known` is undefined.
 */
export function queryFault(url = "", known: readonly string[] | undefined): RpcError | undefined {
  const mark = url.indexOf("?");
  if (mark < 0 || known === undefined) return undefined;
  const found = new Set<string>();
  for (const name of new URLSearchParams(url.slice(mark + 1)).keys()) {
    const shown = `query parameter ${JSON.stringify(truncate(name))}`;
    if (found.has(name)) return RpcError.of("invalidParams", `The ${shown} is given twice: give it once.`);
    found.add(name);
    if (known.includes(name) || name === keyField) continue;
    const taken = known.join(", ") || "none";
    return RpcError.of(
      "invalidParams",
      `Unknown ${shown}: ${truncate(url.slice(0, mark), 200)} takes ${taken}.`,
    );
  }
  return undefined;
}
