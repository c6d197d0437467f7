/** What `openrpc.json` says about a method, as the gateway reads it. Generated files import only this folder. */

/** The ledger's three levels of certainty, lowest first. */
export type Commitment = "processed" | "confirmed" | "finalized";

/** The document's tags. */
export type Category =
  | "Account"
  | "Block"
  | "System"
  | "Epoch and Inflation"
  | "Token"
  | "Transaction"
  | "Other"
  | "Compression"
  | "Network"
  | "Subscription";

/** Who answers a method: an upstream, the gateway's own network list, or the subscription hub. */
export type MethodKind = "ledger" | "network" | "subscribe" | "unsubscribe";

/** What repeating a call would do; decides on retry, hedging and fan-out. */
export type Effect = "read" | "simulate" | "send" | "mint" | "manage";

/** Where a ledger method comes from: served by nodes, removed from them, composed of others, an asset index, or certain providers. */
export type Origin = "current" | "legacy" | "convenience" | "asset" | "provider";

/** How long an answer stays true. `pinned`: forever, once its slot, signature or epoch is final. */
export type CacheClass = "never" | "head" | "pinned" | "epoch" | "static" | "node";

/** Kinds of networks. */
export type NetworkType = "mainnet" | "devnet" | "testnet" | "localnet";

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
  /** How many seconds an item that was read once is worth carrying. */
  readonly carriedSeconds: number;
  /** Config fields that make each item costly for the upstream: a call that has one takes no further items. */
  readonly costly?: readonly string[];
  /** Items are signatures: a call carries those of transactions that were sent lately, too. */
  readonly sent?: true;
}

/** Another method of the same parameters, whose answer holds this method's: the node makes both from the same state. */
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

/** Where a parameter is in the request to the upstream. */
export type LedgerPlace =
  | { readonly at: "position"; readonly index: number }
  | { readonly at: "config"; readonly field: string }
  /** A key of the one-key filter object at `index` (token accounts: mint or programId). */
  | { readonly at: "filter"; readonly index: number; readonly key: string }
  /** A key of a params object (asset methods take their parameters by name). */
  | { readonly at: "name"; readonly key: string }
  /** The params array is this list. */
  | { readonly at: "list" }
  /** Not sent: the handler uses it. */
  | { readonly at: "handler" };

/** One fault that a validator found, relative to the value it was given. */
export interface ValidationFault {
  /** JSON pointer into the value, "" for the value itself. */
  readonly path: string;
  /** What was expected, readable after the parameter's name: `must be ...`. */
  readonly message: string;
}

/** Checks one parameter's parsed value; null when it is valid. Emitted as code: nothing is compiled at run time. */
export type ParamValidator = (value: unknown) => readonly ValidationFault[] | null;

/** One parameter, in the gateway dialect's order. */
export interface ParamDescription {
  readonly name: string;
  readonly required: boolean;
  readonly aliases: readonly string[];
  /** Flat names that are accepted by name and gathered into this object: name to key. */
  readonly aliasFields?: Readonly<Record<string, string>>;
  readonly place: LedgerPlace;
  readonly validate: ParamValidator;
  /** What is expected, for messages: "a base-58 address of 32 bytes". */
  readonly expected: string;
  /** A valid value as JSON text, from the document's first example that has one. */
  readonly example: string | undefined;
  /** An object can be a valid value; where this is absent, an object is the ledger's form of the parameters. */
  readonly takesObject?: boolean;
  /** Present when the parameter is an unsigned 64-bit number: its digits are checked as text. */
  readonly uint64?: { readonly minimum: bigint; readonly maximum: bigint };
  /** JSON text that the gateway dialect sends when the caller gives no value. */
  readonly default?: string;
  /** The default is not sent when one of these is given. */
  readonly defaultUnless?: readonly string[];
  /** Parameter whose text decides the default encoding: base64 or base58. */
  readonly defaultFrom?: string;
  /** Name of the configured bound on the length of this list. */
  readonly limit?: string;
}

/** When a parameter is part of a refused combination: given, absent, one of some values (JSON texts), or a number from `minimum` on. */
export type ParamCondition =
  | "given"
  | "absent"
  | { readonly in: readonly string[] }
  | { readonly minimum: number };

