import { LRUCache } from "lru-cache";
import { getOrAdd } from "../get-or-add.ts";

/** Limit of points in a fixed window. */
export interface Window {
  readonly name: string;
  readonly points: number;
  readonly durationMs: number;
}

/** Points that a client has left of a window, or has spent of it. */
export interface WindowState {
  readonly points: number;
  /** Time until the window ends. */
  readonly ms: number;
}

/** Fixed-window counters of one client. A call that costs more than a window needs an untouched one; later windows pay the rest. */
export class ClientWindows {
  readonly #windows: readonly Window[];
  readonly #counts: number[];
  readonly #endsAt: number[];

  constructor(windows: readonly Window[]) {
    this.#windows = windows;
    this.#counts = windows.map(() => 0);
    this.#endsAt = windows.map(() => 0);
  }

  /** Spends points in every window and returns 0; or spends nothing and returns the milliseconds until all windows have enough. */
  spend(points: number, now: number): number {
    const waitMs = this.waitMs(points, now);
    if (waitMs === 0) this.#add(points);
    return waitMs;
  }

  /** Returns what `spend` would return, without spending. */
  waitMs(points: number, now: number): number {
    this.#moveTo(now);
    let waitMs = 0;
    for (const [index, { points: limit, durationMs }] of this.#windows.entries()) {
      const count = this.#counts[index] ?? 0;
      // `min`: a call that costs more than a whole window needs an untouched one.
      const excess = count + Math.min(points, limit) - limit;
      if (excess <= 0) continue;
      const windows = Math.ceil(excess / limit);
      waitMs = Math.max(waitMs, (this.#endsAt[index] ?? now) - now + (windows - 1) * durationMs);
    }
    return waitMs;
  }

  /** Spends points even if there are too few. */
  charge(points: number, now: number): void {
    this.#moveTo(now);
    this.#add(points);
  }

  /** Points spent in the first window, which ends after `ms`. */
  spent(now: number): WindowState {
    this.#moveTo(now);
    return { points: this.#counts[0] ?? 0, ms: (this.#endsAt[0] ?? now) - now };
  }

  /** Replaces the count of the first window by that of all processes; the window ends after `ms`. */
  setSpent({ points, ms }: WindowState, now: number): void {
    this.#moveTo(now);
    this.#counts[0] = points;
    this.#endsAt[0] = now + ms;
  }

  remaining(now: number): readonly WindowState[] {
    return this.#windows.map(({ points, durationMs }, index) => {
      const leftMs = (this.#endsAt[index] ?? 0) - now;
      if (leftMs <= 0) return { points, ms: durationMs };
      return { points: Math.max(0, points - (this.#counts[index] ?? 0)), ms: leftMs };
    });
  }

  #add(points: number): void {
    for (const [index, count] of this.#counts.entries()) this.#counts[index] = count + points;
  }

  /** Starts a new window in place of each that has ended. */
  #moveTo(now: number): void {
    for (const [index, window] of this.#windows.entries()) {
      const endsAt = this.#endsAt[index] ?? 0;
      if (now < endsAt) continue;
      // Points spent above the limit are paid off by this window and those that have passed since.
      const paid = window.points * (1 + Math.floor((now - endsAt) / window.durationMs));
      this.#counts[index] = Math.max(0, (this.#counts[index] ?? 0) - paid);
      this.#endsAt[index] = now + window.durationMs;
    }
  }
}

/** In-memory counters of all clients; beyond `maxClients` the least recently used is evicted. */
export class WindowCounter {
  readonly #clients: LRUCache<string, ClientWindows>;
  readonly #create: () => ClientWindows;
  /** Stands for any client that has spent nothing. */
  readonly #untouched: ClientWindows;

  constructor(windows: readonly Window[], maxClients: number) {
    this.#clients = new LRUCache({ max: maxClients });
    this.#create = () => new ClientWindows(windows);
    this.#untouched = this.#create();
  }

  of(client: string): ClientWindows {
    return getOrAdd<string, ClientWindows>(this.#clients, client, this.#create);
  }

  remaining(client: string, now: number): readonly WindowState[] {
    return (this.#clients.peek(client) ?? this.#untouched).remaining(now);
  }
}

/** Creates a writer of the `RateLimit-Policy` and `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers-10). */
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
