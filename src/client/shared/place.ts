/**
 * A place where methods are called: on one network, on all, in a batch, as a subscription. It says what a method takes
 * behind its parameters and what it answers for the result that it has there: `Promise<this["result"]>`.
 */
export interface Place {
  readonly result: unknown;
  readonly options: unknown[];
  readonly answer: unknown;
}

/** What a method with a result answers at a place. */
export type Answer<Where extends Place, Result> = (Where & { readonly result: Result })["answer"];
