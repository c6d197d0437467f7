/** A method in the generated tables. No method has code of its own. */
export interface ClientMethod {
  /** The client may retry it, because calling it twice changes nothing (effects read and simulate). */
  readonly read: boolean;
  /** Whether the method manages networks: the gateway itself answers it. */
  readonly network?: true;
  /** Names of the required parameters. */
  readonly required?: readonly string[];
}

/** A subscription in the generated tables, where its key is the stem: `account` for accountSubscribe. */
export interface SubscriptionRow {
  readonly subscribe: string;
  readonly unsubscribe: string;
  readonly notification: string;
  /** For a reader that is too slow: keep only the newest notifications, or close the subscription with an error. */
  readonly slowReader: "newest" | "close";
  /** Whether the subscription ends after its first result. */
  readonly oneShot?: true;
  /** Parameters that the ledger takes by position, in order. The others are fields of an object after them. */
  readonly positions: readonly string[];
  /** Field names in the ledger's request, by parameter, where the two differ. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Values of parameters that the caller leaves out. */
  readonly defaults?: readonly SubscriptionDefault[];
}

/** The default of a parameter: `value`, or `lower.value` if the parameter `lower.beside` is one of `lower.words`. */
interface SubscriptionDefault {
  readonly name: string;
  readonly value: unknown;
  readonly lower?: { readonly beside: string; readonly words: readonly string[]; readonly value: number };
}

/**
 * The way methods are called: on one network, on all, in a batch, or as a subscription. `options` are the arguments after a method's
 * parameters, `answer` is what the function returns for a `result`, such as `Promise<this["result"]>`.
 */
export interface CallStyle {
  readonly result: unknown;
  readonly options: unknown[];
  readonly answer: unknown;
}

/** What a client's function for a method returns, called in this way. */
export type Answer<Where extends CallStyle, Result> = (Where & { readonly result: Result })["answer"];
