import type { SocketEntry } from "./socket-entry.ts";

/**
 * The confirmed entries of a socket, by the upstream's id. Nodes give equal subscriptions on a socket one id, so several entries
 * may have the same.
 */
export class SubscribedEntries {
  readonly #ids = new Map<SocketEntry, string>();
  readonly #byId = new Map<string, Set<SocketEntry>>();

  get size(): number {
    return this.#ids.size;
  }

  get all(): Iterable<SocketEntry> {
    return this.#ids.keys();
  }

  idOf(entry: SocketEntry): string | undefined {
    return this.#ids.get(entry);
  }

  /** The entries with an id; undefined when there are none. */
  withId(id: string): ReadonlySet<SocketEntry> | undefined {
    return this.#byId.get(id);
  }

  add(entry: SocketEntry, id: string): void {
    this.#ids.set(entry, id);
    const entries = this.#byId.get(id);
    if (entries === undefined) this.#byId.set(id, new Set([entry]));
    else entries.add(entry);
  }

  /** Removes an entry; returns its id, undefined when it has none. */
  remove(entry: SocketEntry): string | undefined {
    const id = this.#ids.get(entry);
    if (id === undefined) return undefined;
    this.#ids.delete(entry);
    const entries = this.#byId.get(id);
    entries?.delete(entry);
    if (entries?.size === 0) this.#byId.delete(id);
    return id;
  }

  clear(): void {
    this.#ids.clear();
    this.#byId.clear();
  }
}
