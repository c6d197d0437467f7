import type { Place } from "./shared/client-table.ts";
import type { SvmGatewayError } from "./shared/svm-gateway-error.ts";
import type { Subscription, SubscriptionOptions } from "./subscriptions/subscription.ts";

/** The answers of all enabled networks, by network id: a result, or the error of a network that failed. */
export type ByNetwork<T> = Readonly<Record<string, T | SvmGatewayError>>;

declare const result: unique symbol;

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of this call with its retries. */
  readonly timeoutMs?: number | undefined;
}

/** How one call of a batch ended. */
export type Outcome<T = unknown> =
  | { readonly status: "fulfilled"; readonly value: T }
  | { readonly status: "rejected"; readonly reason: SvmGatewayError };

/** A call to be sent in a batch: a method with its parameters by name. */
export interface BatchCall<Result = unknown> {
  readonly method: string;
  readonly params: unknown;
  /** Exists only as a type. */
  readonly [result]?: Result;
}

/** Methods called on one network. */
export interface OnOne extends Place {
  readonly options: [options?: CallOptions];
  readonly answer: Promise<this["result"]>;
}

/** Methods called on every enabled network at once. */
export interface OnAll extends Place {
  readonly options: [options?: CallOptions];
  readonly answer: Promise<ByNetwork<this["result"]>>;
}

/** Methods in a batch; options are those of the whole batch. */
export interface InBatch extends Place {
  readonly options: [];
  readonly answer: BatchCall<this["result"]>;
}

/** Methods in a batch for every enabled network. */
export interface InBatchOnAll extends Place {
  readonly options: [];
  readonly answer: BatchCall<ByNetwork<this["result"]>>;
}

/** Subscriptions on a socket. */
export interface OnSocket extends Place {
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

/** Sends many calls in one request. */
export interface Batching<Methods> {
  /**
   * Returns the results in order; rejects with the first error, like Promise.all.
   *
   *     const [slot, balance] = await client.batch((call) => [call.getSlot(), call.getBalance({ pubkey })]);
   */
  batch<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: Methods) => Calls,
    options?: CallOptions,
  ): Promise<BatchResults<Calls>>;
  /** Returns the outcomes in order, like Promise.allSettled; rejects only when the whole batch fails. */
  batchSettled<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: Methods) => Calls,
    options?: CallOptions,
  ): Promise<BatchOutcomes<Calls>>;
}
