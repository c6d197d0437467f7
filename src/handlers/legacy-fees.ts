import type {
  GetFeeCalculatorForBlockhashResult,
  GetFeeRateGovernorResult,
  GetFeesResult,
  GetRecentBlockhashResult,
} from "../../generated/types.ts";
import type { CallContext } from "../gateway/call-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-clock/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { decodeBase58 } from "../text/base58.ts";
import { isSlotNotReached } from "../upstream/node/ledger-codes.ts";
import { askAndParse, paramsWith, writeCallConfig } from "./result-value.ts";

/** Constants of the network's fee governor, as multiples of the rate for one signature. */
const governor = { burnPercent: 50, maximum: 20n, target: 2n, targetSignaturesPerSlot: 20_000n } as const;

/** Payer of the message that is priced. The message is never sent, so any key but a program's will do. */
const payer = Buffer.alloc(32, 7);

/** The newest blockhash at the caller's commitment, the slot at which it was read, and its fee per signature. */
async function latestWithRate(context: CallContext) {
  const result = await askAndParse(
    context,
    "getLatestBlockhash",
    paramsWith([], writeCallConfig(context, [])),
  );
  const slot = result.at("context", "slot").integer();
  const blockhash = result.at("value", "blockhash").bytes32();
  const lastValidBlockHeight = result.at("value", "lastValidBlockHeight").integer();
  const rate = await feeRate(context, blockhash, slot);
  if (rate !== null) return { slot, blockhash, lastValidBlockHeight, rate };
  throw RpcError.of(
    "upstreamInvalid",
    "The upstreams gave a new blockhash, but no fee for it; try again, or try another network.",
  );
}

/** getRecentBlockhash: the newest blockhash and its fee per signature. */
export async function getRecentBlockhash(context: CallContext) {
  const { slot, blockhash, rate } = await latestWithRate(context);
  return RawJson.write<GetRecentBlockhashResult>({
    context: { slot },
    value: { blockhash, feeCalculator: { lamportsPerSignature: rate } },
  });
}

/** getFees: the result of getRecentBlockhash, with the last slot and block height at which the blockhash is valid. */
export async function getFees(context: CallContext) {
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

/** getFeeCalculatorForBlockhash: the fee per signature, or null once the blockhash has expired. */
export async function getFeeCalculatorForBlockhash(context: CallContext) {
  const { params } = context;
  const config = writeCallConfig(context, ["minContextSlot"]);
  const validity = await askAndParse(
    context,
    "isBlockhashValid",
    paramsWith([params.requiredRaw("blockhash")], config),
  );
  const slot = validity.at("context", "slot").integer();
  if (!validity.at("value").flag())
    return RawJson.write<GetFeeCalculatorForBlockhashResult>({ context: { slot }, value: null });
  // Some upstreams have no fee for an older blockhash, even a valid one. The fee of the newest blockhash is the same.
  const { rate } = await latestWithRate(context);
  return RawJson.write<GetFeeCalculatorForBlockhashResult>({
    context: { slot },
    value: { feeCalculator: { lamportsPerSignature: rate } },
  });
}

/** getFeeRateGovernor: the governor's constants, applied to the current fee per signature. */
export async function getFeeRateGovernor(context: CallContext) {
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
 * Lamports per signature under a blockhash: the fee of the smallest legal message, with one signer and no instruction.
 * Null if the upstream does not know the blockhash. `minContextSlot` keeps an upstream from answering from an older bank.
 * Upstreams whose methods count slots differently refuse it, so the call is retried without it.
 */
async function feeRate(
  context: CallContext,
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
    const params = paramsWith([`"${message}"`], writeCallConfig(context, [], fields));
    const fee = (await askAndParse(context, "getFeeForMessage", params)).at("value");
    return fee.isNull ? null : fee.integer();
  };
  try {
    return await ask({ minContextSlot: String(minContextSlot) });
  } catch (caught) {
    if (!isSlotNotReached(RpcError.from(caught))) throw caught;
    return ask({});
  }
}
