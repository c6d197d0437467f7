/** What `openrpc.json` says about a method, as the gateway reads it. Generated files import only this folder. */

/** The ledger's three levels of certainty, lowest first. */
export type Commitment = "processed" | "confirmed" | "finalized";

/** Groups of the document's tags. */
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

/** Where a ledger method comes from: served by nodes, gone from them, made of others, of an asset index, or of certain providers. */
export type Origin = "current" | "legacy" | "convenience" | "asset" | "provider";

/** How long an answer stays true. `pinned`: for ever once its slot, signature or epoch is final. */
export type CacheClass = "never" | "head" | "pinned" | "epoch" | "static" | "node";

/** Kinds of networks. */
export type NetworkType = "mainnet" | "devnet" | "testnet" | "localnet";

/** Cache rule of a method; `pin` names the parameter that fixes the answer. */
export interface CacheRule {
  readonly class: CacheClass;
  readonly pin?: { readonly param: string; readonly kind: "slot" | "signature" | "epoch" };
}

/** How reads of a method leave together with others as one call. */
export interface MergeRule {
  /** The method of the merged call: it takes a list, then a config. */
  readonly into: string;
  /** What comes first in this method's parameters: one item of the list, or a list. */
  readonly asks: "item" | "list";
  /** Items of a merged call at most. */
  readonly max: number;
  /** Longest list of one call that is merged; a longer one goes alone. */
  readonly longest?: number;
  /** Fields of the config that a merged call may have; a call with another goes alone. */
  readonly fields: readonly string[];
  /** Fields that must be given, and hold one of these texts. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** The answer follows from any config at the same commitment; this is what goes out where no other call decides. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** The member of an item that is the answer, and the JSON text that it is where the item is null. */
  readonly cut?: { readonly member: string; readonly missing: string };
  /** Fields of the config that make each item costly to the upstream: a call that gives one carries no further items. */
  readonly costly?: readonly string[];
}

/** How reads of a method are answered from accounts that are followed by subscriptions. */
export interface LiveRule {
  /** The subscription by which an account is followed. */
  readonly subscribe: string;
  /** The method that reads several accounts, in the same form. */
  readonly read: string;
  /** What stands first in this method's parameters: one address, or a list. */
  readonly asks: "item" | "list";
  /** The encoding in which the account is kept where a call names none; absent where such calls go upstream. */
  readonly form?: string;
  /** By the encoding that a call names: that in which the account is kept. */
  readonly encodings?: Readonly<Record<string, string>>;
  /** Where in the account the answer stands; absent where the account is the answer. */
  readonly cut?: readonly string[];
  /** The JSON text that is the answer where there is no account; absent where the call goes upstream. */
  readonly missing?: string;
}

/** Where a parameter goes in the request that the upstream gets. */
export type LedgerPlace =
  | { readonly at: "position"; readonly index: number }
  | { readonly at: "config"; readonly field: string }
  /** A key of the one-key filter object at `index` (token accounts: mint or programId). */
  | { readonly at: "filter"; readonly index: number; readonly key: string }
  /** A key of a params object (asset methods take their parameters by name). */
  | { readonly at: "name"; readonly key: string }
  /** The params array itself is this list. */
  | { readonly at: "list" }
  /** Not sent: the handler uses it. */
  | { readonly at: "handler" };

/** One fault that a validator found, relative to the value it was given. */
export interface ValidationFault {
  /** JSON pointer inside the value, "" for the value itself. */
  readonly path: string;
  /** What was expected, readable after the parameter's name: `must be ...`. */
  readonly message: string;
}

/** Checks one parameter's parsed value; null when it is right. Emitted as code, compiles nothing. */
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
  /** What was expected, for messages: "a base-58 address of 32 bytes". */
  readonly expected: string;
  /** A right value as JSON text, from the document's first example that has one. */
  readonly example: string | undefined;
  /** An object can be a right value; where this is absent an object is the ledger's own form. */
  readonly takesObject?: boolean;
  /** Present when the parameter is one whole unsigned 64-bit number: digits are checked as text. */
  readonly uint64?: { readonly minimum: bigint; readonly maximum: bigint };
  /** JSON text that the gateway dialect sends when the caller gives none. */
  readonly default?: string;
  /** The default is not sent when one of these is given. */
  readonly defaultUnless?: readonly string[];
  /** Parameter whose text decides on the default encoding: base64 or base58. */
  readonly defaultFrom?: string;
  /** Name of the configured bound on the length of this list. */
  readonly limit?: string;
}

