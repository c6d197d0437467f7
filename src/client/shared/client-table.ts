/** A method of the client. The tables are plain data; no method has its own code. */
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
  /** Names of config fields in the ledger's request, by parameter, where they differ. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What is sent for parameters that the caller leaves out. */
  readonly defaults?: readonly SubscriptionDefault[];
}

/** The default of a parameter. `lower`: what it is instead when the parameter `beside` is one of `words`. */
export interface SubscriptionDefault {
  readonly name: string;
  readonly value: unknown;
  readonly lower?: { readonly beside: string; readonly words: readonly string[]; readonly value: number };
}

/**
 * Where methods are called: on one network, on all, in a batch, as a subscription. Says which options follow a method's
 * parameters there, and what it answers for a result: `Promise<this["result"]>`.
 */
export interface Place {
  readonly result: unknown;
  readonly options: unknown[];
  readonly answer: unknown;
}

/** What a method with a result answers at a place. */
export type Answer<Where extends Place, Result> = (Where & { readonly result: Result })["answer"];
