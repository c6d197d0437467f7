/** How reads of a method are answered without a call of their own: from the cache, or from what is known of the ledger. */

/** How long an answer stays true. `pinned`: forever, once its slot, signature or epoch is final. */
type CacheClass = "never" | "head" | "pinned" | "epoch" | "static" | "node";

/** Cache rule of a method; `pin` names the parameter that fixes the answer. */
export interface CacheRule {
  readonly class: CacheClass;
  /** For how long a property of a node is used, whatever the head does; absent if it depends on the head. */
  readonly seconds?: number;
  readonly pin?: { readonly param: string; readonly kind: "slot" | "signature" | "epoch" };
}

/** What items a method reads, of which one call can ask for many. */
export interface MergeRule {
  /** The method of that call: it takes a list, then a config. */
  readonly into: string;
  /** What this method's first parameter is: one item of the list, or a list. */
  readonly asks: "item" | "list";
  /** Most items of one call. */
  readonly max: number;
  /** Fields that the config may have besides `minContextSlot`; a call with another field is not merged. */
  readonly fields: readonly string[];
  /** For items that are accounts: the encoding in which they are asked for, by the encoding that a call names. */
  readonly encodings?: Readonly<Record<string, string>>;
  /** The encoding of calls that name none; absent if such calls are not merged. */
  readonly encoding?: string;
  /** The member of an account that is the answer. */
  readonly member?: string;
  /** JSON text of that answer when there is no account. */
  readonly missing?: string;
  /** The answer is the amount of a token account. */
  readonly token?: TokenRule;
  /** For how many seconds an item that was read once counts as likely to be read. */
  readonly recentSeconds: number;
  /** Config fields that, when true, make each item costly for the upstream: a call asks for none that no one reads. */
  readonly costly?: readonly string[];
  /** Items are signatures: those of sent transactions are likely to be read. */
  readonly sent?: true;
}

/** Where the data of a token account holds what its amount follows from, in bytes. */
export interface TokenRule {
  /** The program that owns such accounts. */
  readonly program: string;
  readonly length: number;
  readonly mint: number;
  readonly amount: number;
}

/** The method with the same parameters whose answer contains this method's: nodes make both from the same state. */
export interface FromRule {
  readonly method: string;
  /** The member of that answer that is this method's answer; absent when all of it is. */
  readonly member?: string;
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
