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

/** What a request says beside its parameters: its token for progress and, without a handshake, who its client is and the answers that it brings along. */
export type Asked = Pick<ServerContext["mcpReq"], "_meta" | "envelope" | "inputResponses">;

/** A call that a person may have to agree to. */
export interface UnconfirmedCall {
  readonly tool: ToolDescriptor;
  /** JSON text of the arguments. */
  readonly params: string | undefined;
  /** Where the call would run; undefined for a tool that runs on no network. */
  readonly selection: Selection | undefined;
}

/** A form without fields: the person accepts or declines. */
const requestedSchema = { type: "object", properties: {} } as const;

/**
 * Asks the person before a call that moves funds or changes networks, if the client can: by a request on a session, or
 * by a result that asks for input, with which the client calls again. Returns what to answer instead of calling; undefined
 * when the call may go on, as it does for a client that can't ask.
 */
export async function confirm(
  { tool, params, selection }: UnconfirmedCall,
  elicit: Elicit | undefined,
  asked: Asked,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const message = questionOf(tool, params, selection);
  if (elicit !== undefined) return declined(tool, await elicit({ message, requestedSchema }));
  if (!canAsk((asked.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]))
    return undefined;
  const key = `confirm-${digestOf(`${message} ${params}`)}`;
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

/** Taken of all arguments, since the question shows a part of them: consent to one call does not count for another, and no state is kept. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function declined(tool: ToolDescriptor, action: string): CallToolResult | undefined {
  if (action === "accept") return undefined;
  const text = `The person did not agree (${action}): ${tool.name} was not called and nothing changed. Ask them what to do instead.`;
  return { isError: true, content: [{ type: "text", text }] };
}
