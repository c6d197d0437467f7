import type { LedgerHandlers } from "../../generated/handlers.ts";
import type { CallContext, LedgerHandler } from "../gateway/call-context.ts";
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

/** The compiler requires a handler for each method that openrpc.json gives one. Other methods are forwarded. */
const handlers: LedgerHandlers<CallContext> = {
  getStakeActivation,
  getAccountOwner,
  getProgramAccountsAndContext,
  getVersion,
  getSnapshotSlot,
  getTokenAccountsByDelegate: getTokenAccounts,
  getTokenAccountsByOwner: getTokenAccounts,
  getTokenAccountsByMint,
  sendAndConfirmTransaction,
  getTransactionFate,
  getRecentBlockhash,
  getFees,
  getFeeCalculatorForBlockhash,
  getFeeRateGovernor,
  getPriorityFeeEstimate,
};

/** The handlers by method. */
export const ledgerHandlers: ReadonlyMap<string, LedgerHandler> = new Map(
  Object.entries<LedgerHandler>({ ...handlers }),
);
