import { LRUCache } from "lru-cache";

/** A number of points in a number of milliseconds. */
export interface Window {
  readonly name: string;
  readonly points: number;
  readonly durationMs: number;
}

/** What a client has left of a window, or has spent of it. */
export interface WindowState {
  readonly points: number;
  /** Milliseconds until the window ends. */
  readonly ms: number;
}

interface ClientWindows {
  readonly counts: number[];
  readonly endsAt: number[];
}

/**
 * Counts what clients spend in fixed windows, in memory. A call that costs more than a window needs an untouched one, and the rest is
 * charged to the windows after it. Beyond `maxClients`, the client that was idle longest is forgotten.
 */
export class WindowCounter {
  readonly #windows: readonly Window[];
  readonly #clients: LRUCache<string, ClientWindows>;

  constructor(windows: readonly Window[], maxClients: number) {
    this.#windows = windows;
    this.#clients = new LRUCache({ max: maxClients });
  }

  /** Takes points from every window of a client and returns 0; or takes nothing, and returns the milliseconds until all have enough. */
  spend(client: string, points: number, now: number): number {
    const spent = this.#openWindows(client, now);
    const waitMs = this.#waitMs(spent, points, now);
    if (waitMs === 0) add(points, spent);
    return waitMs;
  }

  /** Returns what `spend` would, and takes nothing. */
  waitMs(client: string, points: number, now: number): number {
    return this.#waitMs(this.#openWindows(client, now), points, now);
  }

  #waitMs(spent: ClientWindows, points: number, now: number): number {
    let waitMs = 0;
    for (const [index, { points: limit, durationMs }] of this.#windows.entries()) {
      const count = spent.counts[index] ?? 0;
      // A call that costs more than a whole window needs an untouched one.
      const excess = count + Math.min(points, limit) - limit;
      if (excess <= 0) continue;
      const windows = Math.ceil(excess / limit);
      waitMs = Math.max(waitMs, (spent.endsAt[index] ?? now) - now + (windows - 1) * durationMs);
    }
    return waitMs;
  }

  /** Takes points even if there are too few. */
  charge(client: string, points: number, now: number): void {
    add(points, this.#openWindows(client, now));
  }

  /** What a client spent of the first window, which ends after `ms`. */
  spent(client: string, now: number): WindowState {
    const { counts, endsAt } = this.#openWindows(client, now);
    return { points: counts[0] ?? 0, ms: (endsAt[0] ?? now) - now };
  }

  /** Sets what a client spent of the first window, by the count of all processes; the window ends after `ms`. */
  setSpent(client: string, { points, ms }: WindowState, now: number): void {
    const spent = this.#openWindows(client, now);
    spent.counts[0] = points;
    spent.endsAt[0] = now + ms;
  }

  remaining(client: string, now: number): readonly WindowState[] {
    const spent = this.#clients.peek(client);
    return this.#windows.map(({ points, durationMs }, index) => {
      const { counts = [], endsAt = [] } = spent ?? {};
      const leftMs = (endsAt[index] ?? 0) - now;
      if (leftMs <= 0) return { points, ms: durationMs };
      return { points: Math.max(0, points - (counts[index] ?? 0)), ms: leftMs };
    });
  }

  /** What a client spent of the windows that are open now. */
  #openWindows(client: string, now: number): ClientWindows {
    let spent = this.#clients.get(client);
    if (spent === undefined) {
      spent = { counts: this.#windows.map(() => 0), endsAt: this.#windows.map(() => 0) };
      this.#clients.set(client, spent);
    }
    for (const [index, window] of this.#windows.entries()) {
      const endsAt = spent.endsAt[index] ?? 0;
      if (now < endsAt) continue;
      // What was spent above the limit is charged to this window and to those that have passed since.
      const paid = window.points * (1 + Math.floor((now - endsAt) / window.durationMs));
      spent.counts[index] = Math.max(0, (spent.counts[index] ?? 0) - paid);
      spent.endsAt[index] = now + window.durationMs;
    }
    return spent;
  }
}

function add(points: number, { counts }: ClientWindows): void {
  for (const [index, count] of counts.entries()) counts[index] = count + points;
}

/** Builds the writer of the `RateLimit-Policy` and `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders(
  windows: readonly Window[],
): (left: readonly WindowState[]) => readonly string[] {
  const policy = windows
    .map(({ name, points, durationMs }) => `"${name}";q=${points};w=${durationMs / 1000}`)
    .join(", ");
  return (left) => {
    let state = "";
    for (const [index, { points, ms }] of left.entries())
      state += `${index === 0 ? "" : ", "}"${windows[index]?.name}";r=${points};t=${Math.ceil(ms / 1000)}`;
    return ["ratelimit-policy", policy, "ratelimit", state];
  };
}
