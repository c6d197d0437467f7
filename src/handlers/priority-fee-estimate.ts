import type { PriorityFeeEstimate, PriorityFeeOptions } from "../../generated/types.ts";
import type { CallContext } from "../gateway/call-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { invalidParamsError } from "../rpc/invalid-params.ts";
import { RpcError, unusableResponseError } from "../rpc/rpc-error.ts";
import { shownValue } from "../text/wording.ts";
import {
  InvalidTransactionError,
  readTransaction,
  transactionBytes,
  type WireTransaction,
} from "../transaction/read-transaction.ts";
import { isMethodMissing } from "../upstream/node/ledger-codes.ts";
import { askAndParse } from "./result-value.ts";

/** Lowest recommended price, in micro-lamports per compute unit. */
const minRecommended = 10_000n;
const microLamportsPerLamport = 1_000_000n;
/** Highest price per compute unit: the ledger stores it in 64 bits. */
const maxFee = 2n ** 64n - 1n;

/** Forwards the call to a provider that estimates fees. If none serves the method, estimates the fee from recent blocks. */
export async function getPriorityFeeEstimate(context: CallContext) {
  try {
    return await context.forward();
  } catch (caught) {
    const error = RpcError.from(caught);
    if (error.kind !== "methodNotFound" && !isMethodMissing(error)) throw caught;
  }
  const { params } = context;
  const options = JSON.parse(params.raw("options") ?? "{}") as PriorityFeeOptions;
  const level = requestedLevel(options);
  const text = params.text("transaction");
  const transaction = text === undefined ? undefined : readParam(text, options.transactionEncoding);
  const accounts =
    transaction === undefined ? (params.raw("accountKeys") ?? "[]") : JSON.stringify(transaction.writable);
  const levels = feeLevels(await observedFees(context, accounts, options));
  const estimate =
    options.recommended === true && levels.medium < minRecommended ? minRecommended : levels[level];
  return RawJson.write<PriorityFeeEstimate>({
    priorityFeeEstimate: Number(estimate),
    ...(options.includeAllPriorityFeeLevels === true && {
      priorityFeeLevels: Object.fromEntries(feeLevelNames.map((name) => [name, Number(levels[name])])),
    }),
    ...totalFee(estimate, transaction),
    source: "computed",
  });
}

/**
 * The lowest fee that a transaction on these accounts paid in each recent block. A 0 means that the block was not full, which says
 * nothing about the price, so it is left out unless `evaluateEmptySlotAsZero` is set.
 */
async function observedFees(
  context: CallContext,
  accounts: string,
  { lookbackSlots, evaluateEmptySlotAsZero = false }: PriorityFeeOptions,
): Promise<readonly bigint[]> {
  const result = await askAndParse(context, "getRecentPrioritizationFees", `[${accounts}]`);
  const blocks = result.list().map((block) => ({
    slot: block.at("slot").integer(),
    fee: block.at("prioritizationFee").integer(),
  }));
  if (blocks.some(({ fee }) => fee > maxFee))
    throw unusableResponseError("getRecentPrioritizationFees", "it has a fee of more than 64 bits");
  const newest = blocks.toSorted((one, other) => Number(other.slot - one.slot)).slice(0, lookbackSlots);
  return newest.map(({ fee }) => fee).filter((fee) => fee > 0n || evaluateEmptySlotAsZero);
}

/**
 * The fee of the whole transaction, if it states its compute unit limit as version 1 does: such transactions state their fee in lamports.
 */
function totalFee(estimate: bigint, transaction: WireTransaction | undefined) {
  const { computeUnitLimit } = transaction ?? {};
  if (computeUnitLimit === undefined) return {};
  const lamports =
    (estimate * BigInt(computeUnitLimit) + microLamportsPerLamport - 1n) / microLamportsPerLamport;
  return { priorityFeeLamports: lamports };
}

function requestedLevel({ priorityLevel = "Medium" }: PriorityFeeOptions) {
  const level = feeLevelNamed(priorityLevel);
  if (level !== undefined) return level;
  throw estimateError(
    `options.priorityLevel must be Min, Low, Medium, High, VeryHigh or UnsafeMax, got ${shownValue(priorityLevel)}`,
  );
}

function readParam(text: string, encoding?: string): WireTransaction {
  const format = encoding?.toLowerCase() ?? "base58";
  if (format !== "base58" && format !== "base64")
    throw estimateError(`options.transactionEncoding must be base58 or base64, got ${shownValue(encoding)}`);
  try {
    return readTransaction(transactionBytes(text, format));
  } catch (caught) {
    const hint = encoding === undefined ? "; for base64, set options.transactionEncoding to base64" : "";
    if (caught instanceof InvalidTransactionError)
      throw estimateError(`transaction ${caught.message}${hint}`);
    throw caught;
  }
}

function estimateError(fault: string): RpcError {
  return invalidParamsError("getPriorityFeeEstimate", fault);
}

/** Each level's percentile of the observed fees. */
const percentiles = { min: 0, low: 25, medium: 50, high: 75, veryHigh: 95, unsafeMax: 100 } as const;

type FeeLevel = keyof typeof percentiles;

/** Names of the levels, lowest first. */
export const feeLevelNames = Object.keys(percentiles) as readonly FeeLevel[];

/** Finds a level by its name, in any spelling of providers: `VeryHigh`, `veryHigh`, `very_high`. Undefined if unknown. */
export function feeLevelNamed(name: string): FeeLevel | undefined {
  const plain = name.replaceAll("_", "").toLowerCase();
  return feeLevelNames.find((level) => level.toLowerCase() === plain);
}

/** The observed fee at each level's percentile (nearest rank); 0 if no fees were observed. */
export function feeLevels(observed: readonly bigint[]): Readonly<Record<FeeLevel, bigint>> {
  const sorted = observed.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  const entries = feeLevelNames.map((level) => {
    const at = Math.max(0, Math.ceil((percentiles[level] / 100) * sorted.length) - 1);
    return [level, sorted[at] ?? 0n] as const;
  });
  return Object.fromEntries(entries) as Record<FeeLevel, bigint>;
}
