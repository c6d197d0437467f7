import { hash } from "node:crypto";
import type { KeyEntry } from "../../generated/config.ts";
import type { SharedLimits } from "./caller-limits.ts";
import { type CallerMeter, meterIn } from "./caller-meter.ts";
import { CallerPlaces } from "./caller-places.ts";
import type { KnownCaller } from "./known-caller.ts";
import { Rights } from "./rights.ts";

/** Where keys are kept, those that win first. */
const keySources = ["configuration", "file", "redis"] as const;

/** A place where keys are kept. */
export type KeySource = (typeof keySources)[number];

/** The SHA-256 by which a key is known. */
export function digestOf(key: string): string {
  return hash("sha256", key);
}

/** The keys of all sources as one table of known callers. */
export class KeyTable {
  readonly #entries = new Map<KeySource, readonly KeyEntry[]>();
  readonly #listeners = new Set<() => void>();
  #byDigest: ReadonlyMap<string, KnownCaller> = new Map();
  /** Kept when a key changes: what was spent stays spent. */
  readonly #meters = new Map<string, CallerMeter>();
  readonly #shared: SharedLimits | undefined;

  /** `shared` counts what all gateways spend together; without it, this one counts alone. */
  constructor(shared?: SharedLimits) {
    this.#shared = shared;
  }

  /** The caller of a key, by the digest of what was presented: how long that takes does not depend on how similar it is to a key. */
  find(digest: string): KnownCaller | undefined {
    return this.#byDigest.get(digest);
  }

  /** What each key has spent. */
  get meters(): readonly CallerMeter[] {
    return [...this.#meters.values()];
  }

  /** Whether a source holds any key. */
  has(source: KeySource): boolean {
    return (this.#entries.get(source) ?? []).length > 0;
  }

  /** Takes the keys that a source holds now; returns the ids for which the key of another source wins. */
  replace(source: KeySource, entries: readonly KeyEntry[]): readonly string[] {
    this.#entries.set(source, entries);
    const byId = new Map<string, KeyEntry>();
    const hidden: string[] = [];
    for (const name of keySources) {
      for (const entry of this.#entries.get(name) ?? [])
        if (byId.has(entry.id)) hidden.push(entry.id);
        else byId.set(entry.id, entry);
    }
    const byDigest = new Map<string, KnownCaller>();
    for (const entry of byId.values()) {
      const places = new CallerPlaces(entry);
      const meter = meterIn(this.#meters, entry.id, entry, places.isForPages, { shared: this.#shared });
      addCallers(byDigest, entry, places, meter);
    }
    for (const id of this.#meters.keys()) if (!byId.has(id)) this.#meters.delete(id);
    this.#byDigest = byDigest;
    for (const listener of this.#listeners) listener();
    return hidden;
  }

  /** Calls back after each change; returns how to stop that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Adds the caller for each secret of a key; the first of two keys with one secret wins. */
function addCallers(
  byDigest: Map<string, KnownCaller>,
  entry: KeyEntry,
  places: CallerPlaces,
  meter: CallerMeter,
): void {
  const { id, key, keySha256 = key && digestOf(key), oldKeySha256 } = entry;
  const endsAt = timeOf(entry.expires);
  const caller = { id, kind: "key", rights: new Rights(entry), places, meter } as const;
  for (const [digest, ends] of [
    [keySha256, endsAt],
    [oldKeySha256, Math.min(endsAt, timeOf(entry.oldKeyEnds))],
  ] as const)
    if (digest !== undefined && !byDigest.has(digest))
      byDigest.set(digest, { ...caller, digest, endsAt: ends });
}

function timeOf(date: string | undefined): number {
  return date === undefined ? Number.POSITIVE_INFINITY : Date.parse(date);
}
