import { hash } from "node:crypto";
import type { KeyEntry } from "../../generated/config.ts";
import type { SharedLimits } from "./caller-limits.ts";
import { CallerMeter } from "./caller-meter.ts";
import { CallerPlaces } from "./caller-places.ts";
import type { KnownCaller } from "./known-caller.ts";
import { Rights } from "./rights.ts";

/** Where keys are kept, those that win first. */
const keySources = ["configuration", "file", "redis"] as const;

/** A place where keys are kept. */
export type KeySource = (typeof keySources)[number];

/** The SHA-256 of a key, by which it is known. */
export function digestOf(key: string): string {
  return hash("sha256", key);
}

/** A meter, with the text of the limits that it was given. */
interface KeptMeter {
  readonly meter: CallerMeter;
  readonly limits: string;
}

/** The keys of all sources as one table of known callers. */
export class KeyTable {
  readonly #entries = new Map<KeySource, readonly KeyEntry[]>();
  readonly #listeners = new Set<() => void>();
  #byDigest: ReadonlyMap<string, KnownCaller> = new Map();
  #byId: ReadonlyMap<string, KeyEntry> = new Map();
  /** Kept over changes of a key: what was spent stays spent. */
  #meters = new Map<string, KeptMeter>();
  readonly #shared: SharedLimits | undefined;

  /** `shared` counts what all gateways spend together; without it this one counts alone. */
  constructor(shared?: SharedLimits) {
    this.#shared = shared;
  }

  /**
   * The caller of a key. The table is asked for the digest of what was presented: how long that takes says nothing of how near
   * the text is to a key.
   */
  find(digest: string): KnownCaller | undefined {
    return this.#byDigest.get(digest);
  }

  /** Every key by its id. */
  get entries(): ReadonlyMap<string, KeyEntry> {
    return this.#byId;
  }

  /** What each key has spent, by id. */
  get meters(): readonly CallerMeter[] {
    return [...this.#meters.values()].map(({ meter }) => meter);
  }

  /** Whether a source holds any key. */
  has(source: KeySource): boolean {
    return (this.#entries.get(source) ?? []).length > 0;
  }

  /** Takes over what a source holds now; returns the ids that another source has too, whose key wins. */
  replace(source: KeySource, entries: readonly KeyEntry[]): readonly string[] {
    this.#entries.set(source, entries);
    const byId = new Map<string, KeyEntry>();
    const hidden: string[] = [];
    for (const name of keySources) {
      for (const entry of this.#entries.get(name) ?? [])
        if (byId.has(entry.id)) hidden.push(entry.id);
        else byId.set(entry.id, entry);
    }
    const meters = new Map<string, KeptMeter>();
    const byDigest = new Map<string, KnownCaller>();
    for (const entry of byId.values()) {
      const places = new CallerPlaces(entry);
      const kept = this.#meterOf(entry, places.isForPages);
      meters.set(entry.id, kept);
      addCallers(byDigest, entry, places, kept.meter);
    }
    this.#meters = meters;
    this.#byId = byId;
    this.#byDigest = byDigest;
    for (const listener of this.#listeners) listener();
    return hidden;
  }

  /** Calls back after each change; returns how to stop that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The meter of a key; what it had spent under other limits counts under the new ones. */
  #meterOf(entry: KeyEntry, isForPages: boolean): KeptMeter {
    const { rateLimit, creditsPerDay, creditsPerMonth, maxConcurrent, maxSubscriptions, maxSockets } = entry;
    const limits = { rateLimit, creditsPerDay, creditsPerMonth, maxConcurrent, maxSubscriptions, maxSockets };
    const text = JSON.stringify({ ...limits, isForPages });
    const known = this.#meters.get(entry.id);
    if (known === undefined) {
      const meter = new CallerMeter(entry.id, limits, isForPages, { shared: this.#shared });
      return { meter, limits: text };
    }
    if (known.limits !== text) known.meter.setLimits(limits, isForPages);
    return { meter: known.meter, limits: text };
  }
}

/** Adds the caller for each secret of a key; the first of two keys with one secret wins. */
function addCallers(
  byDigest: Map<string, KnownCaller>,
  entry: KeyEntry,
  places: CallerPlaces,
  meter: CallerMeter,
): void {
  const expires = timeOf(entry.expires);
  const caller = {
    id: entry.id,
    kind: "key",
    rights: new Rights(entry),
    places,
    meter,
  } as const;
  const digest = entry.keySha256 ?? (entry.key === undefined ? undefined : digestOf(entry.key));
  if (digest !== undefined && !byDigest.has(digest))
    byDigest.set(digest, { ...caller, digest, endsAt: expires });
  const old = entry.oldKeySha256;
  if (old !== undefined && !byDigest.has(old))
    byDigest.set(old, { ...caller, digest: old, endsAt: Math.min(expires, timeOf(entry.oldKeyEnds)) });
}

function timeOf(date: string | undefined): number {
  return date === undefined ? Number.POSITIVE_INFINITY : Date.parse(date);
}
