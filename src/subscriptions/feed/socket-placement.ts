import type { UpstreamAddress } from "../../networks/network.ts";
import {
  createLinks,
  type LinkOptions,
  type OnSocketEnded,
  type UpstreamLink,
} from "../upstream/upstream-links.ts";
import type { UpstreamSocket } from "../upstream/upstream-socket.ts";
import type { SharedSubscription } from "./shared-subscription.ts";

interface PlacementEvents {
  /** A subscription is about to use a socket. */
  onSocketUsed(socket: UpstreamSocket): void;
  readonly onSocketEnded: OnSocketEnded;
  /** An upstream's address is invalid or forbidden. */
  onUnusable(host: string, error: unknown): void;
  /** No upstream offers the subscription's method. */
  onUnoffered(shared: SharedSubscription): void;
}

interface PlacementState {
  socket: UpstreamSocket | undefined;
  /** `performance.now()` since when it awaits an upstream's confirmation; undefined if it does not. */
  waitingSince: number | undefined;
  /** Upstreams that declined it. None is tried twice, even after its link has forgotten the refusal. */
  declined: readonly UpstreamLink[];
}

/**
 * Puts each subscription of a network on a socket of the best upstream that offers it. If all back off, the subscription waits
 * until one may be retried.
 */
export class SocketPlacement {
  readonly #linkOptions: LinkOptions;
  readonly #events: PlacementEvents;
  readonly #states = new Map<SharedSubscription, PlacementState>();
  #links: readonly UpstreamLink[];
  #retryTimer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  constructor(upstreams: readonly UpstreamAddress[], linkOptions: LinkOptions, events: PlacementEvents) {
    this.#linkOptions = linkOptions;
    this.#events = events;
    this.#links = createLinks(upstreams, linkOptions);
  }

  get all(): ReadonlyMap<SharedSubscription, Readonly<PlacementState>> {
    return this.#states;
  }

  socketOf(shared: SharedSubscription): UpstreamSocket | undefined {
    return this.#states.get(shared)?.socket;
  }

  isConfirmed(shared: SharedSubscription): boolean {
    const state = this.#states.get(shared);
    return state?.socket !== undefined && state.waitingSince === undefined;
  }

  /** Puts a subscription on a socket, or queues it for one. */
  place(shared: SharedSubscription): void {
    if (this.#hasClosed || shared.hasEnded) return;
    const now = performance.now();
    const state = this.#states.get(shared) ?? { socket: undefined, waitingSince: undefined, declined: [] };
    this.#states.set(shared, state);
    state.socket = undefined;
    const { method } = shared;
    const offering = this.#links.filter((link) => link.offers(method) && !state.declined.includes(link));
    if (offering.length === 0) {
      this.#events.onUnoffered(shared);
      return;
    }
    state.waitingSince ??= now;
    const ready = offering.filter((candidate) => candidate.canTake(now));
    // A failed upstream is the last resort: its next failure may take a full timeout.
    const link = ready.find((candidate) => candidate.isWorking) ?? ready[0];
    state.socket = link === undefined ? undefined : this.#socketTo(link, now);
    if (state.socket === undefined) this.#retryLater();
    else state.socket.add(shared);
  }

  onConfirmed(shared: SharedSubscription): void {
    const state = this.#states.get(shared);
    if (state === undefined) return;
    state.waitingSince = undefined;
    state.declined = [];
  }

  /** Takes a subscription off its socket, to poll it instead. */
  detach(shared: SharedSubscription): void {
    const state = this.#states.get(shared);
    if (state === undefined) return;
    this.onConfirmed(shared);
    state.socket = undefined;
  }

  /** Moves a subscription to another upstream, because this one does not serve the method. */
  moveToOtherUpstream(shared: SharedSubscription): void {
    const state = this.#states.get(shared);
    const link = this.#links.find(({ sockets }) => state?.socket !== undefined && sockets.has(state.socket));
    link?.recordUnsupported(shared.method);
    if (state !== undefined && link !== undefined) state.declined = [...state.declined, link];
    this.place(shared);
  }

  remove(shared: SharedSubscription): void {
    this.#states.delete(shared);
    if (this.#states.size > 0) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }

  /**
   * Replaces the upstreams. Subscriptions that are polled because the old ones did not serve them move to the new ones, with a gap
   * from `slot`.
   */
  setUpstreams(upstreams: readonly UpstreamAddress[], slot: number): void {
    const old = this.#links;
    this.#links = createLinks(upstreams, this.#linkOptions);
    for (const link of old) link.end("the network's upstreams have changed");
    for (const [shared, { socket, waitingSince }] of [...this.#states]) {
      if (socket !== undefined || waitingSince !== undefined) continue;
      shared.onLost(slot);
      this.place(shared);
    }
  }

  endSockets(reason: string): void {
    for (const link of this.#links) link.end(reason);
  }

  close(): void {
    this.#hasClosed = true;
    clearTimeout(this.#retryTimer);
    this.#states.clear();
    this.endSockets("the gateway is stopping");
  }

  #socketTo(link: UpstreamLink, now: number): UpstreamSocket | undefined {
    try {
      const socket = link.getOrOpenSocket(now, this.#events.onSocketEnded);
      this.#events.onSocketUsed(socket);
      return socket;
    } catch (error) {
      link.recordFailure();
      this.#events.onUnusable(link.host, error);
      return undefined;
    }
  }

  /** Places subscriptions without a socket once an upstream may be retried. */
  #retryLater(): void {
    if (this.#retryTimer !== undefined) return;
    const retryAt = Math.min(...this.#links.map((link) => link.retryAt));
    const retry = () => {
      this.#retryTimer = undefined;
      for (const [shared, { socket, waitingSince }] of this.#states)
        if (socket === undefined && waitingSince !== undefined) this.place(shared);
    };
    this.#retryTimer = setTimeout(retry, Math.max(1, Math.ceil(retryAt - performance.now())));
  }
}
