import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { RpcError } from "../../rpc/rpc-error.ts";

/** The SDK's schema of each request that is served. */
const requestSchemas = new Map(
  [
    InitializeRequestSchema,
    PingRequestSchema,
    ListToolsRequestSchema,
    CallToolRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
    ListPromptsRequestSchema,
    GetPromptRequestSchema,
    CompleteRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema] as const),
);

/** Most faults of one request that are told. */
const mostFaults = 8;

/** Whether a method belongs to the tool protocol. */
export function isProtocolMethod(method: string): boolean {
  return requestSchemas.has(method);
}

/** Names of the protocol's requests that are served. */
export const protocolMethods: readonly string[] = [...requestSchemas.keys()];

/**
 * Checks a request's parameters by the SDK's schema of its method. The SDK checks them as well, but answers -32603 with
 * a dump of its validator; a client must hear -32602 and the name of what is wrong.
 */
export function assertRequestParams(method: string, params: Record<string, unknown> | undefined): void {
  const checked = requestSchemas
    .get(method)
    ?.safeParse(params === undefined ? { method } : { method, params });
  if (checked === undefined || checked.success) return;
  const faults = checked.error.issues.slice(0, mostFaults).map(({ path, message }) => ({
    param: path.slice(1).join(".") || "params",
    message: lowerFirst(message),
  }));
  const text = faults.map(({ param, message }) => `${param}: ${message}`).join("; ");
  throw RpcError.of("invalidParams", `Invalid params for ${method}: ${text}.`, { data: { faults } });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
