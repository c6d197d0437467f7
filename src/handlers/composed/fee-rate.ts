import { decodeBase58 } from "../../contract/base58.ts";
import type { HandlerContext } from "../../gateway/handler-context.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { slotNotReachedCode } from "../../upstream/node/ledger-codes.ts";
import { configObject, paramsWith } from "./config-object.ts";
import { askAndRead } from "./read-answer.ts";

/** Payer of a message that is never sent, which asks for the fee of one signature; any key that is not a program will do. */
const payer = Buffer.alloc(32, 7);

/** The newest blockhash and the slot at which it was read. */
export interface LatestBlockhash {
  readonly slot: bigint;
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

/** Reads the newest blockhash at the caller's commitment. */
export async function latestBlockhash(context: HandlerContext): Promise<LatestBlockhash> {
  const config = configObject({ commitment: context.commitment });
  const answer = await askAndRead(context, "getLatestBlockhash", paramsWith([], config));
  return {
    slot: answer.at("context", "slot").integer(),
    blockhash: answer.at("value", "blockhash").bytes32(),
    lastValidBlockHeight: answer.at("value", "lastValidBlockHeight").integer(),
  };
}

/**
 * Lamports for one signature under a blockhash, by the fee of the smallest legal message: one signer, no instruction.
 * Null when the upstream does not know the blockhash. `minContextSlot` keeps an upstream from answering for an older bank.
 * Upstreams that count slots differently per method refuse it, and are asked again without it.
 */
export async function feeRate(
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
    const config = configObject({ commitment: context.commitment, ...fields });
    const params = paramsWith([`"${message}"`], config);
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
