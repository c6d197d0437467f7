import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ToolDescriptor } from "../../contract/tool-descriptor.ts";
import type { Gateway } from "../../gateway/gateway-call.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { parseLossless } from "../../json/lossless.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { argumentsOfCall, type ToolArguments, takeNetwork } from "./tool-arguments.ts";
import type { ToolCatalog } from "./tool-catalog.ts";
import { ledgerFaultResult, toolResult } from "./tool-result.ts";
import type { ToolMessage, ToolScope } from "./tool-scope.ts";

/** What calling tools needs. */
export interface CallToolOptions {
  readonly gateway: Gateway;
  readonly catalog: ToolCatalog;
  readonly execution: "single" | "multi";
  /** Longer results are cut. */
  readonly maxResultBytes: number;
}

/** The two ways to call a tool. */
export interface ToolCaller {
  /** tools/call: a result in the protocol's form. */
  call(name: string, message: ToolMessage): Promise<CallToolResult>;
  /** The direct form: the bare result, whole. */
  callDirect(message: ToolMessage): Promise<RawJson>;
}

/** Builds the bridge from tools to the gateway. */
export function createToolCaller(options: CallToolOptions): ToolCaller {
  const { gateway, catalog, execution, maxResultBytes } = options;

  async function call(name: string, { request, scope }: ToolMessage): Promise<CallToolResult> {
    const tool = catalog.find(name, "invalidParams");
    const given = argumentsOfCall(request.params);
    try {
      const result = await run(tool, given, scope);
      const selected = given.network ?? scope.network ?? (execution === "multi" ? allNetworks : undefined);
      const isOfAllNetworks = selected === allNetworks && tool.category !== "Network";
      return toolResult(tool, result, isOfAllNetworks, maxResultBytes);
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (fault.kind === "ledger") return ledgerFaultResult(fault);
      throw withExample(fault, tool);
    }
  }

  async function callDirect({ request, scope }: ToolMessage): Promise<RawJson> {
    const tool = catalog.find(request.method, "methodNotFound");
    try {
      return await run(tool, takeNetwork(request.params), scope);
    } catch (caught) {
      throw withExample(RpcError.from(caught), tool);
    }
  }

  function run(tool: ToolDescriptor, { params, network }: ToolArguments, scope: ToolScope): Promise<RawJson> {
    return gateway.call({
      dialect: "gateway",
      method: tool.name,
      params,
      network: network ?? scope.network,
      caller: scope.caller,
      cancellation: scope.cancellation,
      notes: {},
    });
  }

  return { call, callDirect };
}

/** A model mends a call faster from a right one than from a rule. */
function withExample(fault: RpcError, tool: ToolDescriptor): RpcError {
  if (fault.kind !== "invalidParams") return fault;
  return RpcError.of("invalidParams", `${fault.message} Right arguments, for example: ${tool.example}`, {
    data: { ...fault.data, example: parseLossless(tool.example) },
    cause: fault.cause,
  });
}
