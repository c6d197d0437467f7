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

/**
 * What a request carries besides its parameters: its progress token and, without a handshake, the client's capabilities and the user's
 * answers.
 */
export type RequestExtras = Pick<ServerContext["mcpReq"], "_meta" | "envelope" | "inputResponses">;

/** A form without fields: the user only accepts or declines. */
const requestedSchema = { type: "object", properties: {} } as const;

/**
 * Asks the user before a call that moves funds or changes networks: on a session by a request to the client, otherwise by a result
 * that asks for input, after which the client calls again. Returns the result to send instead of calling; undefined if the user
 * agreed or the client can't ask. `selection` is undefined for a tool that runs on no network.
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
  const answer = inputResponse(extras.inputResponses, key);
  if (answer.kind === "elicit") return resultIfDeclined(tool, answer.action);
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** Whether a client can show the user a form. One that names no kinds of elicitation can. */
export function canAsk(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as ClientCapabilities;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** Identifies a call by all its arguments, of which the question shows only a part: consent to one call does not count for another. */
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

/** Longest host name that DNS allows, with a port. */
const maxHostLength = 262;

/** Most arguments shown. No tool has more, and the gateway refuses unknown ones. */
const maxArguments = 12;

const maxNetworks = 8;

/**
 * Writes the question before a call that changes something: what happens, on which network, with which values. Someone may have tricked
 * the model into the call, so no value can push another out of sight or pass for something else.
 */
export function writeQuestion(
  tool: ToolDescriptor,
  params: string | undefined,
  selection: Selection | undefined,
): string {
  const network = selection === undefined ? "" : ` Network: ${listNetworks(selection)}.`;
  return `${tool.name}: ${tool.asks ?? tool.description}${network}${listArguments(tool, params)} Continue?`;
}

function listNetworks(selection: Selection): string {
  if (selection.mode === "single") return shown(JSON.stringify(selection.network.id));
  const { networks } = selection;
  const ids = networks.slice(0, maxNetworks).map(({ id }) => shown(JSON.stringify(id)));
  const more = networks.length > ids.length ? ` and ${networks.length - ids.length} more` : "";
  return `all enabled ones (${ids.join(", ")}${more})`;
}

/** Shows the tool's own arguments first, in its order, so that unknown ones can't displace them. */
function listArguments(tool: ToolDescriptor, params: string | undefined): string {
  if (params === undefined) return "";
  if (!params.startsWith("{")) return ` Arguments: ${shown(params)}.`;
  const described = Object.keys(tool.inputSchema.properties);
  const place = (key: string) => (described.includes(key) ? described.indexOf(key) : described.length);
  const members = cutObject(params)
    .map(([key, raw]) => ({ key, raw, place: place(key) }))
    .sort((a, b) => a.place - b.place);
  const named = members
    .slice(0, maxArguments)
    .map(({ key, raw }) => ` ${shownName(key)}: ${shownArgument(raw)}.`);
  const left = members.length - named.length;
  return `${named.join("")}${left > 0 ? ` And ${counted(left, "more argument")}.` : ""}`;
}

function shownName(key: string): string {
  return /^\w{1,40}$/.test(key) ? key : shown(JSON.stringify(key));
}

/** Shows a URL's host first and in full, so that a long user name or path can't hide it. */
function shownArgument(raw: string): string {
  const text = stringIn(raw);
  if (text === undefined) return shown(compact(raw));
  const host = text.includes("://") ? parsedUrl(text)?.host : undefined;
  const value = shown(JSON.stringify(host === undefined ? text : redactText(text)));
  return host === undefined || host === ""
    ? value
    : `host ${shortenMiddle(visibleAscii(JSON.stringify(host)), maxHostLength)}, ${value}`;
}

function shown(json: string): string {
  return shortenMiddle(visibleAscii(json), maxValueLength);
}
