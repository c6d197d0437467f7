import { assemble } from "../app/assemble.ts";
import { methodPlans } from "../app/method-plans.ts";
import { Cancellation } from "../call/cancellation.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import type { ParamDescription } from "../contract/method-description.ts";
import type { GatewayCall } from "../gateway/gateway-call.ts";
import type { MethodPlan } from "../gateway/method-plan.ts";
import { member } from "../json/cut-members.ts";
import { indentJson, type TokenKind } from "../json/indent.ts";
import type { RawJson } from "../json/raw-json.ts";
import { startLocalLedgers } from "../localnet/local-ledgers.ts";
import { createLogger } from "../log/logger.ts";
import { fallbackDefault } from "../networks/resolve-networks.ts";
import { errorTable } from "../rpc/error-table.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { printableJson, printableText } from "../text/printable.ts";
import { createSearch } from "../text/search.ts";
import { type Flags, usageExitCode } from "./arguments.ts";
import type { CommandIo, Output } from "./command-io.ts";
import { gatewayUrl, gatewayUrlFault, urlVariable } from "./gateway-url.ts";
import { readConfig } from "./read-config.ts";
import { remoteCall } from "./remote-call.ts";
import { createSpinner } from "./spinner.ts";
import { createStyle } from "./style.ts";

/** Exit codes: the call was answered, it failed. */
const answered = 0;
const failed = 1;

/** `call METHOD [ARGS...]`: one call on a running gateway (`--url`) or on the configured networks; gives the exit code. */
export async function runCallCommand(words: readonly string[], flags: Flags, io: CommandIo): Promise<number> {
  const [method = "", ...rest] = words;
  const params = paramsOf(methodPlans.get(method), rest);
  const url = gatewayUrl(flags, io.env);
  const usageFault = gatewayUrlFault(url);
  if (usageFault !== undefined) {
    io.stderr.write(`${usageFault}\n`);
    return usageExitCode;
  }
  const loaded = url === undefined ? readConfig(flags, io) : undefined;
  if (loaded !== undefined && flags.network === undefined && isUnchosenMainnet(loaded, flags)) {
    io.stderr.write(
      `no network is chosen, and ${fallbackDefault} is the real one: name it with --network ${fallbackDefault}, ` +
        `or a running gateway with --url or ${urlVariable}\n`,
    );
    return usageExitCode;
  }
  const spinner = createSpinner(io.stderr, `${method} ...`);
  try {
    const result = await (loaded === undefined
      ? remoteCall(url ?? "", method, params, flags.network)
      : callHere(method, params, loaded, flags, io));
    spinner.stop();
    write(io.stdout, printableJson(result.toString()), flags, io);
    return answered;
  } catch (caught) {
    spinner.stop();
    const fault = RpcError.from(caught);
    if (fault.kind === "internal") throw caught;
    writeFault(fault, flags, io);
    if (fault.code === errorTable.methodNotFound.code && !flags.json) await writeNearMisses(method, io);
    return failed;
  }
}

/** Nothing but the defaults says where the call goes, and that is where real funds are. */
function isUnchosenMainnet({ values }: LoadedConfig, { local, mock }: Flags): boolean {
  const isDefault = (path: string) => values.get(path)?.source.kind === "default";
  return !local && !mock && isDefault("rpc_url") && isDefault("default_network");
}

async function callHere(
  method: string,
  params: string,
  loaded: LoadedConfig,
  flags: Flags,
  io: CommandIo,
): Promise<RawJson> {
  const service = await assemble({
    loaded,
    logger: createLogger({ level: "error" }),
    ...(await startLocalLedgers(flags, io.env.PATH)),
  });
  try {
    const call: GatewayCall = {
      dialect: "gateway",
      method,
      params,
      network: flags.network,
      caller: {
        transport: "stdio",
        address: undefined,
        loopback: true,
        crossOrigin: false,
        foreignOrigin: false,
      },
      cancellation: new Cancellation(),
      notes: {},
    };
    return await service.gateway.call(call);
  } finally {
    await service.close();
  }
}

/**
 * Each argument is JSON, or a plain word, read as a string. Where both readings are possible (an address of
 * ones is a number too) the parameter's own type decides.
 */
function paramsOf(plan: MethodPlan | undefined, words: readonly string[]): string {
  const [only] = words;
  if (words.length === 1 && only?.startsWith("{")) return only;
  return `[${words.map((word, index) => argument(plan?.method.params[index], word)).join(",")}]`;
}

function argument(param: ParamDescription | undefined, word: string): string {
  const quoted = JSON.stringify(word);
  if (!isJson(word)) return quoted;
  if (param === undefined || param.uint64 !== undefined) return word;
  const asJson = param.validate(JSON.parse(word)) === null;
  return !asJson && param.validate(word) === null ? quoted : word;
}

function isJson(word: string): boolean {
  try {
    JSON.parse(word);
    return true;
  } catch {
    // Not JSON: then it is a plain word.
    return false;
  }
}

function write(output: Output, text: string, flags: Flags, io: CommandIo): void {
  if (flags.json) {
    output.write(`${text}\n`);
    return;
  }
  const style = createStyle(output, io.env);
  const paints: Readonly<Record<TokenKind, (raw: string) => string>> = {
    key: style.cyan,
    string: style.green,
    number: style.yellow,
    word: style.bold,
  };
  output.write(`${indentJson(text, (kind, raw) => paints[kind](raw))}\n`);
}

/** What the words of a method that does not exist may have meant: `call transfer` means sendTransaction. */
async function writeNearMisses(method: string, io: CommandIo): Promise<void> {
  const { tools } = await import("../../generated/tools.ts");
  const found = createSearch(tools.filter(({ hidden }) => hidden !== true))(method, 3);
  for (const { name, title } of found) io.stderr.write(`  ${name}: ${title}\n`);
}

function writeFault(fault: RpcError, flags: Flags, io: CommandIo): void {
  if (flags.json) {
    const object =
      fault.wire?.toString() ??
      JSON.stringify({ code: fault.code, message: fault.message, data: fault.data });
    io.stdout.write(`{"error":${printableJson(object)}}\n`);
    return;
  }
  const style = createStyle(io.stderr, io.env);
  io.stderr.write(`${style.red(`error ${fault.code}`)}: ${printableText(fault.message)}\n`);
  const data = fault.wire === undefined ? undefined : member(fault.wire, "data")?.toString();
  if (data !== undefined && data !== "null") write(io.stderr, printableJson(data), flags, io);
}
