import { LRUCache } from "lru-cache";
import { tierOf, type UpstreamUrl } from "../../networks/network.ts";
import { UpstreamRules } from "../../networks/upstream-rules.ts";
import { type SocketEntry, type SocketOptions, UpstreamSocket, upstreamName } from "./upstream-socket.ts";

/** Most methods remembered as unsupported: clients choose their names if the operator allows a prefix. */
const maxUnsupported = 256;

/** Bounds and times of the sockets to one upstream. */
export interface LinkOptions extends SocketOptions {
  /** Most sockets to one upstream. */
  readonly upstreamConnections: number;
  /** Subscriptions on one socket before another socket is opened. */
  readonly subscriptionsPerUpstreamConnection: number;
  /** First and longest wait before a socket is opened again. */
  readonly reconnect: { readonly minMs: number; readonly maxMs: number };
}

/** A socket has ended; these entries need another one. */
export type OnSocketEnded = (socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string) => void;

/** The WebSocket upstreams of a network, sorted by tier, then by weight. */
export function linksTo(upstreams: readonly UpstreamUrl[], options: LinkOptions): readonly UpstreamLink[] {
  return [...upstreams]
    .sort((a, b) => tierOf(a) - tierOf(b) || b.weight - a.weight)
    .map((upstream) => new UpstreamLink(upstream, options));
}

/** One upstream address, its few sockets, and the methods that it does not support. */
export class UpstreamLink {
  readonly sockets = new Set<UpstreamSocket>();
  readonly #upstream: UpstreamUrl;
  readonly #rules: UpstreamRules | undefined;
  readonly #unsupported = new LRUCache<string, true>({ max: maxUnsupported });
  readonly #options: LinkOptions;
  #failures = 0;
  #retryAt = 0;

  constructor(upstream: UpstreamUrl, options: LinkOptions) {
    this.#upstream = upstream;
    this.#rules = upstream.settings === undefined ? undefined : new UpstreamRules(upstream.settings);
    this.#options = options;
  }

  get host(): string {
    return upstreamName(this.#upstream);
  }

  /** Whether the operator allows the method there, and the upstream has not refused it lately. */
  offers(method: string): boolean {
    return !this.#unsupported.has(method) && (this.#rules?.allows(method, "subscriptions") ?? true);
  }

  /** It refused the method as unsupported. */
  recordUnsupported(method: string): void {
    this.#unsupported.set(method, true);
  }

  /** `performance.now()` before which no further socket is opened. */
  get retryAt(): number {
    return this.#retryAt;
  }

  /** False from a failure until its next answer. */
  get isGood(): boolean {
    return this.#failures === 0;
  }

  /** Whether a subscription can be put on it now. */
  canTake(now: number): boolean {
    return this.sockets.size > 0 || now >= this.#retryAt;
  }

  /** The socket for one more subscription; another one is opened only when all are full. */
  socketFor(now: number, onEnded: OnSocketEnded): UpstreamSocket {
    const [leastLoaded] = [...this.sockets].sort((a, b) => a.load - b.load);
    if (leastLoaded !== undefined) {
      const { upstreamConnections, subscriptionsPerUpstreamConnection } = this.#options;
      const hasRoom = leastLoaded.load < subscriptionsPerUpstreamConnection;
      if (hasRoom || this.sockets.size >= upstreamConnections || now < this.#retryAt) return leastLoaded;
    }
    const socket = new UpstreamSocket(this.#upstream, this.#options, {
      answered: () => {
        this.#failures = 0;
      },
      ended: (entries, reason) => {
        this.sockets.delete(socket);
        this.fail();
        onEnded(socket, entries, reason);
      },
    });
    this.sockets.add(socket);
    return socket;
  }

  /** Ends every socket, which reports its entries. */
  end(reason: string): void {
    for (const socket of [...this.sockets]) socket.end(reason);
  }

  /** A socket ended, or could not be opened. */
  fail(): void {
    this.#failures += 1;
    this.#retryAt = performance.now() + backoffMs(this.#failures, this.#options.reconnect);
    // Another node may answer at this address next time.
    if (this.sockets.size === 0) this.#unsupported.clear();
  }
}

/** How long to wait after a number of failures in a row: doubling, bounded, half of it jitter. */
export function backoffMs(failures: number, { minMs, maxMs }: LinkOptions["reconnect"]): number {
  const full = Math.min(maxMs, minMs * 2 ** Math.min(failures - 1, 30));
  return full * (0.5 + Math.random() / 2);
}
