import type { Deadlines } from "../../call/deadlines.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { UpstreamSets } from "../node/upstream-sets.ts";
import type { Carrier, Load } from "./carrier.ts";
import { GatheredRead } from "./gathered-read.ts";
import { MergeFailures } from "./merge-failures.ts";
import { isAtCommitmentOf, type MergeableRead } from "./mergeable-read.ts";
import { MergedCall, placesOf } from "./merged-call.ts";
import { OvertakenCalls } from "./overtaken-calls.ts";
import { ShownToReads } from "./shown-to-reads.ts";

/** What a lane needs. */
export interface MergeLaneOptions {
  readonly next: Send;
  /** The upstreams, with what their clients were shown. */
  readonly sets: Pick<UpstreamSets, "get">;
  readonly deadlines: Deadlines;
  /** The method of merged calls. */
  readonly method: MethodDescription;
  readonly windowMs: number;
  /** Adds frequently read items to calls; without it nothing is carried. */
  readonly carrier: Carrier | undefined;
  /** Called with the number of reads that one call answered. */
  readonly onMerged: (call: UpstreamCall, reads: number) => void;
}

/**
 * The reads of one kind on one network. The first is sent at once; those that arrive while one is in flight are collected, and sent
 * together when it returns or the window has passed: a quiet gateway delays nothing, a busy one sends fewer calls.
 */
export class MergeLane {
  readonly #options: MergeLaneOptions;
  readonly #onSettled = (): void => {
    this.#underWay -= 1;
    // While others are in flight the window bounds the wait.
    if (this.#underWay === 0) this.#leave();
  };
  readonly #onWindow = (): void => this.#leave();
  #underWay = 0;
  #gathered: GatheredRead[] = [];
  #itemCount = 0;
  #window: NodeJS.Timeout | undefined;
  readonly #failures = new MergeFailures();
  /** Calls in flight that may answer later reads. */
  readonly #open = new Map<MergedCall, ShownToReads>();
  readonly #overtaken: OvertakenCalls;

  constructor(options: MergeLaneOptions) {
    this.#options = options;
    this.#overtaken = new OvertakenCalls(options.next);
  }

  /** Whether a client's read that arrives now may be merged. */
  merges({ client, network }: UpstreamCall, now: number): boolean {
    const hasOthers = this.#underWay > 0 || this.#options.carrier?.carries(network, now) === true;
    return hasOthers && this.#failures.mayMerge(client, now);
  }

  /** Sends a read by itself. */
  sendAlone(call: UpstreamCall): Promise<RawJson> {
    const sent = this.#options.next(call);
    this.#follow(sent);
    return sent;
  }

