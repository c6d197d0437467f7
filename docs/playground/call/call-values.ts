import type { Method } from "../../../codegen/contract/contract.ts";

/** Given parameters by name, each as JSON text exactly as it was written. */
export type CallValues = ReadonlyMap<string, string>;

/** Parameters as a client calls with them by name, in the document's order; "" when none is given. */
export function paramsByName(method: Method, values: CallValues): string {
  const members = method.params.flatMap(({ name }) => {
    const value = values.get(name);
    return value === undefined ? [] : `${JSON.stringify(name)}:${value}`;
  });
  return members.length === 0 ? "" : `{${members.join(",")}}`;
}

/** The body of a JSON-RPC request; `params` is left out when there are none. */
export function requestBody(method: string, params: string, id = 1): string {
  const member = params === "" ? "" : `,"params":${params}`;
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${member}}`;
}
