import type { MethodDescription } from "../../contract/method-description.ts";
import type { MergeRule } from "../../contract/read-rules.ts";
import type { ContextList } from "../../json/cut-context-list.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";

/** What the reads of a call ask for, each item once, with its place in the answer. */
export type Places = ReadonlyMap<string, number>;

/** A call that is about to leave. */
export interface Leaving {
  readonly network: Network;
  readonly method: MethodDescription;
  readonly rule: MergeRule;
  readonly config: string;
  readonly places: Places;
}

/** What a call that has left brings back for later reads. */
export interface Load {
  /** All that the call asks for: the items of its reads, then those that are carried. */
  readonly items: readonly string[];
  /** How many are carried. */
  readonly carried: number;
  /** Whether reads that come now may still be answered by the call: no newer slot is known. */
  isCurrent(now: number): boolean;
  /** The place of a carried item in the answer. */
  placeOf(item: string): number | undefined;
  /** The call was answered. */
  keep(result: RawJson, list: ContextList): void;
  /** The call failed, or its callers left. */
  drop(): void;
  /** It failed though each of its reads is answered: nothing of its kind is carried for a while. */
  blame(now: number): void;
}

/** Adds items that are read often to calls that leave, and keeps what comes back. */
export interface Carrier {
  /** Whether anything is carried on this network now. */
  carries(network: Network, now: number): boolean;
  /** Configs of reads that were seen lately. */
  configs(network: Network, method: string): readonly string[];
  /** Whether one of the items is known to be large in answers to calls with a config. */
  isLarge(network: Network, method: string, config: string, items: readonly string[]): boolean;
  /** Adds items to a call that leaves. */
  load(leaving: Leaving, now: number): Load | undefined;
}
