import { createHash } from "node:crypto";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { Selection } from "../../../gateway/select-networks.ts";
import { compact } from "../../../json/canonical.ts";
import { cutObject, stringIn } from "../../../json/cut-text.ts";
import { redactText } from "../../../log/redact.ts";
import { parsedUrl } from "../../../net/urls.ts";
import { visibleAscii } from "../../../text/printable.ts";
import { counted, shortenMiddle } from "../../../text/wording.ts";
import type { Elicit } from "./tool-scope.ts";

/** Request metadata: the progress token and, in the stateless version, the client's capabilities and the user's responses. */
export type RequestExtras = Pick<ServerContext["mcpReq"], "_meta" | "envelope" | "inputResponses">;

/** An empty form: the user only accepts or declines. */
const requestedSchema = { type: "object", properties: {} } as const;

/**
 * Asks the user before a call that moves funds or changes networks: in a session by a request, otherwise by a result that asks for
 * input, after which the client calls again. Returns the result to send instead; undefined if the user agreed or the client can't
 * ask. `selection` is undefined for a tool that runs on no network.
 */
export async function confirm(
  tool: ToolDescriptor,
  params: string | undefined,
  selection: Selection | undefined,
  elicit: Elicit | undefined,
  extras: RequestExtras,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const message = writeQuestion(tool, params, selection);
  if (elicit !== undefined) return resultIfDeclined(tool, await elicit({ message, requestedSchema }));
  if (!canAsk((extras.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]))
    return undefined;
  const key = `confirm-${hashCall(`${message} ${params}`)}`;
  const response = inputResponse(extras.inputResponses, key);
  if (response.kind === "elicit") return resultIfDeclined(tool, response.action);
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** True if a client supports form elicitation, which is the default if it names no mode. */
export function canAsk(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as ClientCapabilities;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** Hashes all arguments, of which the question shows only a part, so that consent to one call does not apply to another. */
function hashCall(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function resultIfDeclined(tool: ToolDescriptor, action: string): CallToolResult | undefined {
  if (action === "accept") return undefined;
  const text = `The user did not agree (${action}): ${tool.name} was not called, and nothing changed. Ask them what to do instead.`;
  return { isError: true, content: [{ type: "text", text }] };
}

/** Longest value shown in full: addresses (44), signatures (88) and amounts fit, signed transactions do not. */
const maxValueLength = 100;

/** Longest DNS host name plus a port. */
const maxHostLength = 262;

/** Maximum arguments shown. No tool has more, and the gateway rejects unknown ones. */
const maxArguments = 12;

const maxNetworks = 8;

/**
 * Writes the question for a call: what happens, on which network, with which values. The call may come from a prompt injection, so no
 * value can hide another or pass for something else.
 */
export function writeQuestion(
  tool: ToolDescriptor,
  params: string | undefined,
  selection: Selection | undefined,
): string {
  const network = selection === undefined ? "" : ` Network: ${listNetworks(selection)}.`;
  return `${tool.name}: ${tool.asks ?? tool.description}${network}${listArguments(tool, params)} Continue?`;
}

function listNetworks({ networks, isAll }: Selection): string {
  const ids = networks.slice(0, maxNetworks).map(({ id }) => display(JSON.stringify(id)));
  if (!isAll) return ids.join();
  const more = networks.length > ids.length ? ` and ${networks.length - ids.length} more` : "";
  return `all enabled ones (${ids.join(", ")}${more})`;
}

/** Lists the tool's own arguments first, in schema order, so that unknown ones can't displace them. */
function listArguments(tool: ToolDescriptor, params: string | undefined): string {
  if (params === undefined) return "";
  if (!params.startsWith("{")) return ` Arguments: ${display(params)}.`;
  const argumentNames = Object.keys(tool.inputSchema.properties);
  const rankOf = (key: string) =>
    argumentNames.includes(key) ? argumentNames.indexOf(key) : argumentNames.length;
  const members = cutObject(params)
    .map(([key, raw]) => ({ key, raw, rank: rankOf(key) }))
    .sort((a, b) => a.rank - b.rank);
  const shownMembers = members
    .slice(0, maxArguments)
    .map(({ key, raw }) => ` ${displayName(key)}: ${displayArgument(raw)}.`);
  const hiddenCount = members.length - shownMembers.length;
  return `${shownMembers.join("")}${hiddenCount > 0 ? ` And ${counted(hiddenCount, "more argument")}.` : ""}`;
}

function displayName(key: string): string {
  return /^\w{1,40}$/.test(key) ? key : display(JSON.stringify(key));
}

/** Shows a URL's full host first, so that a long user name or path can't hide it. */
function displayArgument(raw: string): string {
  const text = stringIn(raw);
  if (text === undefined) return display(compact(raw));
  const host = text.includes("://") ? parsedUrl(text)?.host : undefined;
  const value = display(JSON.stringify(host === undefined ? text : redactText(text)));
  return host === undefined || host === ""
    ? value
    : `host ${shortenMiddle(visibleAscii(JSON.stringify(host)), maxHostLength)}, ${value}`;
}

function display(json: string): string {
  return shortenMiddle(visibleAscii(json), maxValueLength);
}
