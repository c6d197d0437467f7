import type { TransactionHandlers } from "../../generated/handlers.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import {
  getFeeCalculatorForBlockhash,
  getFeeRateGovernor,
  getFees,
  getRecentBlockhash,
} from "./composed/legacy-fees.ts";
import { getTransactionFate, sendAndConfirmTransaction } from "./composed/transaction-fate.ts";
import { forward } from "./forward.ts";

/** Transaction methods. */
export const transactionHandlers: TransactionHandlers<HandlerContext> = {
  getTransaction: forward,
  getSignaturesForAddress: forward,
  getSignatureStatuses: forward,
  getTransactionCount: forward,
  getRecentPrioritizationFees: forward,
  simulateTransaction: forward,
  sendTransaction: forward,
  sendAndConfirmTransaction,
  getTransactionFate,
  getConfirmedSignaturesForAddress2: forward,
  getConfirmedTransaction: forward,
  getRecentBlockhash,
  getFees,
  getFeeCalculatorForBlockhash,
  getFeeRateGovernor,
  getTransactionWithConfig: forward,
  getTransactionsForAddress: forward,
  getTransfersByAddress: forward,
  sendBundle: forward,
  simulateBundle: forward,
  getBundleStatuses: forward,
  getInflightBundleStatuses: forward,
  getTipAccounts: forward,
};
