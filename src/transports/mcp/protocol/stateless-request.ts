import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { statelessVersion } from "../tools/protocol-version.ts";
import type { ToolHeaders, ToolMessage } from "../tools/tool-scope.ts";

type Params = Record<string, unknown> | undefined;

/** The parameter that the header Mcp-Name repeats, by method. */
const nameParams: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/**
 * Whether a message is of the version without a handshake, in which it states its version and the client's capabilities. Throws the
 * fault that this version prescribes if such a message is malformed, of an unsupported version or different from its headers.
 */
export function isStateless({ request, scope }: ToolMessage, params: Params): boolean {
  const { headers } = scope;
  const claimed = metaOf(params)?.[PROTOCOL_VERSION_META_KEY];
  if (claimed === undefined && headers?.version !== statelessVersion) return false;
  // The id does not matter here, and the SDK would reject null.
  const body = { jsonrpc: "2.0", id: 1, method: request.method, ...(params === undefined ? {} : { params }) };
  const outcome = classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...(headers?.version === undefined ? {} : { protocolVersionHeader: headers.version }),
    ...(headers?.method === undefined ? {} : { mcpMethodHeader: headers.method }),
  });
  if (outcome.kind === "legacy") return false;
  if (outcome.kind === "reject") throw refusal(outcome.code, outcome.message);
  if (claimed !== statelessVersion) throw unsupportedVersion(String(claimed));
  if (headers !== undefined) assertHeaders(headers, request.method, params);
  return true;
}

/** The fault of a message of an unsupported version. */
export function unsupportedVersion(requested: string): RpcError {
  const shown = requested.slice(0, 40);
  return RpcError.of(
    "unsupportedVersion",
    `Unsupported protocol version: ${JSON.stringify(shown)} is not supported here without a handshake; ` +
      `send ${JSON.stringify(statelessVersion)}, or begin with initialize.`,
    { data: { supported: [statelessVersion], requested: shown } },
  );
}

function refusal(code: number, message: string): RpcError {
  return RpcError.of(
    code === -32602 ? "invalidEnvelope" : code === -32600 ? "invalidRequest" : "headerMismatch",
    message,
  );
}

/** Makes the header checks that the SDK has only in its own HTTP handler. */
function assertHeaders({ version, method, name }: ToolHeaders, asked: string, params: Params): void {
  if (version === undefined) throw mismatch("MCP-Protocol-Version is missing", statelessVersion);
  if (method === undefined) throw mismatch("Mcp-Method is missing", asked);
  const key = nameParams.get(asked);
  const expected = key === undefined ? undefined : params?.[key];
  if (typeof expected !== "string") return;
  if (name === undefined) throw mismatch("Mcp-Name is missing", expected);
  if (decoded(name) !== expected)
    throw mismatch(`Mcp-Name is ${JSON.stringify(name.slice(0, 60))}`, expected);
}

function mismatch(what: string, expected: string): RpcError {
  return RpcError.of(
    "headerMismatch",
    `Header mismatch: ${what}, but the body says ${JSON.stringify(expected.slice(0, 60))}; send the same in both.`,
  );
}

/** Decodes a header's value, which is marked as Base64 if it is not plain text. */
function decoded(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value.trim())?.[1];
  return encoded === undefined ? value.trim() : Buffer.from(encoded, "base64").toString();
}

function metaOf(params: Params): Record<string, unknown> | undefined {
  const meta = params?._meta;
  return typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>) : undefined;
}
