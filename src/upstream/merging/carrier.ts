import type { MethodDescription } from "../../contract/method-description.ts";
import type { MergeRule } from "../../contract/read-rules.ts";
import type { ContextList } from "../../json/cut-context-list.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";

/** The items that the reads of a call ask for, each once, with their places in the answer. */
export type Places = ReadonlyMap<string, number>;

/** A call that is about to be sent. */
export interface Leaving {
  readonly network: Network;
  readonly method: MethodDescription;
  readonly rule: MergeRule;
  readonly config: string;
  readonly places: Places;
  /** Further reads of such items are answered elsewhere: what the carrier counts is not how often they are read. */
  readonly hasUncounted?: boolean | undefined;
}

/** The carried items of a call in flight, for later reads. */
export interface Load {
  /** Everything that the call asks for: the items of its reads, then the carried ones. */
  readonly items: readonly string[];
  /** How many are carried. */
  readonly carried: number;
  /** Whether the call may still answer reads that arrive now: no newer slot is known. */
  isCurrent(now: number): boolean;
  /** The place of a carried item in the answer. */
  placeOf(item: string): number | undefined;
  /** The call was answered. */
  keep(result: RawJson, list: ContextList): void;
  /** The call failed, or its callers left. */
  drop(): void;
  /** It failed though each of its reads was then answered: nothing of its kind is carried for a while. */
  blame(now: number): void;
}

/** Adds frequently read items to calls, and keeps their answers. */
export interface Carrier {
  /** Whether anything is carried on this network now. */
  carries(network: Network, now: number): boolean;
  /** Configs of recent reads. */
  configs(network: Network, method: string): readonly string[];
  /** Whether one of the items is known to be large in answers to calls with a config. */
  isLarge(network: Network, method: string, config: string, items: readonly string[]): boolean;
  /** Adds items to a call that is about to be sent. */
  load(leaving: Leaving, now: number): Load | undefined;
}
