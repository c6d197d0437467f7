import { type SpecTypeName, specTypeSchemas } from "@modelcontextprotocol/server";
import { orList } from "../../../text/or-list.ts";
import { shownValue } from "../../../text/shown-value.ts";
import { invalidParams } from "../tools/faults.ts";

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

/** Requests of the versions with a handshake only, and of the version without one. */
const handshakeOnly: ReadonlySet<string> = new Set(["initialize", "ping"]);
const statelessOnly: ReadonlySet<string> = new Set(["server/discover"]);

/** Most faults listed for one request. */
const maxFaults = 8;

/** Whether the protocol has this method, in the version without a handshake (`isStateless`) or in those with one. */
export function isProtocolMethod(method: string, isStateless: boolean): boolean {
  return requestSchemas.has(method) && !(isStateless ? handshakeOnly : statelessOnly).has(method);
}

/** Names of the requests that are served in the versions with a handshake. */
export const handshakeMethods: readonly string[] = [...requestSchemas.keys()].filter(
  (method) => !statelessOnly.has(method),
);

/**
 * Checks a request's parameters by the SDK's schema. The SDK checks them as well, but answers with the output of its validator; a
 * client must get -32602 and the name of the wrong parameter.
 */
export function assertRequestParams(method: string, params: Record<string, unknown> | undefined): void {
  const schema = requestSchemas.get(method);
  if (schema === undefined) return;
  const request = params === undefined ? { method } : { method, params };
  const { issues } = specTypeSchemas[schema]["~standard"].validate(request);
  if (issues === undefined) return;
  const faults = issues.slice(0, maxFaults).map((issue) => {
    const { path = [] } = issue;
    return { param: path.slice(1).join(".") || "params", message: messageOf(issue, valueAt(request, path)) };
  });
  throw invalidParams(method, faults);
}

/** An issue of the SDK's validator. The kind of fault decides which members it has. */
interface Issue {
  readonly message: string;
  readonly expected?: unknown;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
}

/** Words an issue like the gateway's other messages, since the validator's own speak of TypeScript types. */
function messageOf(issue: Issue, value: unknown): string {
  const got = `got ${shownValue(value)}`;
  const { expected, values, keys } = issue;
  if (value === undefined) return `is missing; expected ${wordFor(expected)}`;
  if (expected !== undefined) return `must be ${wordFor(expected)}, ${got}`;
  if (values !== undefined) return `must be ${orList(values.map((one) => JSON.stringify(one)))}, ${got}`;
  if (keys !== undefined) return `must not have ${orList(keys.map((key) => JSON.stringify(key)))}`;
  return `has a form that the protocol does not allow, ${got}`;
}

const words: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function wordFor(expected: unknown): string {
  return words[String(expected)] ?? "a value that the protocol allows";
}

function valueAt(value: unknown, path: readonly unknown[]): unknown {
  let found = value;
  for (const step of path) {
    const key = String(typeof step === "object" && step !== null && "key" in step ? step.key : step);
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
