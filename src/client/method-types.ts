import type { CallStyle } from "./shared/client-table.ts";
import type { SvmGatewayError } from "./shared/svm-gateway-error.ts";
import type { Subscription, SubscriptionOptions } from "./subscriptions/subscription.ts";

/** The result of each enabled network, or its error, by network id. */
export type ByNetwork<T> = Readonly<Record<string, T | SvmGatewayError>>;

declare const result: unique symbol;

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of this call and its retries, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
}

/** The outcome of one call in a batch, as in Promise.allSettled. */
export type Outcome<T = unknown> =
  | { readonly status: "fulfilled"; readonly value: T }
  | { readonly status: "rejected"; readonly reason: SvmGatewayError };

/** One call of a batch: a method with its parameters by name. */
export interface BatchCall<Result = unknown> {
  readonly method: string;
  readonly params: unknown;
  /** Carries the result's type; never set. */
  readonly [result]?: Result;
}

/** Methods called on one network. */
export interface OnOne extends CallStyle {
  readonly options: [options?: CallOptions];
  readonly answer: Promise<this["result"]>;
}

/** Methods called on every enabled network at once. */
export interface OnAll extends CallStyle {
  readonly options: [options?: CallOptions];
  readonly answer: Promise<ByNetwork<this["result"]>>;
}

/** Methods in a batch, without options: a batch has its own. */
export interface InBatch extends CallStyle {
  readonly options: [];
  readonly answer: BatchCall<this["result"]>;
}

/** Methods in a batch for every enabled network. */
export interface InBatchOnAll extends CallStyle {
  readonly options: [];
  readonly answer: BatchCall<ByNetwork<this["result"]>>;
}

/** Subscriptions on a socket. */
export interface OnSocket extends CallStyle {
  readonly options: [options?: SubscriptionOptions];
  readonly answer: Subscription<this["result"]>;
}

/** Results of a batch, one for each of its calls. */
export type BatchResults<Calls extends readonly BatchCall<unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends BatchCall<infer Result> ? Result : never;
};

/** Outcomes of a batch, one for each of its calls. */
export type BatchOutcomes<Calls extends readonly BatchCall<unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends BatchCall<infer Result> ? Outcome<Result> : never;
};

/** Batches: many calls in one request. */
export interface Batching<Methods> {
  /**
   * Resolves with the results in order; rejects with the first error, like Promise.all.
   *
   *     const [slot, balance] = await client.batch((call) => [call.getSlot(), call.getBalance({ pubkey })]);
   */
  batch<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: Methods) => Calls,
    options?: CallOptions,
  ): Promise<BatchResults<Calls>>;
  /** Resolves with the outcomes in order, like Promise.allSettled; rejects only if the whole batch fails. */
  batchSettled<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: Methods) => Calls,
    options?: CallOptions,
  ): Promise<BatchOutcomes<Calls>>;
}