/** A combination of parameters that is refused, though each is valid. */
export interface Refusal {
  readonly when: Readonly<Record<string, ParamCondition>>;
  /** The message, after the parameters' names. */
  readonly message: string;
}

/** Where a method keeps its commitment, and the lowest it accepts. */
export interface CommitmentRule {
  readonly param: string;
  readonly field: string;
  readonly lowest: Commitment;
  /** The upstream's default applies when the caller names none: the configured one is not filled in. */
  readonly default?: "node";
}

/** Where the ledger's config object is. `trailing`: it may also be at any earlier optional position. */
export interface ConfigRule {
  readonly index: number;
  readonly trailing: boolean;
  /** Upstreams refuse an empty object here. */
  readonly bare: boolean;
}

/** One method of the document that a client can call. */
export interface MethodDescription {
  readonly name: string;
  /** Other names under which clients may call it. */
  readonly aliases: readonly string[];
  readonly kind: MethodKind;
  readonly effect: Effect;
  readonly origin: Origin | undefined;
  readonly params: readonly ParamDescription[];
  readonly config: ConfigRule | undefined;
  readonly commitment: CommitmentRule | undefined;
  /** A word at this position that names an encoding is the ledger's legacy form of the config field. */
  readonly legacyWord:
    | { readonly index: number; readonly field: string; readonly words: readonly string[] }
    | undefined;
  readonly exactlyOneOf: readonly string[] | undefined;
  readonly atLeastOneOf: readonly string[] | undefined;
  /** Combinations that upstreams refuse. */
  readonly refuses: readonly Refusal[] | undefined;
  /** The gateway dialect wraps the ledger's bare scalar as `{"value": ...}`. */
  readonly wrapped: boolean;
  /** Kinds of JSON value that the ledger answers with, besides null: any of `{`, `[`, `"`, `0` (a number) and `t` (a boolean). */
  readonly resultKinds: string;
  /** Upstreams take a params object instead of an array. */
  readonly paramsByName: boolean;
  /** Names under which upstreams may serve the method, the usual one first. */
  readonly upstreamNames: readonly string[];
  readonly cache: CacheRule;
  readonly merge: MergeRule | undefined;
  readonly live: LiveRule | undefined;
  readonly from: FromRule | undefined;
  /** The answer is the signature of a transaction that the ledger took. */
  readonly givesSignature: boolean;
  /** Where the answer names its slot, if it always does; answers of other methods may still have a context. */
  readonly slotAt: SlotPlace | undefined;
  /** Which history the call needs: from the slot in its first parameter, a transaction's; `first`: the answer is the first slot kept. */
  readonly history: "slot" | "transaction" | "first" | undefined;
  /** Upstreams refuse the call while they are below the slot that its config object names (`minContextSlot`). */
  readonly takesMinContextSlot: boolean;
  /** Slow and large for an upstream: never sent twice at once. */
  readonly heavy: boolean;
  /** Kinds of networks on which it may run; undefined is all. */
  readonly networks: readonly NetworkType[] | undefined;
  /** Providers whose upstreams serve it, by id; undefined when every upstream does. */
  readonly providers: readonly string[] | undefined;
  readonly subscription: SubscriptionRule | undefined;
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

/** How a subscription behaves. */
export interface SubscriptionRule {
  /** Name of its notification. */
  readonly notification: string;
  /** The method of the pair: unsubscribe for subscribe, and the other way round. */
  readonly pair: string;
  /** What a slow reader keeps: only the newest notification, or the connection is closed. */
  readonly slowReader: "newest" | "close";
  /** Ends after its first result. */
  readonly oneShot: boolean;
  /** Notifications never stop: an upstream that confirms it and sends none does not serve it. */
  readonly steady: boolean;
  /** What can be fetched over HTTP instead; undefined when nothing can. */
  readonly polledAs:
    | "account"
    | "program"
    | "logs"
    | "signature"
    | "slot"
    | "root"
    | "slotsUpdates"
    | "block"
    | undefined;
}

/** An error that the ledger answers with. */
export interface LedgerErrorDescription {
  readonly code: number;
  readonly name: string;
  readonly message: string;
  /** Another upstream of the network may answer the same call: each is tried once, without waiting. */
  readonly otherUpstream: boolean;
}
