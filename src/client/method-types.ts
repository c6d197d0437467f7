import type { ByNetwork } from "./by-network.ts";
import type { CallOptions, Outcome } from "./http/gateway-caller.ts";
import type { MethodTypes } from "./shared/client-table.ts";

/** Parameters come first; where a method needs none, they may be left out. */
type Arguments<Params, Rest extends unknown[]> = object extends Params
  ? [params?: Params, ...rest: Rest]
  : [params: Params, ...rest: Rest];

/** Every method by its name, with parameters by name. */
export type Methods<Table extends { [Name in keyof Table]: MethodTypes }> = {
  readonly [Name in keyof Table]: (
    ...args: Arguments<Table[Name]["params"], [options?: CallOptions]>
  ) => Promise<Table[Name]["result"]>;
};

/** The same methods, asked of every enabled network at once. */
export type MethodsOnAll<Table extends { [Name in keyof Table]: MethodTypes }> = Methods<
  ResultsByNetwork<Table>
>;

/** The table with each result as a record by network id. */
export type ResultsByNetwork<Table extends { [Name in keyof Table]: MethodTypes }> = {
  [Name in keyof Table]: {
    params: Table[Name]["params"];
    result: ByNetwork<Table[Name]["result"]>;
  };
};

declare const result: unique symbol;

/** A call that waits for its batch. */
export interface BatchCall<Result> {
  readonly method: string;
  readonly params: unknown;
  /** Only a type; nothing stands here. */
  readonly [result]?: Result;
}

/** The same methods as entries of a batch. */
export type BatchMethods<Table extends { [Name in keyof Table]: MethodTypes }> = {
  readonly [Name in keyof Table]: (
    ...args: Arguments<Table[Name]["params"], []>
  ) => BatchCall<Table[Name]["result"]>;
};

/** Results of a batch, one for each of its calls. */
export type BatchResults<Calls extends readonly BatchCall<unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends BatchCall<infer Result> ? Result : never;
};

/** Outcomes of a batch, one for each of its calls. */
export type BatchOutcomes<Calls extends readonly BatchCall<unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends BatchCall<infer Result> ? Outcome<Result> : never;
};

/** Sends many calls in one request. */
export interface Batching<Table extends { [Name in keyof Table]: MethodTypes }> {
  /**
   * Their results, in order; rejects with the first error, as Promise.all does.
   *
   *     const [slot, balance] = await client.batch((call) => [call.getSlot(), call.getBalance({ pubkey })]);
   */
  batch<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: BatchMethods<Table>) => Calls,
    options?: CallOptions,
  ): Promise<BatchResults<Calls>>;
  /** Their outcomes, in order, as Promise.allSettled; rejects only when the whole batch failed. */
  batchSettled<const Calls extends readonly BatchCall<unknown>[]>(
    build: (call: BatchMethods<Table>) => Calls,
    options?: CallOptions,
  ): Promise<BatchOutcomes<Calls>>;
}
