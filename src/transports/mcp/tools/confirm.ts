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
import { questionOf } from "./question.ts";
import type { Elicit } from "./tool-scope.ts";

/** What a request carries besides its parameters: its progress token and, without a handshake, the client's capabilities and the person's answers. */
export type RequestExtras = Pick<ServerContext["mcpReq"], "_meta" | "envelope" | "inputResponses">;

interface UnconfirmedCall {
  readonly tool: ToolDescriptor;
  /** JSON text of the arguments. */
  readonly params: string | undefined;
  /** Networks that the call would run on; undefined for a tool that runs on none. */
  readonly selection: Selection | undefined;
}

/** A form without fields: the person only accepts or declines. */
const requestedSchema = { type: "object", properties: {} } as const;

/**
 * Asks the person before a call that moves funds or changes networks: on a session by a request to the client, otherwise by a result
 * that asks for input, after which the client calls again. Returns the result to send instead of calling; undefined if the person
 * agreed or the client can't ask.
 */
export async function confirm(
  { tool, params, selection }: UnconfirmedCall,
  elicit: Elicit | undefined,
  extras: RequestExtras,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const message = questionOf(tool, params, selection);
  if (elicit !== undefined) return declined(tool, await elicit({ message, requestedSchema }));
  if (!canAsk((extras.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]))
    return undefined;
  const key = `confirm-${digestOf(`${message} ${params}`)}`;
  const answer = inputResponse(extras.inputResponses, key);
  if (answer.kind === "elicit") return declined(tool, answer.action);
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** Whether a client can show the person a form. One that names no kinds of elicitation can. */
export function canAsk(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as ClientCapabilities;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** Identifies a call by all its arguments, of which the question shows only a part: consent to one call does not count for another. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function declined(tool: ToolDescriptor, action: string): CallToolResult | undefined {
  if (action === "accept") return undefined;
  const text = `The person did not agree (${action}): ${tool.name} was not called, and nothing changed. Ask them what to do instead.`;
  return { isError: true, content: [{ type: "text", text }] };
}
