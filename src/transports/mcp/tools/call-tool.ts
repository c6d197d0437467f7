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
import { adviceOnError } from "./advice.ts";
import { confirm, type RequestExtras } from "./confirm.ts";
import { exampleFor } from "./correct-arguments.ts";
import { Finder } from "./finder.ts";
import { adviceOnFinderArguments } from "./finder-tools.ts";
import { hasErrorResults } from "./protocol-version.ts";
import { argumentsOfCall, type ToolArguments, type ToolCall, takeNetwork } from "./tool-arguments.ts";
import type { ToolCatalog } from "./tool-catalog.ts";
import { assertMayCallTool } from "./tool-filter.ts";
import { failedResult, toolResult } from "./tool-result.ts";
import type { Notify, ToolMessage, ToolScope } from "./tool-scope.ts";

type ToolRunnerConfig = Pick<Config, "execution" | "toolResults" | "skipConfirmation">;

/** Runs tools for tools/call and the direct form, by calls of the gateway. */
export class ToolRunner {
  readonly #config: ToolRunnerConfig;
  readonly #catalog: ToolCatalog;
  readonly #gateway: Gateway;
  readonly #store: NetworkStore;
  readonly #finder: Finder | undefined;

  /** Questions to the user name networks from the store. */
  constructor(config: ToolRunnerConfig, catalog: ToolCatalog, gateway: Gateway, store: NetworkStore) {
    this.#config = config;
    this.#catalog = catalog;
    this.#gateway = gateway;
    this.#store = store;
    this.#finder = catalog.hasFinder ? new Finder(catalog) : undefined;
  }

  /** Answers tools/call with a tool result or a request for user input. */
  async call(
    name: string,
    { request, scope }: ToolMessage,
    extras: RequestExtras,
  ): Promise<CallToolResult | InputRequiredResult> {
    let toolCall: ToolCall | undefined;
    try {
      const finderResult = this.#finder?.answer(name, request.params, scope.caller);
      if (finderResult !== undefined) return finderResult;
      toolCall = this.#finder?.toolCall(name, request.params);
    } catch (caught) {
      const error = RpcError.from(caught);
      if (!isErrorResult(error, scope)) throw error;
      return failedResult(error, adviceOnFinderArguments(name));
    }
    toolCall ??= {
      tool: this.#catalog.find(name, "invalidParams"),
      args: argumentsOfCall(request.params),
      isNested: false,
    };
    try {
      return await this.#confirmAndRun(toolCall, scope, extras);
    } catch (caught) {
      const error = RpcError.from(caught);
      if (isErrorResult(error, scope)) return failedResult(error, adviceOnError(error, toolCall));
      throw withExample(error, toolCall);
    }
  }

  /** Answers the direct form with the bare, unshortened result. */
  async callDirect({ request, scope }: ToolMessage): Promise<RawJson> {
    const tool = this.#catalog.find(request.method, "methodNotFound");
    const args = takeNetwork(request.params);
    try {
      return await this.#run(tool, args, scope);
    } catch (caught) {
      throw withExample(RpcError.from(caught), { tool, args, isNested: false });
    }
  }

  async #confirmAndRun(
    { tool, args }: ToolCall,
    scope: ToolScope,
    extras: RequestExtras,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { execution, toolResults, skipConfirmation } = this.#config;
    // Checked before asking, since a user's consent grants no rights.
    assertMayCallTool(scope.caller, tool.name);
    const runsOnNetworks = tool.category !== "Network";
    const network = args.network ?? scope.network;
    if (!skipConfirmation && tool.annotations.destructiveHint) {
      const selection = runsOnNetworks
        ? selectNetworks(this.#store, execution, network, scope.caller)
        : undefined;
      const unconfirmed = await confirm(tool, args.params, selection, scope.elicit, extras);
      if (unconfirmed !== undefined) return unconfirmed;
    }
    const onProgress = progressReporter(extras._meta?.progressToken, scope.notify);
    const result = await this.#run(
      tool,
      { ...args, params: withToolDefaults(tool, args.params) },
      scope,
      onProgress,
    );
    const selected = network ?? (execution === "multi" ? allNetworks : undefined);
    return toolResult(tool, result, runsOnNetworks && selected === allNetworks, toolResults.maxBytes);
  }

  #run(
    tool: ToolDescriptor,
    { params, network }: ToolArguments,
    scope: ToolScope,
    onProgress?: GatewayCall["onProgress"],
  ): Promise<RawJson> {
    return this.#gateway.call({
      dialect: "gateway",
      method: tool.name,
      params,
      network: network ?? scope.network,
      caller: scope.caller,
      preferences: scope.preferences,
      cancellation: scope.cancellation,
      // Only the operator makes persistent changes; a model's end with the process.
      persist: false,
      onProgress,
      notes: {},
    });
  }
}

/** Longest progress token. Every notification repeats it. */
const maxTokenLength = 256;

/** Builds the progress reporter of a call; undefined without a valid token or a way to notify. */
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

/** True if an error becomes a tool result: ledger errors in every version, other tool failures from 2025-06-18 on. */
function isErrorResult({ kind, data }: RpcError, { version, caller: { authenticated } }: ToolScope): boolean {
  // The HTTP status shows a client with a token that it needs another scope.
  if (kind === "forbidden" && authenticated?.kind === "token" && scopesFor(data?.right) !== undefined)
    return false;
  const { failsTool }: ErrorRow = errorTable[kind];
  return kind === "ledger" || (failsTool === true && hasErrorResults(version));
}

/** Adds correct arguments to the error. Models correct a call better from an example than from a rule. */
function withExample(error: RpcError, toolCall: ToolCall): RpcError {
  if (error.kind !== "invalidParams") return error;
  const example = exampleFor(toolCall, error);
  return RpcError.of("invalidParams", `${error.message} Correct arguments, for example: ${example}`, {
    data: { ...error.data, example: parseLossless(example) },
    cause: error.cause,
  });
}

/** The encoding with named fields, which a model can read. */
const readableEncoding = "jsonParsed";

/**
 * Adds the encoding jsonParsed if the method has it and the caller names none. Skipped for a data slice, since ledgers reject the
 * combination.
 */
export function withToolDefaults(
  { inputSchema }: ToolDescriptor,
  params: string | undefined,
): string | undefined {
  const { encoding } = inputSchema.properties as { encoding?: { enum?: readonly string[] } };
  if (encoding?.enum?.includes(readableEncoding) !== true) return params;
  if (params === undefined) return `{"encoding":"${readableEncoding}"}`;
  if (params[0] !== "{") return params;
  const members = cutObject(params);
  if (members.some(([name]) => name === "encoding" || name === "dataSlice")) return params;
  const start = params.slice(0, params.lastIndexOf("}"));
  return `${start}${members.length === 0 ? "" : ","}"encoding":"${readableEncoding}"}`;
}
