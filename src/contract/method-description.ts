/** Types of what `openrpc.json` says about a method. Generated files import only this folder and `text`. */

import type { ParamDescription, RefusedCombination } from "./param-description.ts";
import type { CacheRule, FromRule, MergeRule, SlotSource } from "./read-rules.ts";

/** The ledger's three levels of certainty, lowest first. */
export const commitments = ["processed", "confirmed", "finalized"] as const;

/** A level of certainty of the ledger. */
export type Commitment = (typeof commitments)[number];

/** True if a commitment is at least as high as another. */
export function isAtLeast(commitment: Commitment, other: Commitment): boolean {
  return commitments.indexOf(commitment) >= commitments.indexOf(other);
}

/** The tags of methods in the document. */
export const categories = [
  "Account",
  "Block",
  "System",
  "Epoch and Inflation",
  "Token",
  "Transaction",
  "Other",
  "Compression",
  "Network",
  "Subscription",
] as const;

/** The tag of a method in the document. */
export type Category = (typeof categories)[number];

/** Who answers a method: an upstream (`ledger`), the gateway's list of networks, or the subscription hub. */
type MethodKind = "ledger" | "network" | "subscribe" | "unsubscribe";

/** What a call changes. Decides whether it may be retried, hedged and sent to several upstreams. */
type Effect = "read" | "simulate" | "send" | "airdrop" | "manage";

/**
 * Who defines a ledger method: current nodes, current nodes with additions of the gateway, older nodes, the gateway (from other methods),
 * an asset index, or certain providers.
 */
type Origin = "current" | "extended" | "legacy" | "composed" | "asset" | "provider";

/** What a network is for. */
export type NetworkType = "mainnet" | "devnet" | "testnet" | "localnet";

/** Where a method's commitment is in the parameters, and the lowest one that it accepts. */
interface CommitmentRule {
  readonly param: string;
  readonly field: string;
  readonly lowest: Commitment;
  /** `node`: the upstream's default applies, not the configured one. */
  readonly default?: "node";
}

/** Where a method's config object is in the ledger's parameters. */
export interface ConfigRule {
  readonly index: number;
  /** True if it may also be at any earlier optional position. */
  readonly trailing: boolean;
  /** True if upstreams refuse an empty config object. */
  readonly bare: boolean;
  /** Fields that older upstreams require, with values that change nothing. */
  readonly always?: Readonly<Record<string, unknown>>;
}

/** Where the config object is among a call's parameters, or would be added. */
export function configIndex(items: readonly string[], { index, trailing }: ConfigRule): number {
  if (!trailing) return index;
  const last = items.findLastIndex((item) => item.startsWith("{"));
  return last < 0 ? Math.min(items.length, index) : last;
}

/** The required config fields that a config object lacks, with their JSON text. */
export function requiredFields(
  { config }: Pick<MethodDescription, "config">,
  has: (field: string) => boolean,
): readonly (readonly [field: string, raw: string])[] {
  return Object.entries(config?.always ?? {})
    .filter(([field]) => !has(field))
    .map(([field, value]) => [field, JSON.stringify(value)]);
}

/** A method of the document. */
export interface MethodDescription {
  readonly name: string;
  /** Other names under which clients may call it. */
  readonly aliases: readonly string[];
  readonly category: Category;
  readonly kind: MethodKind;
  readonly effect: Effect;
  readonly origin?: Origin | undefined;
  readonly params: readonly ParamDescription[];
  readonly config?: ConfigRule | undefined;
  readonly commitment?: CommitmentRule | undefined;
  /** The ledger's legacy form of a config field: one of these words, such as an encoding, in place of the config object. */
  readonly legacyWord?:
    | { readonly index: number; readonly field: string; readonly words: readonly string[] }
    | undefined;
  readonly exactlyOneOf?: readonly string[] | undefined;
  readonly atLeastOneOf?: readonly string[] | undefined;
  /** Combinations of parameters that upstreams refuse. */
  readonly refuses?: readonly RefusedCombination[] | undefined;
  /** True if the gateway dialect wraps the ledger's scalar result as `{"value": ...}`. */
  readonly isWrapped: boolean;
  /** Kinds of JSON value that the result may be, besides null: any of `{`, `[`, `"`, `0` (a number) and `t` (a boolean). */
  readonly resultKinds: string;
  /** True if upstreams take a params object instead of an array. */
  readonly hasNamedParams: boolean;
  /** Names of the method at upstreams, the usual one first. */
  readonly upstreamNames: readonly string[];
  readonly cache: CacheRule;
  readonly merge?: MergeRule | undefined;
  readonly from?: FromRule | undefined;
  /** True if the answer is the signature of the sent transaction. */
  readonly answerIsSignature: boolean;
  /** True if the answer has a blockhash and the last block height at which it is valid. */
  readonly answerHasBlockhash: boolean;
  /** Where the answer has its slot; undefined if not every answer has one. */
  readonly slotAt?: SlotSource | undefined;
  /** The history that the call needs: from the slot in its first parameter, or of a transaction. `first` asks for the oldest slot. */
  readonly history?: "slot" | "transaction" | "first" | undefined;
  /** True if its config object takes `minContextSlot`: upstreams below that slot refuse the call. */
  readonly takesMinContextSlot: boolean;
  /** Slow and large for an upstream, so never sent twice at once. */
  readonly isHeavy: boolean;
  /** Types of networks on which it may be called; undefined is all. */
  readonly networks?: readonly NetworkType[] | undefined;
  /** Ids of the providers whose upstreams serve it; undefined is all upstreams. */
  readonly providers?: readonly string[] | undefined;
  readonly subscription?: SubscriptionRule | undefined;
}

/** How a subscription behaves. */
export interface SubscriptionRule {
  readonly notification: string;
  /** The unsubscribe method of a subscribe method, and vice versa. */
  readonly pair: string;
  /** What happens to a client that reads too slowly: it gets only the newest notification, or its connection is closed. */
  readonly slowReader: "newest" | "close";
  /** True if it ends after its first notification. */
  readonly oneShot: boolean;
  /** Notifies constantly: an upstream that confirms it but sends nothing does not serve it. */
  readonly steady: boolean;
  /** How the gateway polls for it if no upstream offers it; undefined if it can't. */
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
