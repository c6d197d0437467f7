/** What `openrpc.json` says about a method, as the gateway reads it. Generated files import only this folder. */

import type { ParamDescription, Refusal } from "./param-description.ts";
import type { CacheRule, FromRule, MergeRule, SlotPlace } from "./read-rules.ts";

/** The ledger's three levels of certainty, lowest first. */
export const commitments = ["processed", "confirmed", "finalized"] as const;

/** One of `commitments`. */
export type Commitment = (typeof commitments)[number];

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

/** What a call changes; decides on retry, hedging and fan-out. */
export type Effect = "read" | "simulate" | "send" | "mint" | "manage";

/** Where a ledger method comes from: served by nodes, removed from them, composed of others, an asset index, or certain providers. */
export type Origin = "current" | "legacy" | "convenience" | "asset" | "provider";

/** Kinds of networks. */
export type NetworkType = "mainnet" | "devnet" | "testnet" | "localnet";

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
  /** Fields without which older upstreams refuse the object, with the value that changes nothing. */
  readonly always?: Readonly<Record<string, unknown>>;
}

/** One method of the document that a client can call. */
export interface MethodDescription {
  readonly name: string;
  /** Other names under which clients may call it. */
  readonly aliases: readonly string[];
  readonly category: Category;
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
  readonly from: FromRule | undefined;
  /** The answer is the signature of a transaction that the ledger took. */
  readonly givesSignature: boolean;
  /** The answer has a blockhash, and the last block height at which it is valid. */
  readonly givesLifetime: boolean;
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

/** How a subscription behaves. */
export interface SubscriptionRule {
  /** Name of its notification. */
  readonly notification: string;
  /** The method of the pair: unsubscribe for subscribe, and the other way round. */
  readonly pair: string;
  /** What happens to a slow reader: it gets only the newest notification, or its connection is closed. */
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
