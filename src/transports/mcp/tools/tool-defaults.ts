import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { cutObject } from "../../../json/cut.ts";

/** The encoding that shows fields by name, which is what a model can read. */
const readable = "jsonParsed";

/**
 * Asks for fields by name if the ledger offers them and the caller names no encoding. A slice of the data has none:
 * ledgers refuse the two together.
 */
export function withToolDefaults(
  { inputSchema }: ToolDescriptor,
  params: string | undefined,
): string | undefined {
  const { encoding } = inputSchema.properties as { encoding?: { enum?: readonly string[] } };
  if (encoding?.enum?.includes(readable) !== true) return params;
  if (params === undefined) return `{"encoding":"${readable}"}`;
  if (params[0] !== "{") return params;
  const members = cutObject(params);
  if (members.some(([name]) => name === "encoding" || name === "dataSlice")) return params;
  const start = params.slice(0, params.lastIndexOf("}"));
  return `${start}${members.length === 0 ? "" : ","}"encoding":"${readable}"}`;
}
