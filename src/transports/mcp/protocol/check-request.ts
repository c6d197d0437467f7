import {
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  type SpecTypeName,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { valueAt } from "../../../json/value-at.ts";
import { ParamFaults } from "../../../rpc/invalid-params.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { orList, shownValue, truncate } from "../../../text/wording.ts";
import { statelessVersion } from "../tools/protocol-version.ts";
import type { ToolHeaders, ToolMessage } from "../tools/tool-scope.ts";

/** SDK schema of each supported request. */
export const requestSchemas: ReadonlyMap<string, SpecTypeName> = new Map([
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

/** Requests that exist only in the handshake versions, or only in the stateless version. */
const handshakeOnly: ReadonlySet<string> = new Set(["initialize", "ping"]);
const statelessOnly: ReadonlySet<string> = new Set(["server/discover"]);

/** True if the stateless version (`isStateless`) or the handshake versions have this method. */
export function isProtocolMethod(method: string, isStateless: boolean): boolean {
  return requestSchemas.has(method) && !(isStateless ? handshakeOnly : statelessOnly).has(method);
}

/**
 * Validates a request's parameters against the SDK's schema. The SDK's own check answers with raw validator output instead of -32602
 * and the parameter's name.
 */
export function assertRequestParams(method: string, params: Record<string, unknown> | undefined): void {
  const schema = requestSchemas.get(method);
  if (schema === undefined) return;
  const request = params === undefined ? { method } : { method, params };
  const { issues } = specTypeSchemas[schema]["~standard"].validate(request);
  if (issues === undefined) return;
  const faults = new ParamFaults();
  for (const issue of issues) {
    const path = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
    faults.add(path.slice(1).join(".") || "params", () => issueMessage(issue, valueAt(request, path)));
  }
  throw faults.toError(method);
}

/** An issue of the SDK's validator. Its members depend on its kind. */
interface Issue {
  readonly message: string;
  readonly expected?: unknown;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
}

/** Words an issue in the gateway's style, since the validator's own messages use TypeScript types. */
function issueMessage(issue: Issue, value: unknown): string {
  const got = `got ${shownValue(value)}`;
  const { expected, values, keys } = issue;
  if (value === undefined) return `is missing; expected ${typeWord(expected)}`;
  if (expected !== undefined) return `must be ${typeWord(expected)}, ${got}`;
  if (values !== undefined)
    return `must be ${orList(values.map((choice) => JSON.stringify(choice)))}, ${got}`;
  if (keys !== undefined) return `must not have ${orList(keys.map((key) => JSON.stringify(key)))}`;
  return `has a form that the protocol does not allow, ${got}`;
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function typeWord(expected: unknown): string {
  return typeWords[String(expected)] ?? "a value that the protocol allows";
}

type Params = Record<string, unknown> | undefined;

/** The parameter that the Mcp-Name header duplicates, by method. */
const nameParams: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/**
 * True if a message uses the stateless version, in which it carries the version and the client's capabilities. Throws the prescribed
 * error if such a message is malformed, has an unsupported version or contradicts its headers.
 */
export function isStateless({ request, scope }: ToolMessage, params: Params): boolean {
  const { headers } = scope;
  const claimedVersion = readMeta(params)?.[PROTOCOL_VERSION_META_KEY];
  if (claimedVersion === undefined && headers?.version !== statelessVersion) return false;
  // The id is irrelevant, but the SDK would reject null.
  const body = { jsonrpc: "2.0", id: 1, method: request.method, ...(params === undefined ? {} : { params }) };
  const outcome = classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...(headers?.version === undefined ? {} : { protocolVersionHeader: headers.version }),
    ...(headers?.method === undefined ? {} : { mcpMethodHeader: headers.method }),
  });
  if (outcome.kind === "legacy") return false;
  if (outcome.kind === "reject") throw protocolError(outcome.code, outcome.message);
  if (claimedVersion !== statelessVersion) throw unsupportedVersionError(String(claimedVersion));
  if (headers !== undefined) assertHeaders(headers, request.method, params);
  return true;
}

/** Builds the error for an unsupported version. */
export function unsupportedVersionError(requested: string): RpcError {
  const shown = truncate(requested);
  return RpcError.of(
    "unsupportedVersion",
    `Unsupported protocol version: ${JSON.stringify(shown)} is not supported without a handshake; ` +
      `send ${JSON.stringify(statelessVersion)}, or begin with initialize.`,
    { data: { supported: [statelessVersion], requested: shown } },
  );
}

function protocolError(code: number, message: string): RpcError {
  return RpcError.of(
    code === -32602 ? "invalidEnvelope" : code === -32600 ? "invalidRequest" : "headerMismatch",
    message,
  );
}

/** Checks the headers, which the SDK does only in its own HTTP handler. */
function assertHeaders({ version, method, name }: ToolHeaders, requestMethod: string, params: Params): void {
  if (version === undefined) throw mismatchError("MCP-Protocol-Version is missing", statelessVersion);
  if (method === undefined) throw mismatchError("Mcp-Method is missing", requestMethod);
  const key = nameParams.get(requestMethod);
  const expected = key === undefined ? undefined : params?.[key];
  if (typeof expected !== "string") return;
  if (name === undefined) throw mismatchError("Mcp-Name is missing", expected);
  if (decodeHeader(name) !== expected)
    throw mismatchError(`Mcp-Name is ${JSON.stringify(truncate(name))}`, expected);
}

function mismatchError(problem: string, expected: string): RpcError {
  return RpcError.of(
    "headerMismatch",
    `Header mismatch: ${problem}, but the body says ${JSON.stringify(truncate(expected))}; send the same in both.`,
  );
}

/** Decodes a header value, which may be marked as Base64. */
function decodeHeader(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value.trim())?.[1];
  return encoded === undefined ? value.trim() : Buffer.from(encoded, "base64").toString();
}

function readMeta(params: Params): Record<string, unknown> | undefined {
  const meta = params?._meta;
  return typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>) : undefined;
}
