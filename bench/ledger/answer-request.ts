import type { Commitment } from "../../src/contract/method-description.ts";
import { encodeBase58 } from "../../src/text/base58.ts";
import type { LedgerView } from "./ledger-view.ts";
import {
  type AccountVersion,
  type KnownTransaction,
  type ModelLedger,
  tokenAccount,
} from "./model-ledger.ts";

/** What an upstream answers: a result as JSON text, or an error object as JSON text. */
export type Outcome = { readonly result: string } | { readonly error: string };

type Params = readonly unknown[];
type Answer = (view: LedgerView, params: Params) => Outcome;

interface Config {
  readonly commitment?: Commitment;
  readonly encoding?: string;
  readonly dataSlice?: { readonly offset: number; readonly length: number };
  readonly minContextSlot?: number;
  readonly skipPreflight?: boolean;
  readonly preflightCommitment?: Commitment;
}

/** What the ledger counts as transactions in each slot. */
export const transactionsPerSlot = 10;

const answers: Readonly<Record<string, Answer>> = {
  getGenesisHash: ({ ledger }) => text(ledger.genesisHash),
  getHealth: () => text("ok"),
  getVersion: () => ({ result: '{"solana-core":"3.1.10","feature-set":1}' }),
  getSlot: (view, params) => atFloor(view, params, 0, (slot) => String(slot)),
  getBlockHeight: (view, params) => atFloor(view, params, 0, (slot) => String(slot)),
  getTransactionCount: (view, params) =>
    atFloor(view, params, 0, (slot) => String(slot * transactionsPerSlot)),
  getEpochInfo: (view, params) => atFloor(view, params, 0, epochInfo),
  getLatestBlockhash: (view, params) =>
    inContext(view, params, 0, (slot) => {
      const { ledger } = view;
      const blockhash = ledger.blockhashAt(slot);
      return `{"blockhash":"${blockhash}","lastValidBlockHeight":${ledger.lastValidHeightOf(slot)}}`;
    }),
  isBlockhashValid: (view, params) =>
    inContext(view, params, 1, (slot) => String(view.ledger.isBlockhashValid(String(params[0]), slot))),
  getMinimumBalanceForRentExemption: () => ({ result: "890880" }),
  getAccountInfo: (view, params) =>
    inContext(view, params, 1, (_, commitment) =>
      accountText(view.accountAt(String(params[0]), commitment), params[1]),
    ),
  getBalance: (view, params) =>
    inContext(view, params, 1, (_, commitment) =>
      String(view.accountAt(String(params[0]), commitment)?.lamports ?? 0n),
    ),
  getTokenAccountBalance: (view, params) =>
    view.ledger.isTokenAccount(String(params[0]))
      ? inContext(view, params, 1, (_, commitment) =>
          amountText(view.accountAt(String(params[0]), commitment)),
        )
      : fault(-32602, "Invalid param: not a Token account"),
  // Answers of a fixed form: what is in them is no one's concern here.
  getTokenAccountsByOwner: (view, params) => inContext(view, params, 2, () => "[]"),
  getProgramAccounts: () => ({ result: "[]" }),
  getSignaturesForAddress: () => ({ result: "[]" }),
  getTransaction: () => ({ result: "null" }),
  getMultipleAccounts: (view, params) =>
    inContext(view, params, 1, (_, commitment) => {
      const addresses = params[0] as readonly string[];
      return `[${addresses.map((address) => accountText(view.accountAt(address, commitment), params[1])).join(",")}]`;
    }),
  getSignatureStatuses: (view, params) => {
    const slot = view.slotAt("processed");
    const statuses = (params[0] as readonly string[]).map((signature) =>
      statusText(view.ledger, signature, (commitment) => view.slotAt(commitment)),
    );
    return { result: `{"context":{"apiVersion":"3.1.10","slot":${slot}},"value":[${statuses.join(",")}]}` };
  },
  simulateTransaction: (view, params) => sendOrSimulate(view, params, false),
  sendTransaction: (view, params) => sendOrSimulate(view, params, true),
};

/** Answers one request from what an upstream sees. */
export function answerRequest(view: LedgerView, method: string, params: Params): Outcome {
  const answer = answers[method];
  if (answer === undefined) return fault(-32601, "Method not found");
  return answer(view, params);
}

/** An account as the ledger writes it. */
export function accountText(account: AccountVersion | undefined, config: unknown): string {
  if (account === undefined) return "null";
  const { encoding = "base64", dataSlice } = (config ?? {}) as Config;
  const bytes =
    dataSlice === undefined
      ? account.data
      : account.data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
  // No program here is one that can be parsed: jsonParsed falls back to base64, as a node does.
  const data = encoding === "base58" ? [encodeBase58(bytes), "base58"] : [bytes.toString("base64"), "base64"];
  return (
    `{"data":${JSON.stringify(data)},"executable":false,"lamports":${account.lamports},` +
    `"owner":"${account.owner}","rentEpoch":18446744073709551615,"space":${account.data.length}}`
  );
}

