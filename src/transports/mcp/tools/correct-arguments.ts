import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { cutObject } from "../../../json/cut-text.ts";
import { writeMembers } from "../../../json/join.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";
import { callArguments } from "./finder-tools.ts";
import type { ToolCall } from "./tool-arguments.ts";

/** Writes correct arguments for a failed call, as the client must send them. */
export function exampleFor({ tool, args, isNested }: ToolCall, error: RpcError): string {
  const correct = correctArguments(tool, args.params, error);
  return isNested ? callArguments(tool.name, correct) : correct;
}

const maxRepeatedLength = 200;

/**
 * Writes correct arguments as JSON text: the caller's own, with faulty ones taken from the method's example. Example addresses become
 * placeholders. For destructive tools all example values do, so that a copy does no harm.
 */
export function correctArguments(
  tool: ToolDescriptor,
  callerArgs: string | undefined,
  error: RpcError,
): string {
  const { properties, required = [] } = tool.inputSchema;
  const faulty = faultyParams(error);
  const args = new Map<string, string>();
  for (const [name, raw] of callerArgs?.[0] === "{" ? cutObject(callerArgs) : []) {
    if (name in properties && !faulty.has(name) && raw.length <= maxRepeatedLength) args.set(name, raw);
  }
  const isHarmless = !tool.annotations.destructiveHint;
  for (const [name, raw] of cutObject(tool.example)) {
    if (args.has(name) || !(faulty.has(name) || required.includes(name) || args.size === 0)) continue;
    args.set(name, isHarmless ? withoutAddresses(name, raw) : JSON.stringify(`<${name}>`));
  }
  return writeMembers(args);
}

/** Replaces addresses with a placeholder, because a model might use the example's. */
function withoutAddresses(name: string, raw: string): string {
  return raw.replace(/"[1-9A-HJ-NP-Za-km-z]{32,}"/g, JSON.stringify(`<${name}>`));
}

/** Top-level names of the faulty parameters in an error. */
function faultyParams({ data }: RpcError): ReadonlySet<string> {
  const faults = Array.isArray(data?.faults) ? (data.faults as { param?: unknown }[]) : [];
  return new Set(faults.map(({ param }) => String(param).split(/[.[]/, 1)[0] ?? ""));
}
