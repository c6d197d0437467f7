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
