import type { Network } from "./network.ts";
import { changeNetwork, type NetworkChanges } from "./network-change.ts";

/** The current record of each network. Records and lists stay the same objects until they change. */
export class NetworkRecords {
  readonly #listeners = new Set<(network: Network) => void>();
  #byId = new Map<string, Network>();
  #all: readonly Network[] = [];
  #enabled: readonly Network[] = [];

  /** All networks, by id. */
  get all(): readonly Network[] {
    return this.#all;
  }

  get enabled(): readonly Network[] {
    return this.#enabled;
  }

  get ids(): Iterable<string> {
    return this.#byId.keys();
  }

  get(id: string): Network | undefined {
    return this.#byId.get(id);
  }

  /** Makes the records from the resolved networks and the run-time changes, and reports those that differ. */
  rebuild(resolved: ReadonlyMap<string, Network>, changes: NetworkChanges): void {
    const before = this.#byId;
    this.#byId = new Map();
    for (const [id, network] of resolved) {
      const current = changeNetwork(network, changes.get(id));
      const previous = before.get(id);
      this.#byId.set(id, previous !== undefined && isSameNetwork(previous, current) ? previous : current);
    }
    this.#all = Object.freeze([...this.#byId.values()]);
    this.#enabled = Object.freeze(this.#all.filter((network) => network.enabled));
    if (before.size === 0) return;
    for (const network of this.#all) if (before.get(network.id) !== network) this.#report(network);
    // A removed network is reported as disabled to those that still hold its record.
    for (const [id, network] of before) if (!this.#byId.has(id)) this.#report({ ...network, enabled: false });
  }

  /** Calls back with each record that changes; returns the function that stops it. */
  onChange(listener: (network: Network) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  removeListeners(): void {
    this.#listeners.clear();
  }

  #report(network: Network): void {
    for (const listener of this.#listeners) listener(network);
  }
}

/** Whether two records of a network are equal. */
export function isSameNetwork(a: Network, b: Network): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
