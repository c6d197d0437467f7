import { tierOf, type UpstreamUrl } from "../../networks/network.ts";
import { type LinkOptions, UpstreamLink } from "./upstream-link.ts";
import type { UpstreamSocket } from "./upstream-socket.ts";

/** The WebSocket upstreams of one network, sorted by tier, then by weight. */
export class UpstreamLinks {
  readonly #options: LinkOptions;
  #links: readonly UpstreamLink[];

  constructor(upstreams: readonly UpstreamUrl[], options: LinkOptions) {
    this.#options = options;
    this.#links = this.#linksTo(upstreams);
  }

  /** Number of sockets to all of them. */
  get socketCount(): number {
    let count = 0;
    for (const { sockets } of this.#links) count += sockets.size;
    return count;
  }

  /** `performance.now()` before which no further socket is opened to any of them. */
  get retryAt(): number {
    return Math.min(...this.#links.map(({ retryAt }) => retryAt));
  }

  /** Those that may serve a method. */
  offering(method: string): readonly UpstreamLink[] {
    return this.#links.filter((link) => link.offers(method));
  }

  /** The upstream of a socket; undefined when its address was replaced. */
  linkOf(socket: UpstreamSocket): UpstreamLink | undefined {
    return this.#links.find(({ sockets }) => sockets.has(socket));
  }

  /** Replaces the addresses, then ends the sockets of the old ones. */
  replace(upstreams: readonly UpstreamUrl[], reason: string): void {
    const old = this.#links;
    this.#links = this.#linksTo(upstreams);
    for (const link of old) link.end(reason);
  }

  /** Ends every socket, which reports its entries. */
  endSockets(reason: string): void {
    for (const link of this.#links) link.end(reason);
  }

  #linksTo(upstreams: readonly UpstreamUrl[]): readonly UpstreamLink[] {
    return [...upstreams]
      .sort((a, b) => tierOf(a) - tierOf(b) || b.weight - a.weight)
      .map((upstream) => new UpstreamLink(upstream, this.#options));
  }
}
