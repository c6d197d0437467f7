import { Cancellation } from "../call/cancellation.ts";
import { UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { Network } from "../networks/network.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { Item } from "./known-items.ts";
import type { Flight, WaitingRead } from "./waiting-read.ts";

/** One upstream call for the items of several reads. It is cancelled only when the last of their callers has left. */
export class SharedRead extends Cancellation implements Flight {
  /** `performance.now()` at which it was sent; infinity before. */
  sentAt = Number.POSITIVE_INFINITY;
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
  readonly #network: Network;
  readonly #method: MethodDescription;
  readonly #form: string;
  #waiting = 0;

  /** `form`: members of the config, without `minContextSlot`. */
  constructor(network: Network, method: MethodDescription, form: string) {
    super();
    this.#network = network;
    this.#method = method;
    this.#form = form;
  }

  /** Asks for an item. */
  ask(key: string, item: Item | undefined): void {
    if (this.places.has(key)) return;
    this.places.set(item?.key ?? key, this.items.length);
    this.items.push(item);
  }

  /** Adds a read that waits for it. After it was sent it serves only callers who accept what it was sent for. */
  join(read: WaitingRead): void {
    const { asked, floors } = read;
    this.reads.push(read);
    read.flights.add(this);
    this.#waiting += 1;
    this.shownSlot = Math.max(this.shownSlot, floors.asked);
    this.minContextSlot = Math.max(this.minContextSlot, asked.minContextSlot);
  }

  /** One of its callers has left. */
  leave(reason: RpcError | undefined): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.cancel(reason);
  }

  /** The call that is sent now. */
  seal(now: number): UpstreamCall {
    this.sentAt = now;
    const members = this.minContextSlot === 0 ? [] : [`"minContextSlot":${this.minContextSlot}`];
    if (this.#form !== "") members.unshift(this.#form);
    const config = members.length === 0 ? "" : `,{${members.join(",")}}`;
    const calls = this.reads.map(({ call }) => call);
    return UpstreamCall.merge(calls, {
      network: this.#network,
      method: this.#method,
      upstreamMethod: this.#method.upstreamNames[0] ?? this.#method.name,
      params: `[[${[...this.places.keys()].join(",")}]${config}]`,
      cancellation: this,
      deadline: Math.max(...calls.map(({ deadline }) => deadline)),
      notes: {},
      shownSlot: this.shownSlot,
      // The bound is for the answer to one of them.
      maxValues: undefined,
      span: undefined,
    });
  }
}
