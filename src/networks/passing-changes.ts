import type { AnnouncedChange, NetworkChange, NetworkChanges } from "./network-change.ts";

/** Run-time changes that end with the process. They override saved changes, and a later change overrides an earlier one. */
export class PassingChanges {
  readonly #changes: Map<string, NetworkChange>;

  constructor(changes: Iterable<readonly [string, NetworkChange]> = []) {
    this.#changes = new Map(changes);
  }

  has(id: string): boolean {
    return this.#changes.has(id);
  }

  /** Adds a passing change. A lasting one only removes passing changes of the same fields. */
  apply({ network, change, lasts }: AnnouncedChange): void {
    if (!lasts) this.#changes.set(network, { ...this.#changes.get(network), ...change });
    else this.#drop(network, Object.keys(change));
  }

  /** Removes changes of fields that another process has since changed or reset. */
  dropChanged(before: NetworkChanges, after: NetworkChanges): void {
    for (const id of this.#changes.keys()) {
      const [was, is] = [before.get(id) ?? {}, after.get(id) ?? {}];
      this.#drop(
        id,
        (["enabled", "rpcUrl"] as const).filter((field) => was[field] !== is[field]),
      );
    }
  }

  /** Returns the saved changes, overridden by these. */
  over(saved: NetworkChanges): NetworkChanges {
    if (this.#changes.size === 0) return saved;
    const all = new Map(saved);
    for (const [id, change] of this.#changes) all.set(id, { ...all.get(id), ...change });
    return all;
  }

  entries(): readonly (readonly [string, NetworkChange])[] {
    return [...this.#changes];
  }

  #drop(id: string, fields: readonly string[]): void {
    const left = Object.entries(this.#changes.get(id) ?? {}).filter(([field]) => !fields.includes(field));
    if (left.length === 0) this.#changes.delete(id);
    else this.#changes.set(id, Object.fromEntries(left));
  }
}
