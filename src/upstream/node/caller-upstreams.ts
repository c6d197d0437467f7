import { LRUCache } from "lru-cache";
import type { Upstream } from "./upstream.ts";

/** Callers whose upstream is kept for each network; the one that was away longest is forgotten first. */
const maxCallers = 10_000;

/** Which upstream of a network each caller's calls go to, so that a caller does not see one slot here and an older one there. */
export class CallerUpstreams {
  readonly #upstreams = new LRUCache<string, Upstream>({ max: maxCallers });

  /** The caller's upstream; undefined for one who has none yet. */
  get(caller: string): Upstream | undefined {
    return this.#upstreams.get(caller);
  }

  set(caller: string, upstream: Upstream): void {
    this.#upstreams.set(caller, upstream);
  }
}
