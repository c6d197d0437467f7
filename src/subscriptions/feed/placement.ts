import type { UpstreamUrl } from "../../networks/network.ts";
import {
  type LinkOptions,
  linksTo,
  type OnSocketEnded,
  type UpstreamLink,
} from "../upstream/upstream-links.ts";
import type { UpstreamSocket } from "../upstream/upstream-socket.ts";
import type { SharedSubscription } from "./shared-subscription.ts";

/** Events of a placement. */
export interface PlacementEvents {
  /** A socket is about to take a subscription. */
  onSocketUsed(socket: UpstreamSocket): void;
  readonly onSocketEnded: OnSocketEnded;
  /** An upstream's address is invalid, or may not be connected to. */
  onUnusable(host: string, error: unknown): void;
  /** No upstream serves a subscription. */
  onUnoffered(shared: SharedSubscription): void;
}

/**
 * Puts each subscription of a network on a socket of the best upstream that offers it. A subscription without a socket waits
 * until an upstream may be connected to again.
 */
export class Placement {
  readonly #linkOptions: LinkOptions;
  readonly #events: PlacementEvents;
  /** Every subscription, with the socket it is on. */
  readonly #placed = new Map<SharedSubscription, UpstreamSocket | undefined>();
  /** Those that no upstream has confirmed yet, with the `performance.now()` since which they wait. */
  readonly #unconfirmed = new Map<SharedSubscription, number>();
  /** The upstreams that declined a subscription: none is asked twice, whatever its link forgets. */
  readonly #declined = new Map<SharedSubscription, ReadonlySet<UpstreamLink>>();
  #links: readonly UpstreamLink[];
  #retryTimer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  constructor(upstreams: readonly UpstreamUrl[], linkOptions: LinkOptions, events: PlacementEvents) {
    this.#linkOptions = linkOptions;
    this.#events = events;
    this.#links = linksTo(upstreams, linkOptions);
  }

  get socketCount(): number {
    return this.#links.reduce((count, { sockets }) => count + sockets.size, 0);
  }

  /** Every subscription, with the socket it is on. */
  get all(): ReadonlyMap<SharedSubscription, UpstreamSocket | undefined> {
    return this.#placed;
  }

  /** Those that no upstream has confirmed yet, with the `performance.now()` since which they wait. */
  get unconfirmed(): ReadonlyMap<SharedSubscription, number> {
    return this.#unconfirmed;
  }

  /** Puts a subscription on a socket, or lets it wait for one. */
  place(shared: SharedSubscription): void {
    if (this.#hasClosed || shared.hasEnded) return;
    const now = performance.now();
    const declined = this.#declined.get(shared);
    const offering = this.#links.filter((link) => link.offers(shared.method) && !declined?.has(link));
    if (offering.length === 0) {
      this.#placed.set(shared, undefined);
      this.#events.onUnoffered(shared);
      return;
    }
    if (!this.#unconfirmed.has(shared)) this.#unconfirmed.set(shared, now);
    const ready = offering.filter((candidate) => candidate.canTake(now));
    // One that failed last is tried only when no other is left: failing again may take long.
    const link = ready.find((candidate) => candidate.isGood) ?? ready[0];
    const socket = link === undefined ? undefined : this.#socketTo(link, now);
    this.#placed.set(shared, socket);
    if (socket === undefined) this.#retryLater();
    else socket.add(shared);
  }

  /** It no longer waits for an upstream's confirmation. */
  stopWaiting(shared: SharedSubscription): void {
    this.#unconfirmed.delete(shared);
    this.#declined.delete(shared);
  }

  /** Its socket has dropped it. */
  takeOff(shared: SharedSubscription): void {
    this.#placed.set(shared, undefined);
  }

  /** The upstream of a socket does not serve a method. */
  recordUnsupported(socket: UpstreamSocket, method: string): UpstreamLink | undefined {
    const link = this.#links.find(({ sockets }) => sockets.has(socket));
    link?.recordUnsupported(method);
    return link;
  }

  /** The upstream of a socket has declined a subscription. */
  recordDeclined(socket: UpstreamSocket, shared: SharedSubscription): void {
    const link = this.recordUnsupported(socket, shared.method);
    if (link === undefined) return;
    this.#declined.set(shared, new Set([...(this.#declined.get(shared) ?? []), link]));
  }

  remove(shared: SharedSubscription): void {
    this.#placed.delete(shared);
    this.stopWaiting(shared);
    if (this.#placed.size > 0) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }

  /** Replaces the upstreams; subscriptions that the old ones did not offer are tried with the new ones. */
  setUpstreams(upstreams: readonly UpstreamUrl[]): void {
    const old = this.#links;
    this.#links = linksTo(upstreams, this.#linkOptions);
    for (const link of old) link.end("the network's addresses have changed");
    for (const [shared, socket] of [...this.#placed]) {
      if (socket !== undefined || this.#unconfirmed.has(shared)) continue;
      shared.onLost(-1);
      this.place(shared);
    }
  }

  /** Ends every socket; subscriptions that are on one are reported with it. */
  endSockets(reason: string): void {
    for (const link of this.#links) link.end(reason);
  }

  close(): void {
    this.#hasClosed = true;
    clearTimeout(this.#retryTimer);
    this.#placed.clear();
    this.#unconfirmed.clear();
    this.#declined.clear();
    this.endSockets("the gateway is stopping");
  }

  #socketTo(link: UpstreamLink, now: number): UpstreamSocket | undefined {
    try {
      const socket = link.socketFor(now, this.#events.onSocketEnded);
      this.#events.onSocketUsed(socket);
      return socket;
    } catch (error) {
      link.fail();
      this.#events.onUnusable(link.host, error);
      return undefined;
    }
  }

  /** Places subscriptions without a socket as soon as an upstream may be tried again. */
  #retryLater(): void {
    if (this.#retryTimer !== undefined) return;
    const retryAt = Math.min(...this.#links.map((link) => link.retryAt));
    this.#retryTimer = setTimeout(
      () => {
        this.#retryTimer = undefined;
        for (const shared of this.#unconfirmed.keys()) {
          if (this.#placed.get(shared) === undefined) this.place(shared);
        }
      },
      Math.max(1, Math.ceil(retryAt - performance.now())),
    );
  }
}
