import { LRUCache } from "lru-cache";
import type { ReconnectConfig } from "../../../generated/config.ts";
import { hideSecrets } from "../../log/known-secrets.ts";
import type { UpstreamUrl } from "../../networks/network.ts";
import { UpstreamRules } from "../../networks/upstream-rules.ts";
import { backoffMs } from "./backoff.ts";
import { type SocketEvents, type SocketOptions, UpstreamSocket } from "./upstream-socket.ts";

/** Methods that are remembered as not served: clients choose their names where an operator allowed a prefix. */
const maxUnsupported = 256;

/** An upstream that missed a notification comes after others for this long. */
const distrustMs = 60_000;

/** How the sockets of one upstream are kept. */
export interface LinkOptions extends SocketOptions {
  /** Sockets to one upstream at most. */
  readonly maxSockets: number;
  /** Subscriptions on one socket before a further one is opened. */
  readonly subscriptionsPerSocket: number;
  readonly reconnect: ReconnectConfig;
}

/** One upstream address with its few sockets, and how it behaves. */
export class UpstreamLink {
  readonly #upstream: UpstreamUrl;
  readonly #rules: UpstreamRules | undefined;
  readonly #unsupported = new LRUCache<string, true>({ max: maxUnsupported });
  readonly #options: LinkOptions;
  readonly #sockets = new Set<UpstreamSocket>();
  #failures = 0;
  #goodFrom = Number.NEGATIVE_INFINITY;
  #retryAt = 0;

  constructor(upstream: UpstreamUrl, options: LinkOptions) {
    this.#upstream = upstream;
    this.#rules = upstream.settings === undefined ? undefined : new UpstreamRules(upstream.settings);
    this.#options = options;
  }

  /** For logs, even of an address that is none. Never the whole address: it may hold a key. */
  get host(): string {
    const { settings, url } = this.#upstream;
    return settings?.id ?? hideSecrets(/^[^/]*\/\/(?:[^/@]*@)?([^/?#]*)/.exec(url)?.[1] ?? "");
  }

  /** Whether it may serve the method: the operator lets it be asked, and it has not lately said that it does not. */
  offers(method: string): boolean {
    return !this.#unsupported.has(method) && (this.#rules?.allows(method, "subscriptions") ?? true);
  }

  /** It said that it does not serve the method. */
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

  /** It has not failed since it last answered, nor lately missed a notification. */
  isGood(now: number): boolean {
    return this.#failures === 0 && now >= this.#goodFrom;
  }

  /** It did not send what it should have. */
  recordMissed(now: number): void {
    this.#goodFrom = now + distrustMs;
  }

  /** A subscription can be put on it now. */
  canTake(now: number): boolean {
    return this.#sockets.size > 0 || now >= this.#retryAt;
  }

  /** It answers. */
  onAnswer(): void {
    this.#failures = 0;
  }

  /** The socket for one more subscription: a further one is opened only when the others are full. */
  socketFor(now: number, events: SocketEvents): UpstreamSocket {
    let least: UpstreamSocket | undefined;
    for (const socket of this.#sockets) if (least === undefined || socket.load < least.load) least = socket;
    const { maxSockets, subscriptionsPerSocket } = this.#options;
    const isFull = least === undefined || least.load >= subscriptionsPerSocket;
    if (least !== undefined && (!isFull || this.#sockets.size >= maxSockets || now < this.#retryAt))
      return least;
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

  /** Ends every socket; their entries are handed back. */
  end(reason: string): void {
    for (const socket of [...this.#sockets]) socket.end(reason);
  }

  /** It cannot be used at all for now. */
  fail(): void {
    this.#failures += 1;
    this.#retryAt = performance.now() + backoffMs(this.#failures, this.#options.reconnect);
    // What comes back may be another node.
    if (this.#sockets.size === 0) this.#unsupported.clear();
  }
}
