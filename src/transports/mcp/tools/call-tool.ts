import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { Config } from "../../../../generated/config.ts";
import { scopesFor } from "../../../auth/token-rights.ts";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { Gateway, GatewayCall } from "../../../gateway/gateway-call.ts";
import { allNetworks, selectNetworks } from "../../../gateway/select-networks.ts";
import { cutObject } from "../../../json/cut-text.ts";
import { parseLossless } from "../../../json/lossless.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import type { NetworkStore } from "../../../networks/network-store.ts";
import { type ErrorRow, errorTable } from "../../../rpc/error-table.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { confirm, type RequestExtras } from "./confirm.ts";
import { createFinder } from "./finder.ts";
import { hasErrorResults } from "./protocol-version.ts";
import { argumentsOfCall, type ToolArguments, type ToolCall, takeNetwork } from "./tool-arguments.ts";
import type { ToolCatalog } from "./tool-catalog.ts";
import { assertMayCallTool } from "./tool-filter.ts";
import { correctArguments, failedResult, resultWithAdvice, toolResult } from "./tool-result.ts";
import type { Notify, ToolMessage, ToolScope } from "./tool-scope.ts";

/** Runs tools, through tools/call or in the direct form. */
export type ToolRunner = ReturnType<typeof createToolRunner>;

/** Builds what turns uses of tools into calls of the gateway. The store has the networks that questions to the user name. */
export function createToolRunner(
  {
    execution,
    toolResults,
    skipConfirmation,
  }: Pick<Config, "execution" | "toolResults" | "skipConfirmation">,
  catalog: ToolCatalog,
  gateway: Gateway,
  store: NetworkStore,
) {
  const finder = catalog.hasFinder ? createFinder(catalog) : undefined;

  /** Answers tools/call: with a result in the protocol's form, or a question to the user. */
  async function call(
    name: string,
    { request, scope }: ToolMessage,
    extras: RequestExtras,
  ): Promise<CallToolResult | InputRequiredResult> {
    let toolCall: ToolCall | undefined;
    try {
      const found = finder?.answer(name, request.params, scope.caller);
      if (found !== undefined) return found;
      toolCall = finder?.toolCall(name, request.params);
    } catch (caught) {
      const error = RpcError.from(caught);
      if (finder === undefined || !isErrorResult(error, scope)) throw error;
      return resultWithAdvice(error, finder.advice(name));
    }
    toolCall ??= {
      tool: catalog.find(name, "invalidParams"),
      given: argumentsOfCall(request.params),
      write: unwrapped,
    };
    const { tool, given } = toolCall;
    try {
      // Before the question: a user's consent gives no rights.
      assertMayCallTool(scope.caller, tool.name);
      if (!skipConfirmation && tool.annotations.destructiveHint) {
        const selection =
          tool.category === "Network"
            ? undefined
            : selectNetworks(store, execution, given.network ?? scope.network, scope.caller);
        const unconfirmed = await confirm(tool, given.params, selection, scope.elicit, extras);
        if (unconfirmed !== undefined) return unconfirmed;
      }
      const result = await run(
        tool,
        { ...given, params: withToolDefaults(tool, given.params) },
        scope,
        progressReporter(extras._meta?.progressToken, scope.notify),
      );
      const selected = given.network ?? scope.network ?? (execution === "multi" ? allNetworks : undefined);
      const isOfAllNetworks = selected === allNetworks && tool.category !== "Network";
      return toolResult(tool, result, isOfAllNetworks, toolResults.maxBytes);
    } catch (caught) {
      const error = RpcError.from(caught);
      if (isErrorResult(error, scope)) return failedResult(error, toolCall);
      throw withExample(error, toolCall);
    }
  }

  /** Answers the direct form with the bare result, never shortened. */
  async function callDirect({ request, scope }: ToolMessage): Promise<RawJson> {
    const tool = catalog.find(request.method, "methodNotFound");
    const given = takeNetwork(request.params);
    try {
      return await run(tool, given, scope);
    } catch (caught) {
      throw withExample(RpcError.from(caught), { tool, given, write: unwrapped });
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
      options: scope.options,
      cancellation: scope.cancellation,
      // A model's changes must not outlive the process; only the operator makes lasting ones.
      persist: false,
      onProgress,
      notes: {},
    });
  }

  return {
    call,
    callDirect,
    /** Whether a tool is answered from the catalog, without a call of the gateway. */
    answersItself: (name: string) => finder?.isAnswered(name) === true,
  };
}

/** Longest progress token, which each report repeats. */
const maxTokenLength = 256;

/** Builds the reporter of a call's progress; undefined if the client gave no valid token or takes no notifications. */
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

const unwrapped = (args: string): string => args;

/** Whether a fault is answered as a result: errors of the ledger in every version, other failures of a tool from 2025-06-18 on. */
function isErrorResult({ kind, data }: RpcError, { version, caller: { authenticated } }: ToolScope): boolean {
  // A client with a token learns from the HTTP status that it needs a further scope.
  if (kind === "forbidden" && authenticated?.kind === "token" && scopesFor(data?.right) !== undefined)
    return false;
  const { failsTool }: ErrorRow = errorTable[kind];
  return kind === "ledger" || (failsTool === true && hasErrorResults(version));
}

/** Adds correct arguments to the error: models correct a call better from an example than from a rule. */
function withExample(error: RpcError, { tool, given, write }: ToolCall): RpcError {
  if (error.kind !== "invalidParams") return error;
  const example = write(correctArguments(tool, given.params, error));
  return RpcError.of("invalidParams", `${error.message} Correct arguments, for example: ${example}`, {
    data: { ...error.data, example: parseLossless(example) },
    cause: error.cause,
  });
}

/** The encoding that names fields, which a model can read. */
const readable = "jsonParsed";

/**
 * Adds the encoding jsonParsed if the method has it and the caller names no encoding. Not for a slice of the data: ledgers refuse the
 * two together.
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
