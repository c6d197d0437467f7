/**
 * What generated/client.ts exports for the client. The tables are data; the client walks them, no method has a body.
 *
 *     export const clientMethods: Readonly<Record<ClientMethodName, ClientMethod>>
 *     export const clientSubscriptions: Readonly<Record<keyof Subscriptions, ClientSubscription>>
 *     export const clientShapes: Readonly<Record<string, Shape>>   // by method name, and by notification name (of the payload)
 *     export const clientErrors = { BlockCleanedUp: -32001, ... } as const                       // components.errors: name to code
 *     export interface LedgerMethods<Where extends Place>  { getBalance(params: GetBalanceParams, ...): ... }
 *     export interface NetworkMethods<Where extends Place> { listSvmNetworks(params?: ListSvmNetworksParams, ...): ... }
 *     export interface Subscriptions<Where extends Place>  { account(params: AccountSubscribeParams, ...): ... }
 *
 * The interfaces carry the document's words as doc comments: editors show them on `client.getBalance`.
 */

/** A method of the client. */
export interface ClientMethod {
  /** Asking again changes nothing (effects read and simulate): the client may repeat it. */
  readonly read: boolean;
  /** Answered by the gateway itself: no network is selected for it. */
  readonly network?: true;
}

/** A pair of subscribe and unsubscribe, by its stem: `account` for accountSubscribe. */
export interface ClientSubscription {
  readonly subscribe: string;
  readonly unsubscribe: string;
  readonly notification: string;
  /** What a slow reader keeps: the newest notifications, or it is closed with a reason. */
  readonly slowReader: "newest" | "close";
  /** Ends by itself after its answer. */
  readonly oneShot?: true;
  /** Parameters that are at a position of the ledger's request, in order; the others are fields of the object behind them. */
  readonly positions: readonly string[];
  /** Config fields whose name in the ledger's request is not the parameter's: parameter to field. */
  readonly fields?: Readonly<Record<string, string>>;
}
