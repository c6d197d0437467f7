import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { cutParamMembers, maxParamMembers } from "../../../gateway/params/param-members.ts";
import { cutMember, cutObject, stringIn } from "../../../json/cut-text.ts";
import { writeMembers } from "../../../json/join.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { truncate } from "../../../text/wording.ts";
import { invalidParamError } from "./tool-errors.ts";

/** Argument of every tool in addition to its method's parameters. */
export const networkArgument = "network";

/** A tool's arguments as raw text, which preserves every digit, and the selected network. */
export interface ToolArguments {
  /** The method's parameters as JSON text; undefined if there are none. */
  readonly params: string | undefined;
  readonly network: string | undefined;
}

/** A call of a tool with its arguments. */
export interface ToolCall {
  readonly tool: ToolDescriptor;
  readonly args: ToolArguments;
  /** True for a call through callMethod, which nests the arguments. */
  readonly isNested: boolean;
}

/** Extracts `arguments` from the parameters of tools/call. */
export function argumentsOfCall(params: string | undefined): ToolArguments {
  return takeNetwork(params === undefined ? undefined : cutMember(params, "arguments"));
}

/** Shortest member: two quotes, a colon, a digit and a comma. */
const minMemberLength = 5;
/** Most values outside the arguments. Capabilities, consent and proxy additions are a few dozen. */
const maxCommas = 4000;

/** Throws for too many arguments or other values, before a schema checks each of them. */
export function assertFewArguments(params: string): void {
  if (params.length < maxParamMembers * minMemberLength || !params.startsWith("{")) return;
  let args: string | undefined;
  let commas = 0;
  for (const [key, raw] of cutObject(params)) {
    if (key === "arguments") args = raw;
    else commas += countCommas(raw);
  }
  if (commas > maxCommas) {
    throw RpcError.of(
      "invalidParams",
      `Invalid params: the members other than "arguments" hold more than ${maxCommas} values; remove those that are not needed.`,
    );
  }
  if (args?.startsWith("{") === true) cutParamMembers("tools/call", args);
}

/** Counts commas, an upper bound on the members of objects and lists. */
function countCommas(text: string): number {
  let count = 0;
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1)) count += 1;
  return count;
}

/** Separates the network from named parameters. Positional parameters select none. */
export function takeNetwork(text: string | undefined): ToolArguments {
  if (text?.[0] !== "{") return { params: text, network: undefined };
  const members = cutObject(text);
  const selected = members.findLast(([key]) => key === networkArgument)?.[1];
  if (selected === undefined) return { params: text, network: undefined };
  const others = members.filter(([key]) => key !== networkArgument);
  if (others.length < members.length - 1)
    throw invalidParamError(networkArgument, "is written twice; write it once");
  return { params: writeMembers(others), network: readNetwork(selected) };
}

function readNetwork(raw: string): string | undefined {
  if (raw === "null") return undefined;
  const id = stringIn(raw) ?? "";
  if (id !== "") return id;
  throw invalidParamError(networkArgument, `must be the id of a network, or "all", got ${truncate(raw)}`);
}
