import { LRUCache } from "lru-cache";

/** After this many merged calls in a row that failed, none is made for a while. */
const maxFailures = 3;
const pauseMs = 10_000;
/** Most clients remembered for making merged calls fail; the least recently seen is forgotten first. */
const maxClients = 1000;

class Pause {
  #failures = 0;
  #until = Number.NEGATIVE_INFINITY;

  isOver(now: number): boolean {
    return now >= this.#until;
  }

  recordFailure(now: number): void {
    this.#failures += 1;
    if (this.#failures < maxFailures) return;
    this.#failures = 0;
    this.#until = now + pauseMs;
  }

  recordSuccess(): void {
    this.#failures = 0;
  }
}

/**
 * Who is not merged for a while: a client whose reads make merged calls fail, or everyone if merged calls fail though each of
 * their reads is then answered, since the upstreams may refuse them. One client's bad reads do not affect the others.
 */
export class MergeFailures {
  readonly #all = new Pause();
  readonly #clients = new LRUCache<string, Pause>({ max: maxClients });

  /** Whether the reads of a client may be merged now. */
  mayMerge(client: string | undefined, now: number): boolean {
    if (!this.#all.isOver(now)) return false;
    return this.#clients.size === 0 || (this.#clients.get(client ?? "")?.isOver(now) ?? true);
  }

  recordSuccess(): void {
    this.#all.recordSuccess();
  }

  /** A merged call failed. `guilty`: the clients whose reads failed by themselves too; empty if all were answered. */
  recordFailure(guilty: readonly (string | undefined)[], now: number): void {
    if (guilty.length === 0) this.#all.recordFailure(now);
    for (const client of new Set(guilty)) this.#pauseOf(client ?? "").recordFailure(now);
  }

  #pauseOf(client: string): Pause {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const made = new Pause();
    this.#clients.set(client, made);
    return made;
  }
}
