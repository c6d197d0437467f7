import type { ConfirmedSend, TransactionFate } from "../../generated/types.ts";
import { isAtLeast } from "../contract/method-description.ts";
import type { CallContext } from "../gateway/call-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { type Fate, fateOf, type Inclusion } from "../landing/fate.ts";
import type { PeerTransaction } from "../landing/landing-storage.ts";
import type { TrackedTransaction } from "../landing/tracked-transaction.ts";
import { statusesQuestion, UnexpectedResponseError } from "../landing/witness-questions.ts";
import { RpcError, unusableResponseError } from "../rpc/rpc-error.ts";
import { counted } from "../text/wording.ts";

/** Resends a transaction until it lands. Answers once it has reached the commitment in `until`. */
export async function sendAndConfirmTransaction(context: CallContext) {
  const level = context.params.text("until") === "finalized" ? "finalized" : "confirmed";
  const transaction = await context.land("sendTransaction");
  const { signature } = transaction;
  const { slot, commitment: reached, error } = await waitForCommitment(transaction, level, context);
  return RawJson.write<ConfirmedSend>({
    signature,
    slot: BigInt(slot),
    confirmationStatus: reached,
    err: error === undefined ? null : (JSON.parse(error) as ConfirmedSend["err"]),
  });
}

/** Reports the fate of a transaction, from this gateway's own record, else the ledger's history, else another gateway's record. */
export async function getTransactionFate(context: CallContext) {
  const signature = context.params.text("signature") ?? "";
  const { landing, network } = context;
  const watched = landing?.find(network.id, signature);
  if (watched !== undefined) return RawJson.write<TransactionFate>(fateReport(watched));
  const found = await inclusionInHistory(context, signature);
  if (found !== undefined) return RawJson.write<TransactionFate>({ signature, ...fateFields(fateOf(found)) });
  const atPeer = await landing?.findAtPeers(network.id, signature);
  return RawJson.write<TransactionFate>(
    atPeer === undefined ? { signature, status: "unknown" } : peerReport(atPeer),
  );
}

function peerReport({ saved, fate }: PeerTransaction): TransactionFate {
  const { signature, lastValidBlockHeight, firstSeenAt } = saved;
  return {
    signature,
    ...fateFields(fate),
    ...(lastValidBlockHeight !== undefined && { lastValidBlockHeight: BigInt(lastValidBlockHeight) }),
    firstSeenAt: BigInt(firstSeenAt),
  };
}

async function inclusionInHistory(context: CallContext, signature: string): Promise<Inclusion | undefined> {
  const question = statusesQuestion([signature], "all");
  const result = await context.ask<unknown>(question.method, question.params);
  try {
    return question.read(result).value[0];
  } catch (caught) {
    if (!(caught instanceof UnexpectedResponseError)) throw caught;
    throw unusableResponseError(question.method, caught.message);
  }
}

/** Resolves once a transaction has reached a commitment. Rejects if it expires or is no longer watched, or if the caller goes away. */
function waitForCommitment(
  transaction: TrackedTransaction,
  level: "confirmed" | "finalized",
  context: CallContext,
): Promise<Inclusion> {
  const { cancellation } = context;
  return new Promise((resolve, reject) => {
    const check = () => {
      const { fate } = transaction;
      context.reportProgress(progressMessage(transaction));
      if (
        (fate.status === "landed" || fate.status === "failed") &&
        isAtLeast(fate.inclusion.commitment, level)
      ) {
        end();
        resolve(fate.inclusion);
      } else if (transaction.finalFate !== undefined) {
        end();
        reject(fateError(transaction, transaction.finalFate));
      }
    };
    const onGone = {
      onCancel(reason: RpcError | undefined) {
        end();
        reject(
          reason ?? RpcError.of("cancelled", "The caller went away; the transaction is still being sent."),
        );
      },
    };
    const stopWatching = transaction.onChange(check);
    const end = () => {
      stopWatching();
      cancellation.remove(onGone);
    };
    cancellation.add(onGone);
    check();
  });
}

function progressMessage({ inclusion, sends }: TrackedTransaction): string {
  if (inclusion !== undefined) return `in slot ${inclusion.slot}, ${inclusion.commitment}`;
  return sends === 0
    ? "accepted by an upstream"
    : `accepted by an upstream, sent again ${counted(sends, "time")}, not in a block yet`;
}

function fateError({ signature, lastHeight }: TrackedTransaction, end: Fate): RpcError {
  if (end.status !== "expired")
    return RpcError.of(
      "upstreamTimeout",
      `The gateway stopped watching transaction ${signature} before it was certain whether it landed: call getTransactionFate later.`,
      { data: { signature } },
    );
  const { slot, blockHeight } = end.proof;
  // For a blockhash that the gateway did not issue, the last height is only an upper bound.
  const isPast = blockHeight !== undefined && lastHeight !== undefined && blockHeight > lastHeight;
  const past =
    blockHeight === undefined
      ? "its nonce has another value"
      : `block height ${blockHeight} is final, ${isPast ? `past ${lastHeight}` : "where its blockhash is not valid"}`;
  return RpcError.of(
    "blockhashExpired",
    `Transaction ${signature} can no longer land: ${past}, and the ledger up to slot ${slot} does not have it. Sign it again with a new blockhash.`,
    { data: { signature, slot, ...(blockHeight !== undefined && { blockHeight }) } },
  );
}

function fateReport(transaction: TrackedTransaction): TransactionFate {
  const { saved, lastHeight, targets, unfitReasons } = transaction;
  return {
    signature: saved.signature,
    ...fateFields(transaction.fate),
    ...(lastHeight !== undefined && { lastValidBlockHeight: BigInt(lastHeight) }),
    firstSeenAt: BigInt(saved.firstSeenAt),
    routes: targets.map(({ name, sent, firstSentAt, lastSentAt, lastAnswer = null }) => ({
      name,
      sent,
      firstSentAt: BigInt(firstSentAt),
      lastSentAt: BigInt(lastSentAt),
      lastAnswer,
    })),
    ...(unfitReasons !== undefined &&
      unfitReasons.size > 0 && {
        unfitReasons: [...unfitReasons].map(([name, demand]) => ({ name, demand })),
      }),
  };
}

function fateFields(fate: Fate): Omit<TransactionFate, "signature"> {
  switch (fate.status) {
    case "expired":
      return {
        status: fate.status,
        expiredAtSlot: BigInt(fate.proof.slot),
        ...(fate.proof.blockHeight !== undefined && { expiredAtBlockHeight: BigInt(fate.proof.blockHeight) }),
      };
    case "unknown":
      return { status: fate.status };
    default: {
      const { status, inclusion } = fate;
      if (inclusion === undefined) return { status };
      const { slot, commitment, error } = inclusion;
      const err = error === undefined ? null : (JSON.parse(error) as TransactionFate["err"]);
      return { status, slot: BigInt(slot), confirmationStatus: commitment, err: err ?? null };
    }
  }
}
