import type { PriorityFeeEstimate, PriorityFeeOptions } from "../../generated/types.ts";
import type { HandlerContext } from "../gateway/handlers.ts";
import { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { shownValue } from "../text/shown-value.ts";
import {
  readTransaction,
  TransactionFault,
  transactionBytes,
  type WireTransaction,
} from "../transaction/read-transaction.ts";
import { methodNotFoundCode } from "../upstream/node/ledger-codes.ts";
import { feeLevelNamed, feeLevelNames, feeLevels } from "./fee-levels.ts";
import { askAndRead } from "./read-answer.ts";

/** The least that is recommended, in micro-lamports for each compute unit. */
const leastRecommended = 10_000n;
const microLamports = 1_000_000n;
/** A transaction can't offer more: its price has 64 bits. */
const mostFee = 2n ** 64n - 1n;

/** Estimates the fee with which a transaction lands soon: as a provider does, else from the floors of recent blocks. */
export async function getPriorityFeeEstimate(context: HandlerContext) {
  try {
    return await context.forward();
  } catch (caught) {
    const { kind, code } = RpcError.from(caught);
    if (kind !== "methodNotFound" && !(kind === "ledger" && code === methodNotFoundCode)) throw caught;
  }
  const { params } = context;
  const options = JSON.parse(params.raw("options") ?? "{}") as PriorityFeeOptions;
  const level = levelOf(options);
  const text = params.text("transaction");
  const transaction = text === undefined ? undefined : sentIn(text, options.transactionEncoding);
  const accounts =
    transaction === undefined ? (params.raw("accountKeys") ?? "[]") : JSON.stringify(transaction.writable);
  const levels = feeLevels(await observedFees(context, accounts, options));
  const estimate =
    options.recommended === true && levels.medium < leastRecommended ? leastRecommended : levels[level];
  return RawJson.write<PriorityFeeEstimate>({
    priorityFeeEstimate: Number(estimate),
    ...(options.includeAllPriorityFeeLevels === true && {
      priorityFeeLevels: Object.fromEntries(feeLevelNames.map((name) => [name, Number(levels[name])])),
    }),
    ...inAll(estimate, transaction),
    source: "computed",
  });
}

/** The floors of recent blocks: what their cheapest transaction on these accounts paid. Where no one had to pay, that says nothing. */
async function observedFees(
  context: HandlerContext,
  accounts: string,
  { lookbackSlots, evaluateEmptySlotAsZero = false }: PriorityFeeOptions,
): Promise<readonly bigint[]> {
  const answer = await askAndRead(context, "getRecentPrioritizationFees", `[${accounts}]`);
  const blocks = answer.list().map((block) => ({
    slot: block.at("slot").integer(),
    fee: block.at("prioritizationFee").integer(),
  }));
  if (blocks.some(({ fee }) => fee > mostFee))
    throw RpcError.of(
      "upstreamInvalid",
      "The upstream's answer to getRecentPrioritizationFees cannot be used: it has a fee of more than 64 bits; try another upstream or network.",
    );
  const newest = blocks.toSorted((one, other) => Number(other.slot - one.slot)).slice(0, lookbackSlots);
  return newest.map(({ fee }) => fee).filter((fee) => fee > 0n || evaluateEmptySlotAsZero);
}

/** The same for all of a transaction that says how many compute units it may use: from version 1 on, fees are written so. */
function inAll(estimate: bigint, transaction: WireTransaction | undefined) {
  const { computeUnitLimit } = transaction ?? {};
  if (computeUnitLimit === undefined) return {};
  const lamports = (estimate * BigInt(computeUnitLimit) + microLamports - 1n) / microLamports;
  return { priorityFeeLamports: lamports };
}

function levelOf({ priorityLevel = "Medium" }: PriorityFeeOptions) {
  const level = feeLevelNamed(priorityLevel);
  if (level !== undefined) return level;
  throw invalid(
    `options.priorityLevel must be Min, Low, Medium, High, VeryHigh or UnsafeMax, got ${shownValue(priorityLevel)}`,
  );
}

function sentIn(text: string, encoding?: string): WireTransaction {
  const wanted = encoding?.toLowerCase() ?? "base58";
  if (wanted !== "base58" && wanted !== "base64")
    throw invalid(`options.transactionEncoding must be base58 or base64, got ${shownValue(encoding)}`);
  try {
    return readTransaction(transactionBytes(text, wanted));
  } catch (caught) {
    const hint = encoding === undefined ? "; one in base64 needs options.transactionEncoding base64" : "";
    if (caught instanceof TransactionFault) throw invalid(`transaction ${caught.message}${hint}`);
    throw caught;
  }
}

function invalid(fault: string): RpcError {
  return RpcError.of("invalidParams", `Invalid params for getPriorityFeeEstimate: ${fault}.`);
}
