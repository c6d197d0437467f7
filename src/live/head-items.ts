import { callCommitment } from "../call/call-commitment.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import { answerOfItems } from "../upstream/merging/answer-of-items.ts";
import type { Leaving, Load } from "../upstream/merging/carrier.ts";
import { isAtCommitmentOf, type MergeableRead } from "../upstream/merging/mergeable-read.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { HeadTruth } from "./head-truth.ts";
import type { ReadItem } from "./item-batch.ts";
import { ItemLane } from "./item-lane.ts";
import { SentSignatures } from "./sent-signatures.ts";

/** Most kinds of reads on one network; the least recently read is forgotten first. */
const maxLanes = 16;
/** Most recently sent signatures in one call, so that frequently read ones have places too. */
const maxSent = 50;
/** Longest answer from items: a list may name a large one many times. */
const maxAnswerBytes = 1024 * 1024;
/** With a longer config nothing is carried. */
const maxConfigLength = 200;

/** The items that one network's reads ask for, by config. */
export class HeadItems {
  readonly sent = new SentSignatures();
  readonly #head: HeadTruth;
  readonly #budget: ByteBudget;
  /** By the method of the merged calls. */
  readonly #lanes = new Map<string, ItemLane[]>();

  constructor(head: HeadTruth, budget: ByteBudget) {
    this.#head = head;
    this.#budget = budget;
  }

  /** Number of kept items. */
  get size(): number {
    let size = 0;
    for (const lanes of this.#lanes.values()) for (const lane of lanes) size += lane.size;
    return size;
  }

  /** Configs of lanes, the most recently read first. */
  configs(into: string): readonly string[] {
    const lanes = this.#lanes.get(into) ?? [];
    return lanes.toSorted((a, b) => b.readAt - a.readAt).map(({ config }) => config);
  }

  /** Whether one of the items is known to be large when read with a config. */
  isLarge(into: string, config: string, items: readonly string[]): boolean {
    return this.#laneOf(into, config)?.hasLarge(items) === true;
  }

  /** Adds items to a call; undefined if no read with its config was seen yet. */
  load({ method, rule, config, places, hasUncounted }: Leaving, now: number): Load | undefined {
    const lane = this.#laneOf(method.name, config);
    const sent = lane !== undefined && rule.sent === true ? this.sent.newest(maxSent, now) : [];
    return lane?.load(places.keys(), { max: rule.max, sent, hasUncounted }, now);
  }

  /** The answer to a read, if it is still true and of no slot below the floor; undefined if an upstream must be asked. */
  answer(read: MergeableRead, floor: number, now: number): RawJson | undefined {
    for (const lane of this.#lanes.get(read.rule.into) ?? []) {
      const items = answers(lane, read) ? lane.known(read.items, floor, now) : undefined;
      if (items === undefined || !isShort(items)) continue;
      const context = items[0]?.batch?.list?.context ?? "";
      lane.count(items, now);
      this.#forgetSent(read);
      return answerOfItems(
        read,
        context,
        items.map(({ batch, place }) => batch?.list?.item(place) ?? "null"),
      );
    }
    return undefined;
  }

  /** Whether a read can be answered from items. */
  has(read: MergeableRead, floor: number, now: number): boolean {
    const lanes = this.#lanes.get(read.rule.into) ?? [];
    return lanes.some((lane) => {
      const items = answers(lane, read) ? lane.known(read.items, floor, now) : undefined;
      return items !== undefined && isShort(items);
    });
  }

  /** A call was answered otherwise: records a read of its items. */
  record(read: MergeableRead, call: UpstreamCall, result: RawJson, now: number): void {
    const { rule, config, items } = read;
    this.#forgetSent(read);
    if (config.length > maxConfigLength || rule.costly?.some((field) => config.includes(`"${field}"`)))
      return;
    const known = this.#lanes.get(rule.into)?.find((lane) => answers(lane, read));
    // A read whose answer follows from any config has no lane; its answer does not show how large an item is with other configs.
    if (rule.config !== undefined) {
      known?.record(items, 0, now);
      return;
    }
    const lane = known ?? this.#addLane(read, call);
    lane.record(items, result.byteLength / items.length, now);
  }

  /** Drops the kept items. */
  drop(): void {
    for (const lanes of this.#lanes.values()) for (const lane of lanes) lane.drop();
  }

  #forgetSent({ rule, items }: MergeableRead): void {
    if (rule.sent === true) for (const item of items) this.sent.forget(item);
  }

  #laneOf(into: string, config: string): ItemLane | undefined {
    return this.#lanes.get(into)?.find((lane) => lane.config === config);
  }

  #addLane({ rule, config }: MergeableRead, { method, params }: UpstreamCall): ItemLane {
    // A method that takes no commitment answers from what was processed.
    const commitment = callCommitment(method, params) ?? "processed";
    const lane = new ItemLane({ config, commitment, seconds: rule.carriedSeconds }, this.#head, this.#budget);
    let lanes = this.#lanes.get(rule.into);
    if (lanes === undefined) {
      lanes = [];
      this.#lanes.set(rule.into, lanes);
    }
    if (lanes.length >= maxLanes) {
      const idle = lanes.reduce((oldest, each) => (each.readAt < oldest.readAt ? each : oldest));
      idle.end();
      lanes.splice(lanes.indexOf(idle), 1);
    }
    lanes.push(lane);
    return lane;
  }
}

/** Whether a lane's items answer a read. */
function answers({ config }: ItemLane, read: MergeableRead): boolean {
  return read.rule.config === undefined ? config === read.config : isAtCommitmentOf(read.config, config);
}

function isShort(items: readonly ReadItem[]): boolean {
  // A kept item is not that long.
  if (items.length === 1) return true;
  let bytes = 0;
  for (const { batch, place } of items) bytes += batch?.list?.byteLength(place) ?? 0;
  return bytes <= maxAnswerBytes;
}
