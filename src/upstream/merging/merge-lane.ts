import type { Deadlines } from "../../call/deadlines.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { MergeRule, MethodDescription } from "../../contract/method-description.ts";
import { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { UpstreamSets } from "../node/upstream-sets.ts";
import { GatheredRead } from "./gathered-read.ts";
import { MergeFailures } from "./merge-failures.ts";
import type { MergeableRead } from "./mergeable-read.ts";
import { MergedCall } from "./merged-call.ts";
import { ShownToReads } from "./shown-to-reads.ts";

/** What a lane needs. */
export interface MergeLaneOptions {
  readonly next: Send;
  /** Where what is known of clients is kept. */
  readonly sets: Pick<UpstreamSets, "get">;
  readonly deadlines: Deadlines;
  /** The method of merged calls. */
  readonly method: MethodDescription;
  readonly windowMs: number;
  /** One call answered this many reads. */
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
  readonly #failures = new MergeFailures();

  constructor(options: MergeLaneOptions) {
    this.#options = options;
  }

  /** Whether a read of a client that comes now waits for others. */
  gathers(client: string | undefined, now: number): boolean {
    return this.#underWay > 0 && this.#failures.mayMerge(client, now);
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
      this.#failures.recordSuccess();
      onMerged(merged, reads.length);
    } catch (caught) {
      this.#sendSingly(merged, RpcError.from(caught));
    }
  }

  /** Sends the reads of a merged call that failed by themselves, and learns from their answers whose fault it was. */
  #sendSingly(merged: MergedCall, fault: RpcError): void {
    const reads = merged.takeWorthSending(fault);
    const sent = reads.map((read) => read.sendAlone(this.#options.next));
    for (const each of sent) this.#follow(each);
    // That its callers have left says nothing about the upstreams.
    if (fault.kind === "cancelled") return;
    void Promise.allSettled(sent).then((outcomes) => {
      const guilty = reads.filter((_, index) => isRefused(outcomes[index]));
      const blamed = fault.kind === "responseTooLarge" ? [largestOf(reads, outcomes), ...guilty] : guilty;
      const clients = blamed.filter((read) => read !== undefined).map(({ call }) => call.client);
      this.#failures.recordFailure(clients, performance.now());
    });
  }
}

/** The ledger refuses it by itself too, or its own answer is too large. */
function isRefused(outcome: PromiseSettledResult<unknown> | undefined): boolean {
  if (outcome?.status !== "rejected") return false;
  const { kind } = RpcError.from(outcome.reason);
  return kind === "ledger" || kind === "responseTooLarge";
}

function largestOf(
  reads: readonly GatheredRead[],
  outcomes: readonly PromiseSettledResult<unknown>[],
): GatheredRead | undefined {
  let largest: GatheredRead | undefined;
  let most = 0;
  for (const [index, outcome] of outcomes.entries()) {
    const bytes =
      outcome.status === "fulfilled" && outcome.value instanceof RawJson ? outcome.value.byteLength : 0;
    if (bytes > most) {
      most = bytes;
      largest = reads[index];
    }
  }
  return largest;
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
