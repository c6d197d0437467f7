import type { CallSpan } from "../call/call-span.ts";
import { Cancellation } from "../call/cancellation.ts";
import type { Session } from "../call/session.ts";
import type { CallNotes, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { Network } from "../networks/network.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { Item } from "./known-items.ts";
import type { Flight, WaitingRead } from "./waiting-read.ts";

/** One upstream call for the items of several reads. It is cancelled only when the last of their callers has left. */
export class SharedRead extends Cancellation implements UpstreamCall, Flight {
  readonly network: Network;
  readonly method: MethodDescription;
  readonly upstreamMethod: string;
  readonly notes: CallNotes = {};
  span: CallSpan | undefined = undefined;
  params = "";
  /** `performance.now()` at which it was sent; infinity before. */
  sentAt = Number.POSITIVE_INFINITY;
  deadline = 0;
  /** The newest slot that any of its callers was shown. */
  shownSlot = 0;
  /** The highest slot that any of its callers asks for. */
  minContextSlot = 0;
  /** The items with their places in the answer: those that its reads ask for, then those that are likely to be read. */
  readonly places = new Map<string, number>();
  /** What is known of each item; undefined where there was no room. */
  readonly items: (Item | undefined)[] = [];
  readonly reads: WaitingRead[] = [];
  /** It was neither answered nor has it failed. */
  isUnderWay = true;
  /** How many of the items its reads ask for. */
  asked = 0;
  readonly #form: string;
  #waiting = 0;

  /** `form`: members of the config, without `minContextSlot`. */
  constructor(network: Network, method: MethodDescription, form: string) {
    super();
    this.network = network;
    this.method = method;
    this.upstreamMethod = method.upstreamNames[0] ?? method.name;
    this.#form = form;
  }

  get cancellation(): Cancellation {
    return this;
  }

  /** The client of all its reads; undefined if there are several. */
  get client(): string | undefined {
    const client = this.reads[0]?.call.client;
    return this.reads.every(({ call }) => call.client === client) ? client : undefined;
  }

  /** The session of all its reads; undefined if there are several. */
  get session(): Session | undefined {
    const session = this.reads[0]?.call.session;
    return this.reads.every(({ call }) => call.session === session) ? session : undefined;
  }

  /** The calls that it answers. */
  get calls(): readonly UpstreamCall[] {
    return this.reads.map(({ call }) => call);
  }

  /** Asks for an item. */
  ask(key: string, item: Item | undefined): void {
    if (this.places.has(key)) return;
    this.places.set(item?.key ?? key, this.items.length);
    this.items.push(item);
  }

  /** Adds a read that waits for it. After it was sent it serves only callers who accept what it was sent for. */
  join(read: WaitingRead): void {
    const { call, asked, floors } = read;
    this.reads.push(read);
    read.flights.add(this);
    this.#waiting += 1;
    this.shownSlot = Math.max(this.shownSlot, floors.asked);
    this.minContextSlot = Math.max(this.minContextSlot, asked.minContextSlot);
    this.deadline = Math.max(this.deadline, call.deadline);
  }

  /** One of its callers has left. */
  leave(reason: RpcError | undefined): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.cancel(reason);
  }

  /** It is about to be sent. */
  seal(now: number): void {
    this.sentAt = now;
    const members = this.minContextSlot === 0 ? [] : [`"minContextSlot":${this.minContextSlot}`];
    if (this.#form !== "") members.unshift(this.#form);
    const config = members.length === 0 ? "" : `,{${members.join(",")}}`;
    this.params = `[[${[...this.places.keys()].join(",")}]${config}]`;
  }
}