/** The amount of a token account, of six decimals, as the ledger writes it. */
export function amountText(account: AccountVersion | undefined): string {
  const amount = account?.data.readBigUInt64LE(tokenAccount.amountAt) ?? 0n;
  const ui = Number(amount) / 1e6;
  const text = Number.isInteger(ui) ? `${ui}.0` : String(ui);
  return `{"amount":"${amount}","decimals":6,"uiAmount":${text},"uiAmountString":"${ui}"}`;
}

/** The text of a transaction, as its senders pass it on. */
export function encodeTransaction(transaction: KnownTransaction): string {
  return Buffer.from(JSON.stringify(transaction)).toString("base64");
}

function sendOrSimulate(view: LedgerView, params: Params, isSent: boolean): Outcome {
  const config = (params[1] ?? {}) as Config;
  const commitment = (isSent ? config.preflightCommitment : config.commitment) ?? "finalized";
  const slot = view.slotAt(commitment);
  if (config.minContextSlot !== undefined && slot < config.minContextSlot) return tooLow(slot);
  const transaction = JSON.parse(Buffer.from(String(params[0]), "base64").toString()) as KnownTransaction;
  const refusal = config.skipPreflight === true ? undefined : simulate(view, transaction, slot, commitment);
  if (!isSent) {
    const err = refusal === undefined ? "null" : `"${refusal}"`;
    return { result: `{"context":{"slot":${slot}},"value":{"err":${err},"logs":[]}}` };
  }
  if (refusal !== undefined)
    return fault(-32002, `Transaction simulation failed: ${refusal}`, `{"err":"${refusal}","logs":[]}`);
  view.ledger.take(transaction);
  return text(transaction.signature);
}

function simulate(
  view: LedgerView,
  transaction: KnownTransaction,
  slot: number,
  commitment: Commitment,
): string | undefined {
  if (!view.ledger.isBlockhashValid(transaction.blockhash, slot)) return "BlockhashNotFound";
  const version = view.accountAt(transaction.writes, commitment)?.version ?? -1;
  return version < transaction.buildsOn ? "AccountNotFound" : undefined;
}

/** A status as one writes it who sees the ledger up to a slot at each commitment. */
export function statusText(
  ledger: ModelLedger,
  signature: string,
  slotAt: (commitment: Commitment) => number,
): string {
  const landed = ledger.landedAt(signature);
  if (landed === undefined || landed > slotAt("processed")) return "null";
  const commitment = (["finalized", "confirmed"] as const).find((each) => landed <= slotAt(each));
  const confirmations = commitment === "finalized" ? "null" : String(slotAt("processed") - landed);
  return (
    `{"slot":${landed},"confirmations":${confirmations},"err":null,"status":{"Ok":null},` +
    `"confirmationStatus":"${commitment ?? "processed"}"}`
  );
}

/** The result of getEpochInfo at a slot. */
export function epochInfo(slot: number): string {
  return (
    `{"absoluteSlot":${slot},"blockHeight":${slot},"epoch":0,"slotIndex":${slot},"slotsInEpoch":432000,` +
    `"transactionCount":${slot * transactionsPerSlot}}`
  );
}

function atFloor(
  view: LedgerView,
  params: Params,
  index: number,
  write: (slot: number, commitment: Commitment) => string,
): Outcome {
  const { commitment = "finalized", minContextSlot } = (params[index] ?? {}) as Config;
  const slot = view.slotAt(commitment);
  if (minContextSlot !== undefined && slot < minContextSlot) return tooLow(slot);
  return { result: write(slot, commitment) };
}

function inContext(
  view: LedgerView,
  params: Params,
  index: number,
  write: (slot: number, commitment: Commitment) => string,
): Outcome {
  return atFloor(
    view,
    params,
    index,
    (slot, commitment) =>
      `{"context":{"apiVersion":"3.1.10","slot":${slot}},"value":${write(slot, commitment)}}`,
  );
}

function tooLow(slot: number): Outcome {
  return fault(-32016, "Minimum context slot has not been reached", `{"contextSlot":${slot}}`);
}

function fault(code: number, message: string, data?: string): Outcome {
  return { error: `{"code":${code},"message":"${message}"${data === undefined ? "" : `,"data":${data}`}}` };
}

function text(value: string): Outcome {
  return { result: JSON.stringify(value) };
}
