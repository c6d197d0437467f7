import { LRUCache } from "lru-cache";
import type { Upstream } from "./upstream.ts";

/** Clients whose upstream is kept for each network; the one that was away longest is forgotten first. */
const maxClients = 10_000;

/** Which upstream of a network each client's calls go to, so that a client does not see one slot here and an older one there. */
export class ClientUpstreams {
  readonly #upstreams = new LRUCache<string, Upstream>({ max: maxClients });

  /** The client's upstream; undefined for one who has none yet. */
  get(client: string): Upstream | undefined {
    return this.#upstreams.get(client);
  }

  set(client: string, upstream: Upstream): void {
    this.#upstreams.set(client, upstream);
  }
}