/** What a parameter is when a combination is refused: given, absent, one of some values (JSON texts), or a number. */
export type ParamCondition =
  | "given"
  | "absent"
  | { readonly in: readonly string[] }
  | { readonly minimum: number };

/** Parameters that may each be given, but not all so at once. */
export interface Refusal {
  readonly when: Readonly<Record<string, ParamCondition>>;
  /** What is said after the names. */
  readonly message: string;
}

/** Where a method keeps its commitment, and the lowest it accepts. */
export interface CommitmentRule {
  readonly param: string;
  readonly field: string;
  readonly lowest: Commitment;
  /** The node's own level holds when the caller names none: a configured one does not go in. */
  readonly default?: "node";
}

/** Where the ledger's config object is. `trailing`: it may also be at any earlier optional position. */
export interface ConfigRule {
  readonly index: number;
  readonly trailing: boolean;
  /** The node refuses an empty object here. */
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
  /** A word at this position that names an encoding is the ledger's legacy form of the field. */
  readonly legacyWord:
    | { readonly index: number; readonly field: string; readonly words: readonly string[] }
    | undefined;
  readonly exactlyOneOf: readonly string[] | undefined;
  readonly atLeastOneOf: readonly string[] | undefined;
  /** Combinations that nodes refuse. */
  readonly refuses: readonly Refusal[] | undefined;
  /** The gateway dialect wraps the ledger's bare scalar as `{"value": ...}`. */
  readonly wrapped: boolean;
  /** Kinds of JSON value that the ledger answers with, besides null: any of `{`, `[`, `"`, `0` (a number) and `t` (a boolean). */
  readonly resultKinds: string;
  /** The node takes a params object instead of an array. */
  readonly paramsByName: boolean;
  /** Names under which upstreams may serve the method, the usual one first. */
  readonly upstreamNames: readonly string[];
  readonly cache: CacheRule;
  readonly merge: MergeRule | undefined;
  readonly live: LiveRule | undefined;
  /** Where the answer names its slot, where it always does; an answer of another method may have a context all the same. */
  readonly slotAt: SlotPlace | undefined;
  /** What of the ledger's history the call asks for: from the slot that is its first parameter, a transaction; or the answer is its first slot. */
  readonly history: "slot" | "transaction" | "first" | undefined;
  /** Nodes refuse the call when they are below a slot that its config object names (`minContextSlot`). */
  readonly takesMinContextSlot: boolean;
  /** Slow and large at the node: never asked twice at once. */
  readonly heavy: boolean;
  /** Kinds of networks on which it may run; undefined is all. */
  readonly networks: readonly NetworkType[] | undefined;
  /** Providers whose upstreams serve it, by id; undefined when every upstream does. */
  readonly providers: readonly string[] | undefined;
  readonly subscription: SubscriptionRule | undefined;
}

/**
 * Where an answer names a slot: in its context, there and in each status, or it is one, or has it in a member. That of an event may be
 * older than what the answer was given from. A height is none, but rises with the slots.
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
  /** Name of the notification that it sends. */
  readonly notification: string;
  /** The method of the pair: unsubscribe for subscribe, and the other way round. */
  readonly pair: string;
  /** What a slow reader keeps: only the newest notification, or the connection is closed. */
  readonly slowReader: "newest" | "close";
  /** Ends by itself after its answer. */
  readonly oneShot: boolean;
  /** Notifications come all the time: an upstream that confirmed it and sends none does not serve it. */
  readonly steady: boolean;
  /** What can be fetched over HTTP in its place; undefined when nothing can. */
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
  /** Another upstream of the network may answer the same request: each is asked once, without waiting. */
  readonly otherUpstream: boolean;
}
