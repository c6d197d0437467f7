import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { allNetworks } from "../../gateway/select-networks.ts";
import { member } from "../../json/cut-raw.ts";
import { stringIn } from "../../json/cut-text.ts";
import { truncate } from "../../text/wording.ts";
import { sentTransaction } from "../../transaction/sent-transaction.ts";
import { RunningGateway } from "../gateway/running-gateway.ts";
import { callOn, chooseTarget } from "../gateway/target-gateway.ts";
import type { CommandContext } from "../options/arguments.ts";
import { UsageError } from "../options/command-table.ts";
import { createSpinner, createStyle, printJson } from "../terminal/terminal.ts";
import { errorFromCaught, printError } from "./print-error.ts";

const method = "sendAndConfirmTransaction";
/** Longer than a blockhash stays valid. A durable nonce may take even longer. */
const timeoutMs = 240_000;
/** More than the longest transaction as text, line breaks included. */
const maxFileBytes = 8192;
/** The file descriptor for `-`. */
const standardInput = 0;
const levels = ["confirmed", "finalized"];
/** Exit codes by the transaction's fate; any other error exits with 1. */
const exitCodes = { landed: 0, failed: 3, expired: 4 } as const;

/** `send FILE|BASE64`: resends a signed transaction until it lands or expires. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { words, flags } = context;
  const [given = ""] = words;
  const { commitment = "confirmed" } = flags;
  if (!levels.includes(commitment))
    throw new UsageError(`--commitment: must be confirmed or finalized, got ${JSON.stringify(commitment)}`);
  if (flags.network === allNetworks)
    throw new UsageError("--network: a transaction is sent to one network, got all; name it by its id");
  const sent = await transactionOf(given, context.cwd);
  const target = chooseTarget(context);
  const { signature } = sent.transaction;
  if (!flags.json) context.stderr.write(`sending ${signature}\n`);
  const spinner = createSpinner(context.stderr, `waiting until it is ${commitment} ...`);
  const onInterrupt = () => {
    spinner.stop();
    context.stderr.write(
      target instanceof RunningGateway
        ? `stopped waiting; the gateway keeps sending it, and getTransactionFate shows its state: ${signature}\n`
        : `stopped sending; it may still land: ${signature}\n`,
    );
    // `once` removed this listener, so the signal now ends the process.
    process.kill(process.pid, "SIGINT");
  };
  process.once("SIGINT", onInterrupt);
  try {
    const params = JSON.stringify({ transaction: sent.wire, encoding: "base64", until: commitment });
    const result = await callOn(target, { method, params, timeoutMs }, context);
    spinner.stop();
    const error = member(result, "err")?.toString() ?? "null";
    if (flags.json) printJson(context.stdout, result.toString(), true, context);
    else {
      const level = stringIn(member(result, "confirmationStatus")?.toString()) ?? "";
      const slot = member(result, "slot")?.toString() ?? "";
      const style = createStyle(context.stdout, context.env);
      context.stdout.write(
        `${error === "null" ? style.green("landed") : style.red("failed")} in slot ${slot}, ${level}: ${signature}\n`,
      );
      if (error !== "null") printJson(context.stdout, error, false, context);
    }
    return error === "null" ? exitCodes.landed : exitCodes.failed;
  } catch (caught) {
    spinner.stop();
    const reported = errorFromCaught(caught);
    const code = await printError(reported, method, context);
    const data =
      reported.data === undefined ? undefined : (JSON.parse(reported.data) as { reason?: unknown } | null);
    return data?.reason === "blockhash-expired" ? exitCodes.expired : code;
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
}

/** Reads a transaction from the argument (base64 or base58), or from the file it names (base64, base58 or raw bytes). */
async function transactionOf(given: string, cwd: string) {
  const read = (text: string) =>
    sentTransaction(JSON.stringify([text, { encoding: "base64" }])) ??
    sentTransaction(JSON.stringify([text]));
  const inline = read(given);
  if (inline !== undefined) return inline;
  const shown = JSON.stringify(truncate(given, 80));
  let bytes: Buffer;
  try {
    bytes = await readStart(given, cwd);
  } catch {
    throw new UsageError(
      `${shown} is neither a signed transaction in base64 or base58 nor a file that can be read: name the file that holds it, or - for standard input`,
    );
  }
  if (bytes.length > maxFileBytes)
    throw new UsageError(
      `${shown} has more than ${maxFileBytes} bytes, too many for one transaction: name the file that holds it`,
    );
  const fromFile = read(bytes.toString("latin1").trim()) ?? read(bytes.toString("base64"));
  if (fromFile !== undefined) return fromFile;
  throw new UsageError(
    `${given === "-" ? "standard input" : `the file ${shown}`} holds no signed transaction: it must be base64, base58 or the bytes themselves`,
  );
}

/** Reads at most one byte more than allowed, since a pipe or device may be endless. */
function readStart(path: string, cwd: string): Promise<Buffer> {
  const end = maxFileBytes;
  return buffer(
    path === "-"
      ? createReadStream("", { fd: standardInput, autoClose: false, end })
      : createReadStream(resolve(cwd, path), { end }),
  );
}
