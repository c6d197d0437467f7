/**
 * What generated/client.ts exports for the client. The tables are plain data; no method has its own code.
 *
 *     export const clientMethods: Readonly<Record<ClientMethodName, ClientMethod>>
 *     export const clientSubscriptions: Readonly<Record<keyof Subscriptions, ClientSubscription>>
 *     export const clientShapes: Readonly<Record<string, Shape>>   // by method name, and by notification name (of the payload)
 *     export const clientErrors = { BlockCleanedUp: -32001, ... } as const                       // components.errors: name to code
 *     export interface LedgerMethods<Where extends Place>  { getBalance(params: GetBalanceParams, ...): ... }
 *     export interface NetworkMethods<Where extends Place> { listSvmNetworks(params?: ListSvmNetworksParams, ...): ... }
 *     export interface Subscriptions<Where extends Place>  { account(params: AccountSubscribeParams, ...): ... }
 *
 * The interfaces have the document's descriptions as doc comments: editors show them on `client.getBalance`.
 */

/** A method of the client. */
export interface ClientMethod {
  /** Calling it twice changes nothing (effects read and simulate): the client may retry it. */
  readonly read: boolean;
  /** Answered by the gateway itself, not by a network. */
  readonly network?: true;
  /** The parameters that it must be called with. */
  readonly required?: readonly string[];
}

/** A pair of subscribe and unsubscribe, by its stem: `account` for accountSubscribe. */
export interface ClientSubscription {
  readonly subscribe: string;
  readonly unsubscribe: string;
  readonly notification: string;
  /** What happens to a slow reader: it keeps only the newest notifications, or it is closed with a reason. */
  readonly slowReader: "newest" | "close";
  /** Ends after its first result. */
  readonly oneShot?: true;
  /** Parameters that the ledger takes by position, in order; the others are fields of the object after them. */
  readonly positions: readonly string[];
  /** Config fields whose name in the ledger's request is not the parameter's: parameter to field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What is sent for parameters that the caller leaves out. */
  readonly defaults?: readonly SubscriptionDefault[];
}

/** The default of a parameter, and the lower one beside which words of another it may not be higher. */
export interface SubscriptionDefault {
  readonly name: string;
  readonly value: unknown;
  readonly lower?: { readonly beside: string; readonly words: readonly string[]; readonly value: number };
}
