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
import type { ToolArguments } from "./tool-arguments.ts";
import type { ToolScope } from "./tool-scope.ts";

/** What a request without a handshake says about its client, and the answers that it brings along. */
export type Asked = Pick<ServerContext["mcpReq"], "envelope" | "inputResponses">;

/** Most characters of the arguments that a person is shown; a signed transaction is longer, and unreadable anyway. */
const longestArguments = 400;

/** A form without fields: the person accepts or declines. */
const requestedSchema = { type: "object", properties: {} } as const;

/**
 * Asks the person before a call that moves funds or changes networks, if the client can: by a request on a session, or
 * by a result that asks for input, with which the client calls again. Returns what to answer instead of calling; undefined
 * when the call may go on, as it does for a client that can't ask.
 */
export async function confirm(
  tool: ToolDescriptor,
  given: ToolArguments,
  scope: ToolScope,
  asked: Asked,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const message = questionOf(tool, given, scope);
  if (scope.elicit !== undefined) return declined(tool, await scope.elicit({ message, requestedSchema }));
  if (!canAsk((asked.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]))
    return undefined;
  const key = `confirm-${digestOf(tool, given, scope)}`;
  const answer = inputResponse(asked.inputResponses, key);
  if (answer.kind === "elicit") return declined(tool, answer.action);
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** Whether a client can show the person a form; one that names no kind of question can. */
export function canAsk(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as ClientCapabilities;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** A digest of the whole call, of which the question shows only a part: consent to one call does not count for another, and no state is kept. */
function digestOf(tool: ToolDescriptor, given: ToolArguments, scope: ToolScope): string {
  const text = `${tool.name} ${networkOf(given, scope)} ${given.params}`;
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function networkOf({ network }: ToolArguments, scope: ToolScope): string {
  return network ?? scope.network ?? "the default network";
}

function questionOf(tool: ToolDescriptor, given: ToolArguments, scope: ToolScope): string {
  const { params = "{}" } = given;
  const shown =
    params.length <= longestArguments
      ? params
      : `${params.slice(0, longestArguments)}... (${params.length} characters)`;
  return `${tool.name} on ${networkOf(given, scope)}: ${tool.asks ?? tool.description} Arguments: ${shown}. Go on?`;
}

function declined(tool: ToolDescriptor, action: string): CallToolResult | undefined {
  if (action === "accept") return undefined;
  const text = `The person did not agree (${action}): ${tool.name} was not called and nothing changed. Ask them what to do instead.`;
  return { isError: true, content: [{ type: "text", text }] };
}
