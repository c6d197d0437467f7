import { LRUCache } from "lru-cache";
import { type Backoff, backoffMs } from "../../net/backoff.ts";
import { isAllowed, tierOf, type UpstreamAddress } from "../../networks/network.ts";
import { type SocketEntry, type SocketOptions, UpstreamSocket, upstreamHost } from "./upstream-socket.ts";

/** Most unsupported methods remembered: clients can invent names if the operator allows methods by prefix. */
const maxUnsupported = 256;

/** Limits of the sockets to one upstream. */
export interface LinkOptions extends SocketOptions {
  /** Most open sockets. */
  readonly upstreamConnections: number;
  /** Most subscriptions per socket before another is opened. */
  readonly subscriptionsPerUpstreamConnection: number;
  /** Backoff between sockets. */
  readonly reconnect: Backoff;
}

/** Called when a socket ends, with the subscriptions to move. */
export type OnSocketEnded = (socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string) => void;

/** Creates the links to a network's WebSocket upstreams, sorted by tier, then by weight. */
export function createLinks(
  upstreams: readonly UpstreamAddress[],
  options: LinkOptions,
): readonly UpstreamLink[] {
  return [...upstreams]
    .sort((a, b) => tierOf(a) - tierOf(b) || b.weight - a.weight)
    .map((upstream) => new UpstreamLink(upstream, options));
}

/** One upstream address, its sockets, and the methods that it does not support. */
export class UpstreamLink {
  readonly host: string;
  readonly sockets = new Set<UpstreamSocket>();
  readonly #upstream: UpstreamAddress;
  readonly #unsupported = new LRUCache<string, true>({ max: maxUnsupported });
  readonly #options: LinkOptions;
  #failures = 0;
  #retryAt = 0;

  constructor(upstream: UpstreamAddress, options: LinkOptions) {
    this.#upstream = upstream;
    this.host = upstreamHost(upstream);
    this.#options = options;
  }

  /** True if the operator allows the method on this upstream and the upstream has not refused it recently. */
  offers(method: string): boolean {
    return !this.#unsupported.has(method) && isAllowed(this.#upstream.settings, method, "subscriptions");
  }

  recordUnsupported(method: string): void {
    this.#unsupported.set(method, true);
  }

  /** No socket is opened before this `performance.now()`. */
  get retryAt(): number {
    return this.#retryAt;
  }

  /** False from a failure until the next response. */
  get isWorking(): boolean {
    return this.#failures === 0;
  }

  canTake(now: number): boolean {
    return this.sockets.size > 0 || now >= this.#retryAt;
  }

  /** Returns the socket with the fewest subscriptions; opens another if all are full. */
  getOrOpenSocket(now: number, onEnded: OnSocketEnded): UpstreamSocket {
    const [leastLoaded] = [...this.sockets].sort((a, b) => a.load - b.load);
    if (leastLoaded !== undefined) {
      const { upstreamConnections, subscriptionsPerUpstreamConnection } = this.#options;
      const hasRoom = leastLoaded.load < subscriptionsPerUpstreamConnection;
      if (hasRoom || this.sockets.size >= upstreamConnections || now < this.#retryAt) return leastLoaded;
    }
    const socket = new UpstreamSocket(this.#upstream, this.#options, {
      onAnswered: () => {
        this.#failures = 0;
      },
      onEnded: (entries, reason) => {
        // `end` removes sockets first: closing them ourselves is no failure of the upstream.
        if (this.sockets.delete(socket)) this.recordFailure();
        onEnded(socket, entries, reason);
      },
    });
    this.sockets.add(socket);
    return socket;
  }

  /** Ends every socket; each reports its subscriptions. */
  end(reason: string): void {
    for (const socket of [...this.sockets]) {
      this.sockets.delete(socket);
      socket.end(reason);
    }
    this.#unsupported.clear();
  }

  /** Backs off after a socket ended or could not be opened. */
  recordFailure(): void {
    this.#failures += 1;
    this.#retryAt = performance.now() + backoffMs(this.#failures, this.#options.reconnect);
    // Another node may be at this address next time.
    if (this.sockets.size === 0) this.#unsupported.clear();
  }
}
