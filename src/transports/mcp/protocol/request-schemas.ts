import { type SpecTypeName, specTypeSchemas } from "@modelcontextprotocol/server";
import { RpcError } from "../../../rpc/rpc-error.ts";

/** The SDK's schema of each request that is served. */
const requestSchemas: ReadonlyMap<string, SpecTypeName> = new Map([
  ["initialize", "InitializeRequest"],
  ["server/discover", "DiscoverRequest"],
  ["ping", "PingRequest"],
  ["tools/list", "ListToolsRequest"],
  ["tools/call", "CallToolRequest"],
  ["resources/list", "ListResourcesRequest"],
  ["resources/templates/list", "ListResourceTemplatesRequest"],
  ["resources/read", "ReadResourceRequest"],
  ["prompts/list", "ListPromptsRequest"],
  ["prompts/get", "GetPromptRequest"],
  ["completion/complete", "CompleteRequest"],
]);

/** The requests of one era only: the handshake itself, and what took its place. */
const handshakeOnly: ReadonlySet<string> = new Set(["initialize", "ping"]);
const statelessOnly: ReadonlySet<string> = new Set(["server/discover"]);

/** Most faults of one request that are listed. */
const maxFaults = 8;

/** Whether a method belongs to the tool protocol, in the version with a handshake or the one without. */
export function isProtocolMethod(method: string, isStateless: boolean): boolean {
  return requestSchemas.has(method) && !(isStateless ? handshakeOnly : statelessOnly).has(method);
}

/** Names of the requests that are served in the versions with a handshake. */
export const handshakeMethods: readonly string[] = [...requestSchemas.keys()].filter(
  (method) => !statelessOnly.has(method),
);

/**
 * Checks a request's parameters by the SDK's schema of its method. The SDK checks them as well, but answers with a dump of
 * its validator; a client must get -32602 and the name of what is wrong.
 */
export function assertRequestParams(method: string, params: Record<string, unknown> | undefined): void {
  const schema = requestSchemas.get(method);
  if (schema === undefined) return;
  const request = params === undefined ? { method } : { method, params };
  const { issues } = specTypeSchemas[schema]["~standard"].validate(request);
  if (issues === undefined) return;
  const faults = issues.slice(0, maxFaults).map(({ path = [], message }) => ({
    param: path.slice(1).join(".") || "params",
    message: lowerFirst(message),
  }));
  const text = faults.map(({ param, message }) => `${param}: ${message}`).join("; ");
  throw RpcError.of("invalidParams", `Invalid params for ${method}: ${text}.`, { data: { faults } });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
