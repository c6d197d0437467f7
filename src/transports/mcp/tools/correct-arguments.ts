import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { cutObject } from "../../../json/cut.ts";
import { joinObject } from "../../../json/join.ts";
import { RawJson } from "../../../json/raw-json.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";

/** Longest value of a caller that is repeated. */
const maxRepeatedLength = 200;

/**
 * Writes correct arguments as JSON text: the caller's own, with those that the fault names taken from the method's example. Addresses of
 * the example become placeholders. For a tool that changes something all its values do, so that a copied example does no harm.
 */
export function correctArguments(tool: ToolDescriptor, given: string | undefined, fault: RpcError): string {
  const { properties, required = [] } = tool.inputSchema;
  const faulty = namedParams(fault);
  const correct = new Map<string, string>();
  for (const [name, raw] of given?.[0] === "{" ? cutObject(given) : []) {
    if (name in properties && !faulty.has(name) && raw.length <= maxRepeatedLength) correct.set(name, raw);
  }
  const isHarmless = !tool.annotations.destructiveHint;
  for (const [name, raw] of cutObject(tool.example)) {
    if (correct.has(name) || !(faulty.has(name) || required.includes(name) || correct.size === 0)) continue;
    correct.set(name, isHarmless ? withoutAddresses(name, raw) : JSON.stringify(`<${name}>`));
  }
  return joinObject([...correct].map(([name, raw]) => [name, RawJson.fromText(raw)] as const)).toString();
}

/** Replaces addresses by a placeholder: a model would take the example's for the one to use. */
function withoutAddresses(name: string, raw: string): string {
  return raw.replace(/"[1-9A-HJ-NP-Za-km-z]{32,}"/g, JSON.stringify(`<${name}>`));
}

/** The parameters that a fault names, without paths into them. */
function namedParams({ data }: RpcError): ReadonlySet<string> {
  const faults = Array.isArray(data?.faults) ? (data.faults as { param?: unknown }[]) : [];
  return new Set(faults.map(({ param }) => String(param).split(/[.[]/, 1)[0] ?? ""));
}
