import { writeJson } from "../../client/json/write-json.ts";
import type { SvmGatewayError } from "../../client/shared/svm-gateway-error.ts";
import { findMethod } from "../../gateway/params/method-index.ts";
import { member } from "../../json/cut-raw.ts";
import { unknownNetworkText } from "../../networks/network-errors.ts";
import { errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { printableJson, printableText } from "../../text/printable.ts";
import { createSearch } from "../../text/search.ts";
import { keyHint } from "../gateway/running-gateway.ts";
import type { CommandContext } from "../options/arguments.ts";
import { usageExitCode } from "../options/command-table.ts";
import { createStyle, printJson } from "../terminal/terminal.ts";

/** The error of a call or subscription, ready to print. */
export interface CallError {
  readonly code: number | undefined;
  readonly message: string;
  /** The error's data as JSON text, so that large numbers keep every digit. */
  readonly data: string | undefined;
  /** The whole error object as JSON text. */
  readonly json: string;
}

/** The error to print for one that the gateway threw. */
export function errorFromRpcError({ code, message, data, ledgerError }: RpcError): CallError {
  return {
    code,
    message,
    data: ledgerError === undefined ? JSON.stringify(data) : member(ledgerError, "data")?.toString(),
    json: ledgerError?.toString() ?? JSON.stringify({ code, message, data }),
  };
}

/** Converts what a call threw. Rethrows a bug. */
export function errorFromCaught(caught: unknown): CallError {
  const error = RpcError.from(caught);
  if (error.kind === "internal") throw caught;
  return errorFromRpcError(error);
}

/** The error to print for one that the client threw. */
export function errorFromClientError({ code, message, data }: SvmGatewayError): CallError {
  return {
    code,
    message,
    data: data === undefined ? undefined : writeJson(data),
    json: writeJson({ code, message, data }),
  };
}

/** The message for a shell. For an unknown network it names the command that lists networks instead of the method. */
export function shellMessage({ message, code, data }: Pick<CallError, "message" | "code" | "data">): string {
  const unknown = unknownNetworkIn(code, data);
  return printableText(
    unknown === undefined
      ? message
      : unknownNetworkText(unknown.network, unknown.nearest, "svm-gateway networks"),
  );
}

/** Hints for an unauthorized caller. */
export function callerHints(data: string | undefined): readonly string[] {
  return dataObject(data).reason === errorTable.unauthorized.reason ? [keyHint] : [];
}

/** Prints an error with hints; returns the exit code. */
export async function printError(error: CallError, method: string, context: CommandContext): Promise<number> {
  const { code, message, data } = error;
  const unknown = unknownNetworkIn(code, data);
  const exitCode = unknown !== undefined && context.flags.network !== undefined ? usageExitCode : 1;
  if (context.flags.json) {
    context.stdout.write(`{"error":${printableJson(error.json)}}\n`);
    return exitCode;
  }
  const label = code === undefined ? "error" : `error ${code}`;
  context.stderr.write(`${createStyle(context.stderr, context.env).red(label)}: ${shellMessage(error)}\n`);
  if (data !== undefined && addsTo(message, JSON.parse(data)))
    printJson(context.stderr, data, false, context);
  const hints =
    code === errorTable.methodNotFound.code ? await similarMethods(method) : hintsOf(error, method);
  for (const line of hints) context.stderr.write(`  ${line}\n`);
  return exitCode;
}

/** True if data has text or a number that the message lacks. `reason` is skipped: it only names the message in one word. */
function addsTo(message: string, data: unknown): boolean {
  if (data === null || typeof data === "boolean") return false;
  if (typeof data !== "object") return !message.includes(String(data));
  return Object.entries(data).some(([key, value]) => key !== "reason" && addsTo(message, value));
}

/** The unknown network in an error, with similar known ones. */
function unknownNetworkIn(code: number | undefined, data: string | undefined) {
  const { network, nearest } = dataObject(data);
  if (code !== errorTable.networkNotFound.code || typeof network !== "string" || !Array.isArray(nearest))
    return undefined;
  return { network, nearest: nearest.map(String) };
}

function dataObject(data: string | undefined): Record<string, unknown> {
  const value: unknown = data === undefined ? undefined : JSON.parse(data);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Commands that help. The gateway's own messages name methods instead, since programs read them. */
function hintsOf({ code, data }: CallError, method: string): readonly string[] {
  if (unknownNetworkIn(code, data) !== undefined) return [];
  if (dataObject(data).reason === errorTable.noNetwork.reason)
    return ["svm-gateway networks enable ID enables one; svm-gateway networks lists them"];
  const listed = findMethod(method);
  if (code === errorTable.invalidParams.code && listed !== undefined)
    return [
      `svm-gateway ${listed.kind === "subscribe" ? "subscribe" : "call"} ${method} --help shows its parameters`,
    ];
  return callerHints(data);
}

/** Methods similar to an unknown one: `call transfer` finds sendTransaction. */
async function similarMethods(method: string): Promise<readonly string[]> {
  const { tools } = await import("../../../generated/tools.ts");
  const found = createSearch(tools.filter(({ hidden }) => hidden !== true))(method, 3);
  return [...found.map(({ name, title }) => `${name}: ${title}`), "svm-gateway methods lists all"];
}
