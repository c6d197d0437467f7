import { methodPlans } from "../../app/method-plans.ts";
import { writeJson } from "../../client/json/write-json.ts";
import type { SvmGatewayError } from "../../client/shared/svm-gateway-error.ts";
import { member } from "../../json/cut-members.ts";
import { errorTable } from "../../rpc/error-table.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { printableJson, printableText } from "../../text/printable.ts";
import { createSearch } from "../../text/search.ts";
import { keyHint } from "../gateway/running-gateway.ts";
import type { Flags } from "../options/arguments.ts";
import { usageExitCode } from "../options/usage-fault.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { printJson } from "../terminal/print.ts";
import { createStyle } from "../terminal/style.ts";

/** Why a call or a subscription failed. */
export interface CallFault {
  readonly code: number | undefined;
  readonly message: string;
  /** The error's data as JSON text, with its digits as they came. */
  readonly data: string | undefined;
  /** The whole error object as JSON text. */
  readonly json: string;
}

/** The fault of a call. */
export function faultOfCall({ code, message, data, wire }: RpcError): CallFault {
  return {
    code,
    message,
    data: wire === undefined ? JSON.stringify(data) : member(wire, "data")?.toString(),
    json: wire?.toString() ?? JSON.stringify({ code, message, data }),
  };
}

/** The fault of a subscription. */
export function faultOfSubscription({ code, message, data }: SvmGatewayError): CallFault {
  return {
    code,
    message,
    data: data === undefined ? undefined : writeJson(data),
    json: writeJson({ code, message, data }),
  };
}

const networksHint = "svm-gateway networks lists the networks";

/** What helps after the fault of any command: the network is unknown, or the caller is. */
export function generalHints(error: RpcError): readonly string[] {
  const fault = faultOfCall(error);
  if (isUnknownNetwork(fault)) return [networksHint];
  return isUnknownCaller(fault.data) ? [keyHint] : [];
}

/** Prints a fault and the command that helps; returns the exit code. */
export async function printFault(
  fault: CallFault,
  method: string,
  flags: Flags,
  io: CommandIo,
): Promise<number> {
  const { code, message, data } = fault;
  const isUnknown = isUnknownNetwork(fault);
  const exitCode = isUnknown && flags.network !== undefined ? usageExitCode : 1;
  if (flags.json) {
    io.stdout.write(`{"error":${printableJson(fault.json)}}\n`);
    return exitCode;
  }
  const label = code === undefined ? "error" : `error ${code}`;
  io.stderr.write(`${createStyle(io.stderr, io.env).red(label)}: ${printableText(message)}\n`);
  if (data !== undefined && saysMore(JSON.parse(data), message)) printJson(io.stderr, data, false, io);
  const hints =
    code === errorTable.methodNotFound.code ? await nearMisses(method) : hintsOf(fault, method, isUnknown);
  for (const line of hints) io.stderr.write(`  ${line}\n`);
  return exitCode;
}

/** Whether data holds text or a number that the message does not. Its `reason` is the message in one word. */
function saysMore(data: unknown, message: string): boolean {
  if (data === null || typeof data === "boolean") return false;
  if (typeof data !== "object") return !message.includes(String(data));
  return Object.entries(data).some(([key, value]) => key !== "reason" && saysMore(value, message));
}

/** Whether a network was named that does not exist. */
function isUnknownNetwork({ code, data }: CallFault): boolean {
  const { network, nearest } = dataObject(data);
  return code === errorTable.networkNotFound.code && typeof network === "string" && Array.isArray(nearest);
}

/** Whether a gateway did not know who called. */
function isUnknownCaller(data: string | undefined): boolean {
  return dataObject(data).reason === errorTable.unauthorized.reason;
}

function dataObject(data: string | undefined): Record<string, unknown> {
  const value: unknown = data === undefined ? undefined : JSON.parse(data);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** What the person at the terminal can do: the gateway's messages are for programs, and name methods, not commands. */
function hintsOf({ code, data }: CallFault, method: string, isUnknown: boolean): readonly string[] {
  if (isUnknown) return [networksHint];
  if (isUnknownCaller(data)) return [keyHint];
  if (dataObject(data).reason === errorTable.noNetwork.reason)
    return ["svm-gateway networks enable ID enables one; svm-gateway networks lists them"];
  const command = methodPlans.get(method)?.method.kind === "subscribe" ? "subscribe" : "call";
  if (code === errorTable.invalidParams.code && methodPlans.has(method))
    return [`svm-gateway ${command} ${method} --help shows its parameters`];
  return [];
}

/** Methods that match the words of one that does not exist: `call transfer` finds sendTransaction. */
async function nearMisses(method: string): Promise<readonly string[]> {
  const { tools } = await import("../../../generated/tools.ts");
  const found = createSearch(tools.filter(({ hidden }) => hidden !== true))(method, 3);
  return [...found.map(({ name, title }) => `${name}: ${title}`), "svm-gateway methods lists all"];
}
