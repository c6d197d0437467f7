import { hash } from "node:crypto";
import type { KeyEntry } from "../../generated/config.ts";
import { type AuthenticatedCaller, KeyRestrictions } from "./authenticated-caller.ts";
import { type CallerMeter, findOrCreateMeter, type SharedLimits } from "./caller-meter.ts";
import { Rights } from "./rights.ts";

/** Sources in order of precedence: of two keys with the same id, the first wins. */
const keySources = ["configuration", "file", "redis"] as const;

/** Where a key comes from. */
export type KeySource = (typeof keySources)[number];

/** SHA-256 of a key or token in hexadecimal, by which keys are stored and looked up. */
export function digestOf(key: string): string {
  return hash("sha256", key);
}

/** Finds callers by key, over the keys of all sources. */
export class KeyTable {
  readonly #entries = new Map<KeySource, readonly KeyEntry[]>();
  readonly #listeners = new Set<() => void>();
  #byDigest: ReadonlyMap<string, AuthenticatedCaller> = new Map();
  /** Meters by key id. A changed key keeps its meter, and with it what it has spent. */
  readonly #meters = new Map<string, CallerMeter>();
  readonly #shared: SharedLimits | undefined;

  /** Without `shared`, counts in this gateway only. */
  constructor(shared?: SharedLimits) {
    this.#shared = shared;
  }

  /** Finds a caller by the digest of its key, so that timing does not reveal how close a guess is. */
  find(digest: string): AuthenticatedCaller | undefined {
    return this.#byDigest.get(digest);
  }

  get meters(): readonly CallerMeter[] {
    return [...this.#meters.values()];
  }

  has(source: KeySource): boolean {
    return (this.#entries.get(source) ?? []).length > 0;
  }

  /** Replaces the keys of a source. Returns the ids of all keys that a source of higher precedence hides. */
  replace(source: KeySource, entries: readonly KeyEntry[]): readonly string[] {
    this.#entries.set(source, entries);
    const byId = new Map<string, KeyEntry>();
    const hidden: string[] = [];
    for (const name of keySources) {
      for (const entry of this.#entries.get(name) ?? [])
        if (byId.has(entry.id)) hidden.push(entry.id);
        else byId.set(entry.id, entry);
    }
    const byDigest = new Map<string, AuthenticatedCaller>();
    for (const entry of byId.values()) {
      const restrictions = new KeyRestrictions(entry);
      const meter = findOrCreateMeter(this.#meters, entry.id, entry, restrictions.isForPages, this.#shared);
      addCallers(byDigest, entry, restrictions, meter);
    }
    for (const id of this.#meters.keys()) if (!byId.has(id)) this.#meters.delete(id);
    this.#byDigest = byDigest;
    for (const listener of this.#listeners) listener();
    return hidden;
  }

  /** Calls the listener after each change. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Adds a caller under each secret of a key. Of two keys with the same secret, the first wins. */
function addCallers(
  byDigest: Map<string, AuthenticatedCaller>,
  entry: KeyEntry,
  restrictions: KeyRestrictions,
  meter: CallerMeter,
): void {
  const { id, key, keySha256 = key && digestOf(key), oldKeySha256 } = entry;
  const endsAt = toTime(entry.expires);
  const caller = { id, kind: "key", rights: new Rights(entry), restrictions, meter } as const;
  for (const [digest, ends] of [
    [keySha256, endsAt],
    [oldKeySha256, Math.min(endsAt, toTime(entry.oldKeyEnds))],
  ] as const)
    if (digest !== undefined && !byDigest.has(digest))
      byDigest.set(digest, { ...caller, digest, endsAt: ends });
}

function toTime(date: string | undefined): number {
  return date === undefined ? Number.POSITIVE_INFINITY : Date.parse(date);
}
