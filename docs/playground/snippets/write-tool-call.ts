import { indentJson } from "../../../src/json/indent.ts";
import type { SnippetCall } from "./snippet.ts";

/** The call as a tool client sends it to POST /api/mcp; subscriptions are no tools. */
export function writeToolCall({ method, values, network }: SnippetCall): string | undefined {
  if (method.tool === undefined) return undefined;
  const members = method.params.flatMap(({ name }) => {
    const value = values.get(name);
    return value === undefined ? [] : [`${JSON.stringify(name)}:${value}`];
  });
  if (network !== "" && method.kind === "ledger") members.push(`"network":${JSON.stringify(network)}`);
  const params = `{"name":${JSON.stringify(method.name)},"arguments":{${members.join(",")}}}`;
  return indentJson(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
}
