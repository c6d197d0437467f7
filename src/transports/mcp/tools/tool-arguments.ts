import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { cutParamMembers, maxParamMembers } from "../../../gateway/params/param-members.ts";
import { cutMember, cutObject, stringIn } from "../../../json/cut-text.ts";
import { writeMembers } from "../../../json/join.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { truncate } from "../../../text/wording.ts";
import { invalidParamError } from "./tool-errors.ts";

/** The argument that every tool has besides its method's parameters. */
export const networkArgument = "network";

/** A tool's arguments as raw text, which keeps every digit, and the network that they select. */
export interface ToolArguments {
  /** JSON text of the method's parameters; undefined if there are none. */
  readonly params: string | undefined;
  readonly network: string | undefined;
}

export interface ToolCall {
  readonly tool: ToolDescriptor;
  readonly given: ToolArguments;
  /** Writes arguments as the client must send them: callMethod takes them inside its own. */
  readonly write: (args: string) => string;
}

/** Cuts `arguments` out of the parameters of tools/call. */
export function argumentsOfCall(params: string | undefined): ToolArguments {
  return takeNetwork(params === undefined ? undefined : cutMember(params, "arguments"));
}

/** Length of the shortest member: two quotes, a colon, a digit and a comma. */
const minMemberLength = 5;
/** Most values besides the arguments: capabilities, consent and additions of proxies are a few dozen. */
const maxCommas = 4000;

/** Refuses a call with too many arguments, or too many other values, before a schema checks each of them. */
export function assertFewArguments(params: string): void {
  if (params.length < maxParamMembers * minMemberLength || !params.startsWith("{")) return;
  let given: string | undefined;
  let commas = 0;
  for (const [key, raw] of cutObject(params)) {
    if (key === "arguments") given = raw;
    else commas += commasIn(raw);
  }
  if (commas > maxCommas) {
    throw RpcError.of(
      "invalidParams",
      `Invalid params: the members other than "arguments" hold more than ${maxCommas} values; leave out what is not needed.`,
    );
  }
  if (given?.startsWith("{") === true) cutParamMembers("tools/call", given);
}

/** An upper bound on the members of objects and lists, since commas inside strings count too. */
function commasIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1)) count += 1;
  return count;
}

/** Separates the network from parameters by name. Positional parameters select none. */
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
