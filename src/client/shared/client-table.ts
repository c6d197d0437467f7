/** A method in the generated tables. No method has code of its own. */
export interface ClientMethod {
  /** Safe to retry: calling it twice changes nothing (effects read and simulate). */
  readonly read: boolean;
  /** Manages networks; the gateway itself answers it. */
  readonly network?: true;
  /** Names of the required parameters. */
  readonly required?: readonly string[];
}

/** A subscription in the generated tables, where its key is the stem: `account` for accountSubscribe. */
export interface SubscriptionRow {
  readonly subscribe: string;
  readonly unsubscribe: string;
  readonly notification: string;
  /** For slow readers: keep only the newest notifications, or close the subscription with an error. */
  readonly slowReader: "newest" | "close";
  /** Ends after its first result. */
  readonly oneShot?: true;
  /** Positional parameters, in order. The others are fields of a trailing object. */
  readonly positions: readonly string[];
  /** Names of parameters on the wire, where they differ. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Values of omitted parameters. */
  readonly defaults?: readonly SubscriptionDefault[];
}

/** The default of a parameter: `value`, or `lower.value` if the parameter `lower.beside` is one of `lower.words`. */
interface SubscriptionDefault {
  readonly name: string;
  readonly value: unknown;
  readonly lower?: { readonly beside: string; readonly words: readonly string[]; readonly value: number };
}

/**
 * How methods are called: on one network, on all, in a batch, or as a subscription. `options` are the arguments after a method's
 * parameters; `answer` is what the function returns for a `result`, such as `Promise<this["result"]>`.
 */
export interface CallStyle {
  readonly result: unknown;
  readonly options: unknown[];
  readonly answer: unknown;
}

/** Return type of a method in this call style. */
export type Answer<Where extends CallStyle, Result> = (Where & { readonly result: Result })["answer"];
