import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { scopesFor } from "../../../auth/scope-challenge.ts";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { Gateway, GatewayCall } from "../../../gateway/gateway-call.ts";
import { allNetworks, selectNetworks } from "../../../gateway/select-networks.ts";
import { cutObject } from "../../../json/cut.ts";
import { parseLossless } from "../../../json/lossless.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import type { NetworkStore } from "../../../networks/network-store.ts";
import { type ErrorRow, errorTable } from "../../../rpc/error-table.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { type Asked, confirm } from "./confirm.ts";
import { createFinder } from "./finder.ts";
import { hasFailedResults } from "./protocol-version.ts";
import { rightArguments } from "./right-arguments.ts";
import { argumentsOfCall, type Target, type ToolArguments, takeNetwork } from "./tool-arguments.ts";
import type { ToolCatalog } from "./tool-catalog.ts";
import { advisedResult, failedResult, toolResult } from "./tool-result.ts";
import { assertMayCallTool } from "./tool-rights.ts";
import type { Notify, ToolMessage, ToolScope } from "./tool-scope.ts";
import { withRetryAfter } from "./with-retry-after.ts";

/** What calling tools needs. */
export interface CallToolOptions {
  readonly gateway: Gateway;
  readonly catalog: ToolCatalog;
  /** Names the network in the question before such a call. */
  readonly store: NetworkStore;
  readonly execution: "single" | "multi";
  /** Longer results are cut. */
  readonly maxResultBytes: number;
  /** Asks the person before a call that moves funds or changes networks. */
  readonly confirms: boolean;
}

/** The two ways to call a tool. */
export type ToolCaller = ReturnType<typeof createToolCaller>;

/** Builds the bridge from tools to the gateway. */
export function createToolCaller(options: CallToolOptions) {
  const { gateway, catalog, store, execution, maxResultBytes, confirms } = options;
  const finder = catalog.finds ? createFinder(catalog) : undefined;

  /** tools/call: a result in the protocol's form, or what the person must be asked first. */
  async function call(
    name: string,
    { request, scope }: ToolMessage,
    asked: Asked,
  ): Promise<CallToolResult | InputRequiredResult> {
    let target: Target | undefined;
    try {
      const found = finder?.answer(name, request.params, scope.caller);
      if (found !== undefined) return found;
      target = finder?.target(name, request.params);
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (finder === undefined || !isFailedResult(fault, scope)) throw fault;
      return advisedResult(fault, finder.advice(name));
    }
    target ??= {
      tool: catalog.find(name, "invalidParams"),
      given: argumentsOfCall(request.params),
      write: asTheyAre,
    };
    const { tool, given } = target;
    try {
      // Before the person is asked: they could not allow it.
      assertMayCallTool(scope.caller, tool.name);
      if (confirms && tool.annotations.destructiveHint) {
        const selection =
          tool.category === "Network"
            ? undefined
            : selectNetworks(store, execution, given.network ?? scope.network);
        const unconfirmed = await confirm({ tool, params: given.params, selection }, scope.elicit, asked);
        if (unconfirmed !== undefined) return unconfirmed;
      }
      const result = await run(
        tool,
        { ...given, params: withToolDefaults(tool, given.params) },
        scope,
        progressReporter(asked._meta?.progressToken, scope.notify),
      );
      const selected = given.network ?? scope.network ?? (execution === "multi" ? allNetworks : undefined);
      const isOfAllNetworks = selected === allNetworks && tool.category !== "Network";
      return toolResult(tool, result, isOfAllNetworks, maxResultBytes);
    } catch (caught) {
      const fault = withRetryAfter(caught);
      if (isFailedResult(fault, scope)) return failedResult(fault, target);
      throw withExample(fault, target);
    }
  }

  /** The direct form: the bare result, whole. */
  async function callDirect({ request, scope }: ToolMessage): Promise<RawJson> {
    const tool = catalog.find(request.method, "methodNotFound");
    const given = takeNetwork(request.params);
    try {
      return await run(tool, given, scope);
    } catch (caught) {
      throw withExample(RpcError.from(caught), { tool, given, write: asTheyAre });
    }
  }

  function run(
    tool: ToolDescriptor,
    { params, network }: ToolArguments,
    scope: ToolScope,
    onProgress?: GatewayCall["onProgress"],
  ): Promise<RawJson> {
    return gateway.call({
      dialect: "gateway",
      method: tool.name,
      params,
      network: network ?? scope.network,
      caller: scope.caller,
      session: scope.session,
      minSlot: scope.minSlot,
      agree: scope.agree,
      cancellation: scope.cancellation,
      traceparent: scope.traceparent,
      // A model's change must not outlive what it was asked for: what lasts is the operator's to say.
      forgetsChanges: true,
      onProgress,
      notes: {},
    });
  }

  return {
    call,
    callDirect,
    /** Whether a tool of this name is answered here, without a call that the gateway would admit. */
    answersFromMemory: (name: string) => finder?.answers(name) === true,
  };
}

/** Longest token that is sent back with each report. */
const maxTokenLength = 256;

/** Reports a call's progress under the token that its client gave; undefined if it gave none or takes no reports. */
function progressReporter(
  token: unknown,
  notify: Notify | undefined,
): ((message: string) => void) | undefined {
  const isToken =
    Number.isSafeInteger(token) || (typeof token === "string" && token.length <= maxTokenLength);
  if (notify === undefined || !isToken) return undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    notify("notifications/progress", { progressToken: token, progress, message });
  };
}

const asTheyAre = (right: string): string => right;

/** An error of the ledger is a result in every version; the other failures of a tool from 2025-06-18 on. */
function isFailedResult({ kind, data }: RpcError, { version, caller: { known } }: ToolScope): boolean {
  // A client that has a token asks for a further scope, which it learns from the status.
  if (kind === "forbidden" && known?.kind === "token" && scopesFor(data?.right) !== undefined) return false;
  const { failsTool }: ErrorRow = errorTable[kind];
  return kind === "ledger" || (failsTool === true && hasFailedResults(version));
}

/** Adds an example: a model corrects a call faster from a correct one than from a rule. */
function withExample(fault: RpcError, { tool, given, write }: Target): RpcError {
  if (fault.kind !== "invalidParams") return fault;
  const example = write(rightArguments(tool, given.params, fault));
  return RpcError.of("invalidParams", `${fault.message} Correct arguments, for example: ${example}`, {
    data: { ...fault.data, example: parseLossless(example) },
    cause: fault.cause,
  });
}

/** The encoding that shows fields by name, which is what a model can read. */
const readable = "jsonParsed";

/**
 * Asks for fields by name if the ledger offers them and the caller names no encoding. A slice of the data has none:
 * ledgers refuse the two together.
 */
export function withToolDefaults(
  { inputSchema }: ToolDescriptor,
  params: string | undefined,
): string | undefined {
  const { encoding } = inputSchema.properties as { encoding?: { enum?: readonly string[] } };
  if (encoding?.enum?.includes(readable) !== true) return params;
  if (params === undefined) return `{"encoding":"${readable}"}`;
  if (params[0] !== "{") return params;
  const members = cutObject(params);
  if (members.some(([name]) => name === "encoding" || name === "dataSlice")) return params;
  const start = params.slice(0, params.lastIndexOf("}"));
  return `${start}${members.length === 0 ? "" : ","}"encoding":"${readable}"}`;
}
