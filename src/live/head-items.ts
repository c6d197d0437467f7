import { LRUCache } from "lru-cache";
import { callCommitment } from "../call/call-commitment.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import { answerOfItems } from "../upstream/merging/answer-of-items.ts";
import type { Leaving, Load } from "../upstream/merging/carrier.ts";
import { isAtCommitmentOf, type MergeableRead } from "../upstream/merging/mergeable-read.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { HeadTruth } from "./head-truth.ts";
import { ItemLane } from "./item-lane.ts";
import type { ReadItem } from "./often-read.ts";
import { SentSignatures } from "./sent-signatures.ts";

/** Kinds of reads on one network; beyond these the one that was not read for longest is forgotten. */
const maxLanes = 16;
/** Signatures of one call that were sent lately: those that are asked for often have places too. */
const maxSent = 50;
/** With a longer config nothing is carried. */
const maxConfigLength = 200;

/** The items that one network's reads ask for, by what they are read with. */
export class HeadItems {
  readonly sent = new SentSignatures();
  readonly #head: HeadTruth;
  readonly #budget: ByteBudget;
  readonly #lanes = new Map<string, LRUCache<string, ItemLane>>();

  constructor(head: HeadTruth, budget: ByteBudget) {
    this.#head = head;
    this.#budget = budget;
  }

  /** Items that are kept. */
  get size(): number {
    let size = 0;
    for (const lanes of this.#lanes.values()) for (const lane of lanes.values()) size += lane.size;
    return size;
  }

  /** Configs of lanes, first the one that was read last. */
  configs(into: string): readonly string[] {
    return [...(this.#lanes.get(into)?.keys() ?? [])];
  }

  /** Whether one of the items is known to be large where it is read with a config. */
  isLarge(into: string, config: string, items: readonly string[]): boolean {
    return this.#lanes.get(into)?.peek(config)?.hasLarge(items) === true;
  }

  /** Adds items to a call that leaves; undefined where no read of its config was seen yet. */
  load({ method, rule, config, places }: Leaving, now: number): Load | undefined {
    const lane = this.#lanes.get(method.name)?.get(config);
    const sent = lane !== undefined && rule.sent === true ? this.sent.newest(maxSent, now) : [];
    return lane?.load(places, { max: rule.max, sent }, now);
  }

  /** The answer to a read that is still true and not of a slot below the floor; undefined where an upstream is asked. */
  find(read: MergeableRead, floor: number, now: number): RawJson | undefined {
    const items = this.#itemsOf(read, floor, now);
    const context = items?.[0]?.kept?.list.context;
    if (items === undefined || context === undefined) return undefined;
    const texts = items.map(({ kept, place }) => kept?.list.item(place) ?? "null");
    return answerOfItems(read, context, texts);
  }

  /** Whether a read is answered so. */
  has(read: MergeableRead, floor: number, now: number): boolean {
    return this.#itemsOf(read, floor, now) !== undefined;
  }

  /** All that a read asks for, of the first lane that knows it. */
  #itemsOf(read: MergeableRead, floor: number, now: number): readonly ReadItem[] | undefined {
    const { rule, config, items } = read;
    const lanes = this.#lanes.get(rule.into);
    if (lanes === undefined) return undefined;
    if (rule.config === undefined) return lanes.get(config)?.known(items, floor, now);
    for (const [each, lane] of lanes) {
      const known = isAtCommitmentOf(config, each) ? lane.known(items, floor, now) : undefined;
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** A call was answered: what it asks for was read once more. */
  record(read: MergeableRead, { method, params }: UpstreamCall, result: RawJson): void {
    const { rule, config } = read;
    if (rule.sent === true) for (const item of read.items) this.sent.forget(item);
    if (config.length > maxConfigLength || rule.costly?.some((field) => config.includes(`"${field}"`)))
      return;
    let lanes = this.#lanes.get(rule.into);
    if (lanes === undefined) {
      lanes = new LRUCache({ max: maxLanes, dispose: (lane) => lane.end() });
      this.#lanes.set(rule.into, lanes);
    }
    const key = rule.config === undefined ? config : configAt(lanes.keys(), config);
    // A read whose answer follows from any config has no lane of its own.
    if (key === undefined) return;
    let lane = lanes.get(key);
    if (lane === undefined) {
      // A method that takes no commitment answers from what was processed.
      const commitment = callCommitment(method, params) ?? "processed";
      lane = new ItemLane(commitment, rule.carriedSeconds, this.#head, this.#budget);
      lanes.set(key, lane);
    }
    // An answer of another form does not show how large its item is in this one.
    lane.record(read, rule.config === undefined ? result.byteLength / read.items.length : 0);
  }

  /** Drops what is kept. */
  drop(): void {
    for (const lanes of this.#lanes.values()) for (const lane of lanes.values()) lane.drop();
  }
}

function configAt(configs: Iterable<string>, own: string): string | undefined {
  for (const config of configs) if (isAtCommitmentOf(own, config)) return config;
  return undefined;
}
