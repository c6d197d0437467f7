import type { HandlerContext } from "../gateway/handler-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { configOf, paramsWith } from "./config-object.ts";
import { feeRate, type LatestBlockhash, latestBlockhash } from "./fee-rate.ts";
import { askAndRead } from "./read-answer.ts";

/** Slots for which the newest blockhash of a bank stays usable. */
const blockhashLifetimeSlots = 150n;

/** Constants of the network's fee governor, as multiples of the rate for one signature. */
const governor = { burnPercent: 50, maximum: 20n, target: 2n, targetSignaturesPerSlot: 20_000 } as const;

async function latestWithRate(
  context: HandlerContext,
): Promise<LatestBlockhash & { readonly rate: bigint | null }> {
  const latest = await latestBlockhash(context);
  return { ...latest, rate: await feeRate(context, latest.blockhash, latest.slot) };
}

/** getRecentBlockhash: the newest blockhash and what a signature under it costs. */
export async function getRecentBlockhash(context: HandlerContext): Promise<RawJson<never>> {
  const { slot, blockhash, rate } = await latestWithRate(context);
  return RawJson.fromText(
    `{"context":{"slot":${slot}},"value":{"blockhash":"${blockhash}","feeCalculator":{"lamportsPerSignature":${rate}}}}`,
  );
}

/** getFees: as getRecentBlockhash, with how long the blockhash stays usable. */
export async function getFees(context: HandlerContext): Promise<RawJson<never>> {
  const { slot, blockhash, lastValidBlockHeight, rate } = await latestWithRate(context);
  return RawJson.fromText(
    `{"context":{"slot":${slot}},"value":{"blockhash":"${blockhash}",` +
      `"feeCalculator":{"lamportsPerSignature":${rate}},` +
      `"lastValidSlot":${slot + blockhashLifetimeSlots},"lastValidBlockHeight":${lastValidBlockHeight}}}`,
  );
}

/** getFeeCalculatorForBlockhash: null once the blockhash has expired, else the rate. */
export async function getFeeCalculatorForBlockhash(context: HandlerContext): Promise<RawJson<never>> {
  const { params } = context;
  const config = configOf(context, ["minContextSlot"]);
  const validity = await askAndRead(
    context,
    "isBlockhashValid",
    paramsWith([params.required("blockhash")], config),
  );
  const slot = validity.at("context", "slot").integer();
  if (!validity.at("value").flag()) return RawJson.fromText(`{"context":{"slot":${slot}},"value":null}`);
  // Some nodes answer null for an older blockhash that is still valid: the rate is the same under the newest.
  const { rate } = await latestWithRate(context);
  return RawJson.fromText(
    `{"context":{"slot":${slot}},"value":{"feeCalculator":{"lamportsPerSignature":${rate}}}}`,
  );
}

/** getFeeRateGovernor: the protocol's fixed values around today's rate. */
export async function getFeeRateGovernor(context: HandlerContext): Promise<RawJson<never>> {
  const { slot, rate } = await latestWithRate(context);
  const perSignature = rate ?? 0n;
  return RawJson.fromText(
    `{"context":{"slot":${slot}},"value":{"feeRateGovernor":{"burnPercent":${governor.burnPercent},` +
      `"maxLamportsPerSignature":${perSignature * governor.maximum},"minLamportsPerSignature":${perSignature},` +
      `"targetLamportsPerSignature":${perSignature * governor.target},` +
      `"targetSignaturesPerSlot":${governor.targetSignaturesPerSlot}}}}`,
  );
}
