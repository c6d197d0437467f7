/** How long an answer stays valid. `pinned`: forever, once its slot, signature or epoch is final. */
type CacheClass = "never" | "head" | "pinned" | "epoch" | "static" | "node";

/** How answers of a method are cached. */
export interface CacheRule {
  readonly class: CacheClass;
  /** Lifetime of a cached answer that does not depend on the head. */
  readonly seconds?: number;
  /** The parameter that fixes the answer of class `pinned`. */
  readonly pin?: { readonly param: string; readonly kind: "slot" | "signature" | "epoch" };
}

/** How calls of a method are merged into one call that reads many items. */
export interface MergeRule {
  /** The method of the merged call: it takes a list and a config object. */
  readonly into: string;
  /** What this method's first parameter is: one item of the list, or a list. */
  readonly asks: "item" | "list";
  /** Most items in one merged call. */
  readonly max: number;
  /** Config fields of calls that may be merged, besides `minContextSlot`. */
  readonly fields: readonly string[];
  /** For accounts: the encoding of the merged call, by the encoding of a call. */
  readonly encodings?: Readonly<Record<string, string>>;
  /** The encoding of calls that name none; if absent, such calls are not merged. */
  readonly encoding?: string;
  /** The member of the account that is the answer; if absent, all of the account is. */
  readonly member?: string;
  /** JSON text of the answer if there is no account. */
  readonly missing?: string;
  /** The answer is the amount of a token account. */
  readonly token?: TokenRule;
  /** How long an item that was read is expected to be read again. */
  readonly recentSeconds: number;
  /** Config fields that, if true, make each item costly for the upstream: the merged call then reads only requested items. */
  readonly costly?: readonly string[];
  /** Items are signatures, and those of sent transactions are expected to be read. */
  readonly sent?: true;
}

/** The layout of a token account: its length and the offsets of its mint and amount, in bytes. */
export interface TokenRule {
  /** The program that owns such accounts. */
  readonly program: string;
  readonly length: number;
  readonly mint: number;
  readonly amount: number;
}

/** Another method with the same parameters whose answer contains the answer of this one. */
export interface FromRule {
  readonly method: string;
  /** The member of the other answer; if absent, all of it is the answer. */
  readonly member?: string;
}

/**
 * Where an answer has its slot: in its context, in its context and in each status, as the result itself, or in a member. The slot of an
 * `event` may be older than the state that was read. A `height` is not a slot, but rises with slots.
 */
export type SlotSource =
  | "height"
  | "context"
  | "result"
  | "statuses"
  | { readonly member: string; readonly event?: never }
  | { readonly event: string; readonly member?: never };