  /** Lets a read wait for a call that answers it too, else for other reads; sends it at once if there are none. */
  gather(call: UpstreamCall, read: MergeableRead, now: number): Promise<RawJson> {
    const gathered = new GatheredRead(call, read, this.#options.deadlines);
    for (const [open, shown] of this.#open) {
      if (!open.answers(read, shown.shownTo(call), now)) continue;
      open.join(gathered);
      return gathered.answer;
    }
    if (this.#itemCount + read.items.length > read.rule.max) this.#leave();
    this.#gathered.push(gathered);
    this.#itemCount += read.items.length;
    if (this.#underWay === 0) this.#leave();
    else this.#window ??= setTimeout(this.#onWindow, this.#options.windowMs);
    return gathered.answer;
  }

  #follow(sent: Promise<unknown>): void {
    this.#underWay += 1;
    sent.then(this.#onSettled, this.#onSettled);
  }

  /** Sends the collected reads, those with the same config together. */
  #leave(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    if (this.#gathered.length === 0) return;
    const gathered = this.#gathered.filter(({ hasEnded }) => !hasEnded);
    this.#gathered = [];
    this.#itemCount = 0;
    const [first] = gathered;
    if (first === undefined) return;
    const { network } = first.call;
    const { carrier, method } = this.#options;
    const known = () => carrier?.configs(network, method.name) ?? [];
    const isLarge = (config: string, items: readonly string[]) =>
      carrier?.isLarge(network, method.name, config, items) === true;
    for (const [config, reads] of groupsOf(gathered, known, isLarge)) this.#send(config, reads);
  }

  #send(config: string, reads: GatheredRead[]): void {
    const { carrier, method, next } = this.#options;
    const [first] = reads;
    if (first === undefined) return;
    const places = placesOf(reads);
    const { call, read } = first;
    const leaving = { network: call.network, method, rule: read.rule, config, places };
    const load = carrier?.load(leaving, performance.now());
    if (reads.length > 1 || (load?.carried ?? 0) > 0) {
      const shown = new ShownToReads(reads, this.#options.sets);
      const merged = new MergedCall({ method, config, reads, shownSlot: shown.slot, places, load });
      this.#follow(this.#sendMerged(merged, shown, load));
    } else {
      load?.drop();
      this.#follow(first.sendAlone(next));
    }
  }

  async #sendMerged(merged: MergedCall, shown: ShownToReads, load: Load | undefined): Promise<void> {
    const { next, onMerged } = this.#options;
    if (load !== undefined) this.#open.set(merged, shown);
    this.#overtaken.add(merged);
    try {
      const result = await next(merged);
      this.#end(merged);
      const left = merged.answer(result);
      for (const read of left) this.#follow(read.sendAlone(next));
      shown.learn(result);
      this.#failures.recordSuccess();
      onMerged(merged, merged.calls.length - left.length);
    } catch (caught) {
      this.#end(merged);
      load?.drop();
      this.#sendSingly(merged, RpcError.from(caught), load);
    }
  }

  #end(merged: MergedCall): void {
    this.#open.delete(merged);
    this.#overtaken.delete(merged);
  }

  /** Sends the reads of a failed merged call by themselves, and finds from their answers whose fault it was. */
  #sendSingly(merged: MergedCall, fault: RpcError, load: Load | undefined): void {
    const reads = merged.takeWorthSending(fault);
    const sent = reads.map((read) => read.sendAlone(this.#options.next));
    for (const each of sent) this.#follow(each);
    // A call whose callers have left says nothing about the upstreams.
    if (fault.kind === "cancelled") return;
    void Promise.allSettled(sent).then((outcomes) => {
      const guilty = reads.filter((_, index) => isRefused(outcomes[index]));
      const hasCarried = load !== undefined && load.carried > 0;
      // Carried items are the first suspect: without them merged calls may well be answered.
      if (hasCarried && guilty.length === 0) {
        load.blame(performance.now());
        return;
      }
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

/** Whether one of the items is large in answers to calls with a config. */
type IsLarge = (config: string, items: readonly string[]) => boolean;

/** Reads by the config of the call that they leave with. Those whose answer follows from any config join others. */
function groupsOf(
  gathered: readonly GatheredRead[],
  known: () => readonly string[],
  isLarge: IsLarge,
): ReadonlyMap<string, GatheredRead[]> {
  const groups = new Map<string, GatheredRead[]>();
  const put = (config: string, read: GatheredRead) => {
    const group = groups.get(config);
    if (group === undefined) groups.set(config, [read]);
    else group.push(read);
  };
  for (const read of gathered) if (read.read.rule.config === undefined) put(read.read.config, read);
  for (const read of gathered) {
    if (read.read.rule.config !== undefined)
      put(groupToJoin([...groups.keys(), ...known()], read.read, isLarge), read);
  }
  return groups;
}

/** A config at the same commitment that does not make a small answer large; else the one that such reads have among themselves. */
function groupToJoin(
  configs: readonly string[],
  { rule, config: own, items }: MergeableRead,
  isLarge: IsLarge,
): string {
  const joined = configs.find((each) => isAtCommitmentOf(own, each) && !isLarge(each, items));
  if (joined !== undefined) return joined;
  const extra = JSON.stringify(rule.config).slice(1, -1);
  return own === "" ? extra : `${own},${extra}`;
}
