/** How reads of a method are answered without a call of their own: from the cache, merged, or from followed accounts. */

/** How long an answer stays true. `pinned`: forever, once its slot, signature or epoch is final. */
export type CacheClass = "never" | "head" | "pinned" | "epoch" | "static" | "node";

/** Cache rule of a method; `pin` names the parameter that fixes the answer. */
export interface CacheRule {
  readonly class: CacheClass;
  readonly pin?: { readonly param: string; readonly kind: "slot" | "signature" | "epoch" };
}

/** How reads of a method are merged with others into one call. */
export interface MergeRule {
  /** The method of the merged call: it takes a list, then a config. */
  readonly into: string;
  /** What this method's first parameter is: one item of the list, or a list. */
  readonly asks: "item" | "list";
  /** Most items of a merged call. */
  readonly max: number;
  /** Longest list of a call that is merged; a call with a longer one goes alone. */
  readonly longest?: number;
  /** Fields of the config that a merged call may have; a call with another goes alone. */
  readonly fields: readonly string[];
  /** Fields that must have one of these values. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Any config at the same commitment gives the answer; this one is sent when no other call of the merge has one. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** The member of an item that is the answer, and the JSON text of the answer when the item is null. */
  readonly cut?: { readonly member: string; readonly missing: string };
  /** For how many seconds after a read an item is added to other calls. */
  readonly carriedSeconds: number;
  /** Config fields that make each item costly for the upstream: a call that has one takes no further items. */
  readonly costly?: readonly string[];
  /** Items are signatures: a call also carries those of recently sent transactions. */
  readonly sent?: true;
}

/** Another method with the same parameters whose answer contains this method's: nodes make both from the same state. */
export interface FromRule {
  readonly method: string;
  /** The member of that answer that is this method's answer. */
  readonly member: string;
}

/** How reads of a method are answered from accounts that are followed by subscriptions. */
export interface LiveRule {
  /** The subscription that follows an account. */
  readonly subscribe: string;
  /** The method that reads several accounts in the same form. */
  readonly read: string;
  /** What this method's first parameter is: one address, or a list. */
  readonly asks: "item" | "list";
  /** The encoding in which the account is kept for calls that name none; absent when such calls go upstream. */
  readonly form?: string;
  /** The encoding in which the account is kept, by the encoding that a call names. */
  readonly encodings?: Readonly<Record<string, string>>;
  /** Where in the account the answer is; absent when the account is the answer. */
  readonly cut?: readonly string[];
  /** JSON text of the answer when there is no account; absent when such calls go upstream. */
  readonly missing?: string;
}

/**
 * Where an answer names its slot: in its context, in its context and in each status, as the result itself, or in a member. The slot of
 * an event may be older than the state that was read. A block height is not a slot, but rises with the slots.
 */
export type SlotPlace =
  | "height"
  | "context"
  | "result"
  | "statuses"
  | { readonly member: string; readonly event?: never }
  | { readonly event: string; readonly member?: never };
