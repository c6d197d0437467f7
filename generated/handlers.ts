// Generated from openrpc.json by codegen/emit/emit-handlers.ts; do not edit. Run: npm run generate
// The interfaces of the gateway's handlers: a missing, misspelt or extra method, or one with another result, does not
// compile. `Context` is the argument of every handler. If the gateway wraps a scalar as {value}, the handler returns the
// scalar. Forwarded methods have no handler.

import type { RawJson } from "../src/json/raw-json.ts";
import type {
  DisableSvmNetworkResult,
  EnableSvmNetworkResult,
  GetAccountOwnerResult,
  GetFeeCalculatorForBlockhashResult,
  GetFeeRateGovernorResult,
  GetFeesResult,
  GetPriorityFeeEstimateResult,
  GetProgramAccountsAndContextResult,
  GetRecentBlockhashResult,
  GetSnapshotSlotResult,
  GetStakeActivationResult,
  GetTokenAccountsByDelegateResult,
  GetTokenAccountsByMintResult,
  GetTokenAccountsByOwnerResult,
  GetTransactionFateResult,
  GetVersionResult,
  ListSvmNetworksResult,
  SendAndConfirmTransactionResult,
  SetNetworkRpcUrlResult,
} from "./types.ts";

/** Answers calls of one method. A handler that returns bytes unchanged has `RawJson<never>`, which fits every result. */
export type Handler<Context, Result> = (context: Context) => Promise<RawJson<Result>>;

/** Handlers of ledger methods. */
export interface LedgerHandlers<Context> {
  /** Tell how much of a stake account is active in an epoch. */
  readonly getStakeActivation: Handler<Context, GetStakeActivationResult>;
  /** Read which program owns an account. */
  readonly getAccountOwner: Handler<Context, GetAccountOwnerResult>;
  /** List the accounts that a program owns together with the slot of the answer. */
  readonly getProgramAccountsAndContext: Handler<Context, GetProgramAccountsAndContextResult>;
  /** Get the software version of the node. */
  readonly getVersion: Handler<Context, GetVersionResult>;
  /** Get the newest full snapshot slot of the node (legacy). */
  readonly getSnapshotSlot: Handler<Context, GetSnapshotSlotResult>;
  /** List the token accounts from which an address may spend as delegate. */
  readonly getTokenAccountsByDelegate: Handler<Context, GetTokenAccountsByDelegateResult>;
  /** List the token accounts of a wallet. */
  readonly getTokenAccountsByOwner: Handler<Context, GetTokenAccountsByOwnerResult>;
  /** List all token accounts of one token. */
  readonly getTokenAccountsByMint: Handler<Context, GetTokenAccountsByMintResult>;
  /** Submit a signed transaction and wait until it has landed. */
  readonly sendAndConfirmTransaction: Handler<Context, SendAndConfirmTransactionResult>;
  /** Tell what became of a transaction. */
  readonly getTransactionFate: Handler<Context, GetTransactionFateResult>;
  /** Get a recent blockhash and the fee of a signature (legacy). */
  readonly getRecentBlockhash: Handler<Context, GetRecentBlockhashResult>;
  /** Get a recent blockhash, its fee and its expiry (legacy). */
  readonly getFees: Handler<Context, GetFeesResult>;
  /** Get the fee of a signature under a blockhash (legacy). */
  readonly getFeeCalculatorForBlockhash: Handler<Context, GetFeeCalculatorForBlockhashResult>;
  /** Get the fixed limits of the signature fee (legacy). */
  readonly getFeeRateGovernor: Handler<Context, GetFeeRateGovernorResult>;
  /** Estimate the priority fee that a transaction needs. */
  readonly getPriorityFeeEstimate: Handler<Context, GetPriorityFeeEstimateResult>;
}

/** Handlers of network methods. */
export interface NetworkHandlers<Context> {
  /** List the networks that the gateway knows. */
  readonly listSvmNetworks: Handler<Context, ListSvmNetworksResult>;
  /** Let a network take part in calls to all networks. */
  readonly enableSvmNetwork: Handler<Context, EnableSvmNetworkResult>;
  /** Leave a network out of calls to all networks. */
  readonly disableSvmNetwork: Handler<Context, DisableSvmNetworkResult>;
  /** Send a network's calls to another upstream. */
  readonly setNetworkRpcUrl: Handler<Context, SetNetworkRpcUrlResult>;
}
