import type {
  GetFeeCalculatorForBlockhashResult,
  GetFeeRateGovernorResult,
  GetFeesResult,
  GetRecentBlockhashResult,
} from "../../../generated/types.ts";
import type { HandlerContext } from "../../gateway/handler-context.ts";
import { RawJson } from "../../json/raw-json.ts";
import { blockhashBlocks } from "../../ledger-time/ledger-lengths.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { configOf, paramsWith } from "./config-object.ts";
import { feeRate, type LatestBlockhash, latestBlockhash } from "./fee-rate.ts";
import { askAndRead } from "./read-answer.ts";

/** Constants of the network's fee governor, as multiples of the rate for one signature. */
const governor = { burnPercent: 50, maximum: 20n, target: 2n, targetSignaturesPerSlot: 20_000n } as const;

async function latestWithRate(context: HandlerContext): Promise<LatestBlockhash & { readonly rate: bigint }> {
  const latest = await latestBlockhash(context);
  const rate = await feeRate(context, latest.blockhash, latest.slot);
  if (rate !== null) return { ...latest, rate };
  throw RpcError.of(
    "upstreamInvalid",
    "The upstreams know no fee for the blockhash that they just gave; try again, or try another network.",
  );
}

/** getRecentBlockhash: the newest blockhash and what a signature under it costs. */
export async function getRecentBlockhash(
  context: HandlerContext,
): Promise<RawJson<GetRecentBlockhashResult>> {
  const { slot, blockhash, rate } = await latestWithRate(context);
  return RawJson.write<GetRecentBlockhashResult>({
    context: { slot },
    value: { blockhash, feeCalculator: { lamportsPerSignature: rate } },
  });
}

/** getFees: as getRecentBlockhash, with how long the blockhash stays usable. */
export async function getFees(context: HandlerContext): Promise<RawJson<GetFeesResult>> {
  const { slot, blockhash, lastValidBlockHeight, rate } = await latestWithRate(context);
  return RawJson.write<GetFeesResult>({
    context: { slot },
    value: {
      blockhash,
      feeCalculator: { lamportsPerSignature: rate },
      lastValidSlot: slot + BigInt(blockhashBlocks),
      lastValidBlockHeight,
    },
  });
}

/** getFeeCalculatorForBlockhash: null once the blockhash has expired, else the rate. */
export async function getFeeCalculatorForBlockhash(
  context: HandlerContext,
): Promise<RawJson<GetFeeCalculatorForBlockhashResult>> {
  const { params } = context;
  const config = configOf(context, ["minContextSlot"]);
  const validity = await askAndRead(
    context,
    "isBlockhashValid",
    paramsWith([params.required("blockhash")], config),
  );
  const slot = validity.at("context", "slot").integer();
  if (!validity.at("value").flag())
    return RawJson.write<GetFeeCalculatorForBlockhashResult>({ context: { slot }, value: null });
  // Some upstreams answer null for an older blockhash that is still valid: the rate is the same under the newest.
  const { rate } = await latestWithRate(context);
  return RawJson.write<GetFeeCalculatorForBlockhashResult>({
    context: { slot },
    value: { feeCalculator: { lamportsPerSignature: rate } },
  });
}

/** getFeeRateGovernor: the protocol's fixed values around today's rate. */
export async function getFeeRateGovernor(
  context: HandlerContext,
): Promise<RawJson<GetFeeRateGovernorResult>> {
  const { slot, rate } = await latestWithRate(context);
  return RawJson.write<GetFeeRateGovernorResult>({
    context: { slot },
    value: {
      feeRateGovernor: {
        burnPercent: governor.burnPercent,
        maxLamportsPerSignature: rate * governor.maximum,
        minLamportsPerSignature: rate,
        targetLamportsPerSignature: rate * governor.target,
        targetSignaturesPerSlot: governor.targetSignaturesPerSlot,
      },
    },
  });
}
