import type {
  GetFeeCalculatorForBlockhashResult,
  GetFeeRateGovernorResult,
  GetFeesResult,
  GetRecentBlockhashResult,
} from "../../generated/types.ts";
import { decodeBase58 } from "../contract/base58.ts";
import type { HandlerContext } from "../gateway/handlers.ts";
import { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { slotNotReachedCode } from "../upstream/node/ledger-codes.ts";
import { configOf, paramsWith } from "./config-object.ts";
import { askAndRead } from "./read-answer.ts";

/** Constants of the network's fee governor, as multiples of the rate for one signature. */
const governor = { burnPercent: 50, maximum: 20n, target: 2n, targetSignaturesPerSlot: 20_000n } as const;

/** Payer of a message that is never sent, which asks for the fee of one signature; any key that is not a program will do. */
const payer = Buffer.alloc(32, 7);

/** The newest blockhash at the caller's commitment, the slot at which it was read, and what a signature under it costs. */
async function latestWithRate(context: HandlerContext) {
  const answer = await askAndRead(context, "getLatestBlockhash", paramsWith([], configOf(context, [])));
  const slot = answer.at("context", "slot").integer();
  const blockhash = answer.at("value", "blockhash").bytes32();
  const lastValidBlockHeight = answer.at("value", "lastValidBlockHeight").integer();
  const rate = await feeRate(context, blockhash, slot);
  if (rate !== null) return { slot, blockhash, lastValidBlockHeight, rate };
  throw RpcError.of(
    "upstreamInvalid",
    "The upstreams know no fee for the blockhash that they just gave; try again, or try another network.",
  );
}

/** getRecentBlockhash: the newest blockhash and what a signature under it costs. */
export async function getRecentBlockhash(context: HandlerContext) {
  const { slot, blockhash, rate } = await latestWithRate(context);
  return RawJson.write<GetRecentBlockhashResult>({
    context: { slot },
    value: { blockhash, feeCalculator: { lamportsPerSignature: rate } },
  });
}

/** getFees: as getRecentBlockhash, with how long the blockhash stays usable. */
export async function getFees(context: HandlerContext) {
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
export async function getFeeCalculatorForBlockhash(context: HandlerContext) {
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
export async function getFeeRateGovernor(context: HandlerContext) {
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

/**
 * Lamports for one signature under a blockhash, by the fee of the smallest legal message: one signer, no instruction.
 * Null when the upstream does not know the blockhash. `minContextSlot` keeps an upstream from answering for an older bank.
 * Upstreams that count slots differently per method refuse it, and are asked again without it.
 */
async function feeRate(
  context: HandlerContext,
  blockhash: string,
  minContextSlot: bigint,
): Promise<bigint | null> {
  const message = Buffer.concat([
    Buffer.from([1, 0, 0, 1]),
    payer,
    decodeBase58(blockhash),
    Buffer.from([0]),
  ]).toString("base64");
  const ask = async (fields: Readonly<Record<string, string>>) => {
    const params = paramsWith([`"${message}"`], configOf(context, [], fields));
    const fee = (await askAndRead(context, "getFeeForMessage", params)).at("value");
    return fee.isNull ? null : fee.integer();
  };
  try {
    return await ask({ minContextSlot: String(minContextSlot) });
  } catch (caught) {
    if (RpcError.from(caught).code !== slotNotReachedCode) throw caught;
    return ask({});
  }
}
