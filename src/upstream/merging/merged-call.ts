import type { CallSpan } from "../../call/call-span.ts";
import { Cancellation } from "../../call/cancellation.ts";
import type { Session } from "../../call/session.ts";
import type { CallNotes, UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { cutContextList } from "../../json/cut-context-list.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { answerOfItems } from "./answer-of-items.ts";
import type { Load, Places } from "./carrier.ts";
import type { GatheredRead } from "./gathered-read.ts";
import { isAtCommitmentOf, type MergeableRead } from "./mergeable-read.ts";

/** A read with at least this much time left when the merged call failed is sent by itself. */
const worthSendingMs = 500;
/** Answers made of a merged one hold as many bytes as it and this many more: a list may name one large account many times. */
const furtherBytes = 4 * 1024 * 1024;

/** What a merged call is made of. */
export interface MergedCallOptions {
  readonly method: MethodDescription;
  readonly config: string;
  readonly reads: GatheredRead[];
  /** The newest slot that any of its callers was shown. */
  readonly shownSlot: number;
  readonly places: Places;
  /** The carried items; undefined if there are none. */
  readonly load: Load | undefined;
}

/** The items that reads ask for, each once, with their places in the answer. */
export function placesOf(reads: readonly GatheredRead[]): Places {
  const places = new Map<string, number>();
  for (const { read } of reads)
    for (const item of read.items) if (!places.has(item)) places.set(item, places.size);
  return places;
}

/** The one call sent for several reads. It is cancelled only when the last of their callers has left. */
export class MergedCall extends Cancellation implements UpstreamCall {
  readonly network: Network;
  /** The client of all its reads; undefined if there are several. */
  readonly client: string | undefined;
  /** The session of all its reads; undefined if there are several. */
  readonly session: Session | undefined;
  readonly shownSlot: number;
  readonly method: MethodDescription;
  readonly upstreamMethod: string;
  readonly params: string;
  readonly deadline: number;
  readonly notes: CallNotes = {};
  span: CallSpan | undefined = undefined;
  readonly #config: string;
  /** Those that join later are added. */
  readonly #reads: GatheredRead[];
  readonly #places: Places;
  readonly #load: Load | undefined;
  readonly #minContextSlot: number;
  #waiting: number;
  readonly #onLeave = (reason: RpcError | undefined): void => {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.cancel(reason);
  };

  constructor({ method, config, reads, shownSlot, places, load }: MergedCallOptions) {
    super();
    this.shownSlot = shownSlot;
    this.#config = config;
    this.#places = places;
    this.#load = load;
    const [first] = reads;
    if (first === undefined) throw new Error("a merged call is made of reads");
    this.network = first.call.network;
    const { client, session } = first.call;
    this.session = reads.every(({ call }) => call.session === session) ? session : undefined;
    this.client = reads.every(({ call }) => call.client === client) ? client : undefined;
    this.method = method;
    this.upstreamMethod = method.upstreamNames[0] ?? method.name;
    this.#reads = reads;
    this.#waiting = reads.length;
    let minContextSlot = -1;
    let deadline = 0;
    for (const { read, call } of reads) {
      minContextSlot = Math.max(minContextSlot, read.minContextSlot ?? -1);
      deadline = Math.max(deadline, call.deadline);
    }
    this.deadline = deadline;
    this.#minContextSlot = minContextSlot;
    const members = minContextSlot < 0 ? [config] : [config, `"minContextSlot":${minContextSlot}`];
    const list = `[${(load?.items ?? [...places.keys()]).join(",")}]`;
    const given = members.filter((each) => each !== "").join(",");
    this.params = given === "" ? `[${list}]` : `[${list},{${given}}]`;
    for (const read of reads) this.#take(read);
  }

  get cancellation(): Cancellation {
    return this;
  }

  /** The calls that it answers. */
  get calls(): readonly UpstreamCall[] {
    return this.#reads.map(({ call }) => call);
  }

  /** One of its reads that has no answer yet, and is none of those given. */
  waitingBut(others: ReadonlySet<GatheredRead>): GatheredRead | undefined {
    return this.#reads.find((read) => !read.hasEnded && !others.has(read));
  }

  /** Whether it also answers a read that arrives while it is in flight: it asks for all items of that, and no newer slot is known. */
  answers({ rule, items, config, minContextSlot }: MergeableRead, shownSlot: number, now: number): boolean {
    if (this.#load === undefined || this.cancelled || shownSlot > this.shownSlot) return false;
    const isOfConfig =
      rule.config === undefined ? config === this.#config : isAtCommitmentOf(config, this.#config);
    if (!isOfConfig || (minContextSlot ?? -1) > this.#minContextSlot) return false;
    for (const item of items) if (this.#placeOf(item) === undefined) return false;
    return this.#load.isCurrent(now);
  }

  /** Adds a read that it answers too. */
  join(read: GatheredRead): void {
    this.#reads.push(read);
    this.#waiting += 1;
    this.#take(read);
  }

  #take(gathered: GatheredRead): void {
    gathered.onLeave = this.#onLeave;
    // A later call may carry the same item: its place here is looked up now.
    gathered.places = gathered.read.items.map((item) => this.#placeOf(item) ?? 0);
  }

  #placeOf(item: string): number | undefined {
    return this.#places.get(item) ?? this.#load?.placeOf(item);
  }

  /**
   * Gives each read its own answer; throws an RpcError if the answer does not fit what was asked. Returns the reads whose
   * answers would take more memory than the merged one is worth, which are to be sent by themselves.
   */
  answer(result: RawJson): readonly GatheredRead[] {
    const cut = cutContextList(result, this.#load?.items.length ?? this.#places.size);
    if (cut === undefined) throw notWhatWasAsked();
    const left: GatheredRead[] = [];
    let room = result.byteLength + furtherBytes;
    for (const read of this.#reads) {
      if (read.hasEnded) continue;
      const bytes = cut.answerBytes(read.places);
      if (bytes > room) {
        left.push(read);
        continue;
      }
      room -= bytes;
      const items = read.places.map((place) => cut.item(place));
      const answer = answerOfItems(read.read, cut.context, items);
      if (answer === undefined) throw notWhatWasAsked();
      read.call.notes.cache = "merged";
      read.resolve(answer);
    }
    this.#load?.keep(result, cut);
    return left;
  }

  /** The reads that can still be sent by themselves after the merged call has failed; the others fail as it did. */
  takeWorthSending(fault: RpcError): readonly GatheredRead[] {
    const reads = this.#reads.filter(({ hasEnded }) => !hasEnded);
    const isForAll = fault.kind === "upstreamUnreachable" || fault.kind === "shuttingDown";
    const needsTime = fault.kind === "upstreamTimeout";
    const now = performance.now();
    const isWorth = ({ call }: GatheredRead) =>
      !isForAll && (!needsTime || call.deadline - now > worthSendingMs);
    for (const read of reads) if (!isWorth(read)) read.fail(fault);
    return reads.filter(isWorth);
  }
}

function notWhatWasAsked(): RpcError {
  return RpcError.of("upstreamInvalid", "The answer to a merged call does not hold what was asked for.");
}
