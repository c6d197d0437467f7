import { LRUCache } from "lru-cache";
import { hideSecrets } from "../../log/known-secrets.ts";
import type { UpstreamUrl } from "../../networks/network.ts";
import { UpstreamRules } from "../../networks/upstream-rules.ts";
import { backoffMs, type ReconnectTimes } from "./backoff.ts";
import { type SocketEvents, type SocketOptions, UpstreamSocket } from "./upstream-socket.ts";

/** Most methods remembered as not served: clients choose their names if the operator allows a prefix. */
const maxUnsupported = 256;

/** Bounds and times of the sockets to one upstream. */
export interface LinkOptions extends SocketOptions {
  /** Most sockets to one upstream. */
  readonly maxSockets: number;
  /** Subscriptions on one socket before another socket is opened. */
  readonly subscriptionsPerSocket: number;
  readonly reconnect: ReconnectTimes;
}

/** One upstream address with its few sockets and what is known about it. */
export class UpstreamLink {
  readonly #upstream: UpstreamUrl;
  readonly #rules: UpstreamRules | undefined;
  readonly #unsupported = new LRUCache<string, true>({ max: maxUnsupported });
  readonly #options: LinkOptions;
  readonly #sockets = new Set<UpstreamSocket>();
  #failures = 0;
  #retryAt = 0;

  constructor(upstream: UpstreamUrl, options: LinkOptions) {
    this.#upstream = upstream;
    this.#rules = upstream.settings === undefined ? undefined : new UpstreamRules(upstream.settings);
    this.#options = options;
  }

  /** Its name in logs, even for an invalid address. Never the whole address, which may contain a key. */
  get host(): string {
    const { settings, url } = this.#upstream;
    return settings?.id ?? hideSecrets(/^[^/]*\/\/(?:[^/@]*@)?([^/?#]*)/.exec(url)?.[1] ?? "");
  }

  /** Whether it may serve the method: the operator allows it, and the upstream has not refused it lately. */
  offers(method: string): boolean {
    return !this.#unsupported.has(method) && (this.#rules?.allows(method, "subscriptions") ?? true);
  }

  /** It has refused the method as not served. */
  recordUnsupported(method: string): void {
    this.#unsupported.set(method, true);
  }

  get sockets(): ReadonlySet<UpstreamSocket> {
    return this.#sockets;
  }

  /** `performance.now()` before which no further socket is opened. */
  get retryAt(): number {
    return this.#retryAt;
  }

  /** Whether it has not failed since its last answer. */
  get isGood(): boolean {
    return this.#failures === 0;
  }

  /** Whether a subscription can be put on it now. */
  canTake(now: number): boolean {
    return this.#sockets.size > 0 || now >= this.#retryAt;
  }

  /** It has answered. */
  onAnswer(): void {
    this.#failures = 0;
  }

  /** The socket for one more subscription; another one is opened only when all are full. */
  socketFor(now: number, events: SocketEvents): UpstreamSocket {
    let leastLoaded: UpstreamSocket | undefined;
    for (const socket of this.#sockets) {
      if (leastLoaded === undefined || socket.load < leastLoaded.load) leastLoaded = socket;
    }
    const { maxSockets, subscriptionsPerSocket } = this.#options;
    const isFull = leastLoaded === undefined || leastLoaded.load >= subscriptionsPerSocket;
    if (leastLoaded !== undefined && (!isFull || this.#sockets.size >= maxSockets || now < this.#retryAt))
      return leastLoaded;
    const socket = new UpstreamSocket(this.#upstream, this.#options, {
      answered: (answering) => {
        this.onAnswer();
        events.answered(answering);
      },
      ended: (ended, entries, reason) => {
        this.#sockets.delete(ended);
        this.fail();
        events.ended(ended, entries, reason);
      },
    });
    this.#sockets.add(socket);
    return socket;
  }

  /** Ends every socket, which reports its entries. */
  end(reason: string): void {
    for (const socket of [...this.#sockets]) socket.end(reason);
  }

  /** It cannot be used for now. */
  fail(): void {
    this.#failures += 1;
    this.#retryAt = performance.now() + backoffMs(this.#failures, this.#options.reconnect);
    // Another node may answer at this address next time.
    if (this.#sockets.size === 0) this.#unsupported.clear();
  }
}
