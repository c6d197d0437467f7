import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { cutObject } from "../../../json/cut.ts";
import { joinObject } from "../../../json/join.ts";
import { RawJson } from "../../../json/raw-json.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";

/** Longer values of a caller are not repeated. */
const longestRepeated = 200;

/**
 * Arguments that would be right, as JSON text: the caller's own, except those that the fault names, which come from the
 * method's example, with placeholders for addresses. A tool that changes something gets placeholders alone, so that a copied example harms nothing.
 */
export function rightArguments(tool: ToolDescriptor, given: string | undefined, fault: RpcError): string {
  const { properties, required = [] } = tool.inputSchema;
  const wrong = namedParams(fault);
  const right = new Map<string, string>();
  for (const [name, raw] of given?.[0] === "{" ? cutObject(given) : []) {
    if (name in properties && !wrong.has(name) && raw.length <= longestRepeated) right.set(name, raw);
  }
  const isHarmless = !tool.annotations.destructiveHint;
  for (const [name, raw] of cutObject(tool.example)) {
    if (right.has(name) || !(wrong.has(name) || required.includes(name) || right.size === 0)) continue;
    right.set(name, isHarmless ? withoutAddresses(name, raw) : JSON.stringify(`<${name}>`));
  }
  return joinObject([...right].map(([name, raw]) => [name, RawJson.fromText(raw)] as const)).toString();
}

/** A model takes a real address of an example for the one that was meant. */
function withoutAddresses(name: string, raw: string): string {
  return raw.replace(/"[1-9A-HJ-NP-Za-km-z]{32,}"/g, JSON.stringify(`<${name}>`));
}

/** The parameters that a fault names, without the path inside them. */
function namedParams({ data }: RpcError): ReadonlySet<string> {
  const faults = Array.isArray(data?.faults) ? (data.faults as { param?: unknown }[]) : [];
  return new Set(faults.map(({ param }) => String(param).split(/[.[]/, 1)[0] ?? ""));
}
