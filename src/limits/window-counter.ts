import { LRUCache } from "lru-cache";

/** So many points in so many milliseconds. */
export interface Window {
  readonly points: number;
  readonly durationMs: number;
}

/** What one client spent of each window. */
interface Spent {
  readonly counts: number[];
  readonly endsAt: number[];
}

/**
 * Counts what clients spend in fixed windows, in memory. Bounded: beyond `maxClients` the one that was away longest is forgotten.
 * Synchronous, and 10 times cheaper than a promise for each window, since every call of every client comes here.
 */
export class WindowCounter {
  readonly #windows: readonly Window[];
  readonly #clients: LRUCache<string, Spent>;

  constructor(windows: readonly Window[], maxClients: number) {
    this.#windows = windows;
    this.#clients = new LRUCache({ max: maxClients });
  }

  /** Clients that are kept in mind. */
  get size(): number {
    return this.#clients.size;
  }

  /**
   * Takes points from every window of a client. 0 when all of them had enough; otherwise nothing is taken, and the milliseconds
   * are given until the last window that had not begins anew.
   */
  spend(client: string, points: number, now: number): number {
    const spent = this.#of(client, now);
    let waitMs = 0;
    this.#windows.forEach((window, index) => {
      if ((spent.counts[index] ?? 0) + points > window.points)
        waitMs = Math.max(waitMs, (spent.endsAt[index] ?? now) - now);
    });
    if (waitMs > 0) return waitMs;
    this.#take(spent, points);
    return 0;
  }

  /** Takes points that were spent elsewhere, enough or not. */
  charge(client: string, points: number, now: number): void {
    this.#take(this.#of(client, now), points);
  }

  #take(spent: Spent, points: number): void {
    for (let index = 0; index < this.#windows.length; index += 1)
      spent.counts[index] = (spent.counts[index] ?? 0) + points;
  }

  /** What a client spent of the windows that are open now. */
  #of(client: string, now: number): Spent {
    let spent = this.#clients.get(client);
    if (spent === undefined) {
      spent = { counts: this.#windows.map(() => 0), endsAt: this.#windows.map(() => 0) };
      this.#clients.set(client, spent);
    }
    for (const [index, window] of this.#windows.entries()) {
      if (now < (spent.endsAt[index] ?? 0)) continue;
      spent.counts[index] = 0;
      spent.endsAt[index] = now + window.durationMs;
    }
    return spent;
  }
}
