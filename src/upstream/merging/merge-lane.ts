import type { Deadlines } from "../../call/deadlines.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { MergeRule, MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { UpstreamSets } from "../node/upstream-sets.ts";
import { GatheredRead } from "./gathered-read.ts";
import type { MergeableRead } from "./mergeable-read.ts";
import { MergedCall } from "./merged-call.ts";
import { ShownToReads } from "./shown-to-reads.ts";

/** After this many merged calls in a row that failed, none is made for a while: the upstreams may not take them. */
const maxFailures = 3;
const pauseMs = 10_000;

/** What a lane needs. */
export interface MergeLaneOptions {
  readonly next: Send;
  /** Where what is known of clients is kept. */
  readonly sets: Pick<UpstreamSets, "get">;
  readonly deadlines: Deadlines;
  /** The method of merged calls. */
  readonly method: MethodDescription;
  readonly windowMs: number;
  /** So many reads were answered by one call. */
  readonly onMerged: (call: UpstreamCall, reads: number) => void;
}

/**
 * The reads of one kind on one network. The first goes out at once; those that arrive while one is under way gather, and leave
 * together when it is back or the window has passed: a quiet gateway delays nothing, a busy one asks less.
 */
export class MergeLane {
  readonly #options: MergeLaneOptions;
  readonly #onSettled = (): void => {
    this.#underWay -= 1;
    // While others are under way the window bounds the wait.
    if (this.#underWay === 0) this.#leave();
  };
  readonly #onWindow = (): void => this.#leave();
  #underWay = 0;
  #gathered: GatheredRead[] = [];
  #itemCount = 0;
  #window: NodeJS.Timeout | undefined;
  #failures = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: MergeLaneOptions) {
    this.#options = options;
  }

  /** Whether a read that comes now waits for others. */
  gathers(now: number): boolean {
    return this.#underWay > 0 && now >= this.#pausedUntil;
  }

  /** Sends a read by itself. */
  sendAlone(call: UpstreamCall): Promise<RawJson> {
    const sent = this.#options.next(call);
    this.#follow(sent);
    return sent;
  }

  /** Lets a read wait for others. */
  gather(call: UpstreamCall, read: MergeableRead): Promise<RawJson> {
    if (this.#itemCount + read.items.length > read.rule.max) this.#leave();
    const gathered = new GatheredRead(call, read, this.#options.deadlines);
    this.#gathered.push(gathered);
    this.#itemCount += read.items.length;
    this.#window ??= setTimeout(this.#onWindow, this.#options.windowMs);
    return gathered.answer;
  }

  #follow(sent: Promise<unknown>): void {
    this.#underWay += 1;
    sent.then(this.#onSettled, this.#onSettled);
  }

  /** All that have gathered leave, those with one config together. */
  #leave(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    if (this.#gathered.length === 0) return;
    const gathered = this.#gathered.filter(({ hasEnded }) => !hasEnded);
    this.#gathered = [];
    this.#itemCount = 0;
    for (const [config, reads] of groupsOf(gathered)) {
      const [first] = reads;
      if (reads.length === 1 && first !== undefined) this.#follow(first.sendAlone(this.#options.next));
      else this.#follow(this.#sendMerged(config, reads));
    }
  }

  async #sendMerged(config: string, reads: readonly GatheredRead[]): Promise<void> {
    const { next, sets, method, onMerged } = this.#options;
    const shown = new ShownToReads(reads, sets);
    const merged = new MergedCall(method, config, reads, shown.slot);
    try {
      const result = await next(merged);
      merged.answer(result);
      shown.learn(result);
      this.#failures = 0;
      onMerged(merged, reads.length);
    } catch (caught) {
      const fault = RpcError.from(caught);
      this.#recordFailure(fault);
      for (const read of merged.takeWorthSending(fault)) this.#follow(read.sendAlone(next));
    }
  }

  #recordFailure({ kind }: RpcError): void {
    // That its callers have left says nothing about the upstreams.
    if (kind === "cancelled") return;
    this.#failures += 1;
    if (this.#failures < maxFailures) return;
    this.#failures = 0;
    this.#pausedUntil = performance.now() + pauseMs;
  }
}

/** Reads by the config of the call that they leave with. Those whose answer follows from any config join others. */
function groupsOf(gathered: readonly GatheredRead[]): ReadonlyMap<string, GatheredRead[]> {
  const groups = new Map<string, GatheredRead[]>();
  const put = (config: string, read: GatheredRead) => {
    const group = groups.get(config);
    if (group === undefined) groups.set(config, [read]);
    else group.push(read);
  };
  for (const read of gathered) if (read.read.rule.config === undefined) put(read.read.config, read);
  for (const read of gathered) {
    const { rule, config } = read.read;
    if (rule.config !== undefined) put(groupToJoin(groups, rule, config), read);
  }
  return groups;
}

/** A group at the same commitment; else the config that such reads have among themselves. */
function groupToJoin(
  groups: ReadonlyMap<string, GatheredRead[]>,
  { config }: MergeRule,
  own: string,
): string {
  for (const group of groups.keys()) if (isWithin(own, group)) return group;
  const extra = JSON.stringify(config).slice(1, -1);
  return own === "" ? extra : `${own},${extra}`;
}

/** Whether a group asks at the same commitment: the reads that join have no other field. */
function isWithin(own: string, group: string): boolean {
  return own === "" ? !group.includes('"commitment":') : group.includes(own);
}
