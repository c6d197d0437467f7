import type { ByNetwork } from "./by-network.ts";
import type { CallOptions, Outcome } from "./http/gateway-caller.ts";
import type { Place } from "./shared/place.ts";
import type { Subscription, SubscriptionOptions } from "./subscriptions/subscription.ts";

declare const result: unique symbol;

/** A call that waits for its batch. */
export interface BatchCall<Result> {
  readonly method: string;
  readonly params: unknown;
  /** Only a type: no object has it. */
  readonly [result]?: Result;
}

/** On one network. */
export interface OnOne extends Place {
  readonly options: [options?: CallOptions];
  readonly answer: Promise<this["result"]>;
}

/** On every enabled network at once. */
export interface OnAll extends Place {
  readonly options: [options?: CallOptions];
  readonly answer: Promise<ByNetwork<this["result"]>>;
}

/** In a batch, which has options of its own. */
export interface InBatch extends Place {
  readonly options: [];
  readonly answer: BatchCall<this["result"]>;
}

/** In a batch for every enabled network. */
export interface InBatchOnAll extends Place {
  readonly options: [];
  readonly answer: BatchCall<ByNetwork<this["result"]>>;
}

/** On a socket. */
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
   * Their results, in order; rejects with the first error, as Promise.all does.
   *
   *     const [slot, balance] = await client.batch((call) => [call.getSlot(), call.getBalance({ pubkey })]);
   */
  batch<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: Methods) => Calls,
    options?: CallOptions,
  ): Promise<BatchResults<Calls>>;
  /** Their outcomes, in order, as Promise.allSettled; rejects only when the whole batch failed. */
  batchSettled<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: Methods) => Calls,
    options?: CallOptions,
  ): Promise<BatchOutcomes<Calls>>;
}
