import type {
  AccountHandlers,
  OtherHandlers,
  SystemHandlers,
  TokenHandlers,
  TransactionHandlers,
} from "../../generated/handlers.ts";
import { methods } from "../../generated/methods.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import type { LedgerHandler } from "../gateway/handlers.ts";
import type { RawJson } from "../json/raw-json.ts";
import {
  getAccountOwner,
  getProgramAccountsAndContext,
  getSnapshotSlot,
  getVersion,
} from "./from-one-call.ts";
import {
  getFeeCalculatorForBlockhash,
  getFeeRateGovernor,
  getFees,
  getRecentBlockhash,
} from "./legacy-fees.ts";
import { getPriorityFeeEstimate } from "./priority-fee-estimate.ts";
import { getStakeActivation } from "./stake-activation.ts";
import { getTokenAccounts, getTokenAccountsByMint } from "./token-accounts.ts";
import { getTransactionFate, sendAndConfirmTransaction } from "./transaction-fate.ts";

type Handlers = AccountHandlers<HandlerContext> &
  SystemHandlers<HandlerContext> &
  TokenHandlers<HandlerContext> &
  TransactionHandlers<HandlerContext> &
  OtherHandlers<HandlerContext>;

/** The methods whose answer is more than the upstream's; all others are forwarded. */
const composed: Partial<Handlers> = {
  getAccountOwner,
  getFeeCalculatorForBlockhash,
  getFeeRateGovernor,
  getFees,
  getPriorityFeeEstimate,
  getProgramAccountsAndContext,
  getRecentBlockhash,
  getSnapshotSlot,
  getStakeActivation,
  getTokenAccountsByDelegate: getTokenAccounts,
  getTokenAccountsByMint,
  getTokenAccountsByOwner: getTokenAccounts,
  getTransactionFate,
  getVersion,
  sendAndConfirmTransaction,
};

/** Passes the call on and answers with the ledger's own bytes. */
export function forward(context: HandlerContext): Promise<RawJson<never>> {
  return context.forward();
}

/** Every ledger method's handler, by name. */
export const ledgerHandlers: ReadonlyMap<string, LedgerHandler> = new Map(
  Object.values(methods)
    .filter(({ kind }) => kind === "ledger")
    .map(({ name }) => [name, (composed as Record<string, LedgerHandler | undefined>)[name] ?? forward]),
);
