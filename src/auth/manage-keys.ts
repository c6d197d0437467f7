import { randomBytes } from "node:crypto";
import type { ConfigFault } from "../config/config-fault.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { type KeyStore, readKeyEntry, type StoredKey } from "./key-store.ts";
import { digestOf } from "./key-table.ts";

/** A key without its secrets and their digests. */
export type ShownKey = Readonly<Record<string, unknown>> & { readonly id: string };

/** A key and its new secret, which can't be read later. */
export interface CreatedKey {
  readonly key: ShownKey;
  readonly secret: string;
}

const secretBytes = 32;
/** How long the old secret of a rotated key stays valid, unless its overlap is given. */
const defaultOverlap = "24h";
const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Lists the keys of a store, without secrets. */
export async function listKeys(store: KeyStore): Promise<readonly ShownKey[]> {
  return (await store.read()).map(withoutSecrets);
}

/**
 * Checks and adds a key with these rights and limits. The store keeps only the SHA-256 of its secret. `configured` are the keys of the
 * configuration, which would hide a new one with the same id.
 */
export async function newKey(
  store: KeyStore,
  rights: Readonly<Record<string, unknown>> & { readonly id: string },
  configured: readonly { readonly id: string }[],
): Promise<CreatedKey> {
  const secret = newSecret();
  const key: StoredKey = { ...rights, key_sha256: digestOf(secret) };
  const faults = newKeyFaults(rights);
  if (faults.length > 0)
    throw RpcError.of("invalidParams", faults.map(({ at, message }) => `${at} ${message}`).join("; "));
  if (configured.some(({ id }) => id === key.id))
    throw RpcError.of(
      "invalidParams",
      `The configuration has a key ${key.id}, which would hide the new one: choose another id.`,
    );
  await store.change((keys) => {
    if (keys.some(({ id }) => id === key.id))
      throw RpcError.of(
        "invalidParams",
        `The key ${key.id} already exists: rotate or revoke it, or choose another id.`,
      );
    return { key };
  });
  return { key: withoutSecrets(key), secret };
}

/** What is wrong with the rights and limits of a new key. */
export function newKeyFaults(rights: Readonly<Record<string, unknown>>): ConfigFault[] {
  const faults: ConfigFault[] = [];
  readKeyEntry({ ...rights, key_sha256: digestOf("") }, "key", faults);
  return faults.map(({ at, message }) => ({ at: at.replace(/^key\./, ""), message }));
}

/** Gives a key a new secret; the old one stays valid for `overlap`, such as 30m. */
export async function rotateKey(store: KeyStore, id: string, overlap = defaultOverlap): Promise<CreatedKey> {
  const secret = newSecret();
  const ends = new Date(Date.now() + durationMs(overlap)).toISOString();
  const key = await store.change((keys) => {
    const { key: clear, key_sha256: digest, ...others } = findOrThrow(keys, id);
    const old = digest ?? digestOf(String(clear));
    return {
      key: { ...others, key_sha256: digestOf(secret), old_key_sha256: old, old_key_ends: ends },
    };
  });
  return { key: withoutSecrets(key), secret };
}

/** Removes a key. Within a second, every gateway refuses it. */
export async function revokeKey(store: KeyStore, id: string): Promise<ShownKey> {
  const key = await store.change((keys) => ({ key: findOrThrow(keys, id), isRemoved: true }));
  return withoutSecrets(key);
}

function findOrThrow(keys: readonly StoredKey[], id: string): StoredKey {
  const key = keys.find((candidate) => candidate.id === id);
  if (key !== undefined) return key;
  const ids = keys.map((candidate) => candidate.id);
  const hint = didYouMean(
    nearest(id, ids, 1),
    "svm-gateway keys list shows those that can be changed; one of the configuration is changed in its file",
  );
  throw RpcError.of("invalidParams", `No key ${JSON.stringify(id.slice(0, 64))}: ${hint}`);
}

/** What is wrong with an overlap, as text that follows its name; undefined if nothing is. */
export function overlapFault(text: string): string | undefined {
  if (/^\d{1,6}[smhd]$/.test(text)) return undefined;
  return `must be a whole number followed by s, m, h or d, such as 24h, got ${JSON.stringify(text.slice(0, 40))}`;
}

/** Parses a duration such as 30m. */
function durationMs(text: string): number {
  const fault = overlapFault(text);
  if (fault !== undefined) throw RpcError.of("invalidParams", `overlap ${fault}.`);
  return Number(text.slice(0, -1)) * (unitMs[text.slice(-1)] ?? 0);
}

function newSecret(): string {
  return `svm_${randomBytes(secretBytes).toString("base64url")}`;
}

function withoutSecrets({
  key: _key,
  key_sha256: _digest,
  old_key_sha256: _old,
  ...others
}: StoredKey): ShownKey {
  return others;
}
