import { randomBytes } from "node:crypto";
import type { ConfigFault } from "../config/config-fault.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/wording.ts";
import { type KeyStorage, readKeyEntry, type StoredKey } from "./key-storages.ts";
import { digestOf } from "./key-table.ts";

/** A key without its secrets and their digests. */
export type ShownKey = Readonly<Record<string, unknown>> & { readonly id: string };

/** A key and its new secret, which can't be read later. */
export interface CreatedKey {
  readonly key: ShownKey;
  readonly secret: string;
}

const secretBytes = 32;
/** Default time for which the old secret of a rotated key stays valid. */
const defaultOverlap = "24h";
const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Lists the keys, without secrets. */
export async function listKeys(storage: KeyStorage): Promise<readonly ShownKey[]> {
  return (await storage.read()).map(withoutSecrets);
}

/**
 * Checks and adds a key with these rights and limits. Stores only the SHA-256 of its secret. Refuses an id of the `configured` keys,
 * which would hide the new one.
 */
export async function newKey(
  storage: KeyStorage,
  rights: Readonly<Record<string, unknown>> & { readonly id: string },
  configured: readonly { readonly id: string }[],
): Promise<CreatedKey> {
  const secret = newSecret();
  const key: StoredKey = { ...rights, key_sha256: digestOf(secret) };
  const faults: ConfigFault[] = [];
  readKeyEntry({ ...rights, key_sha256: digestOf("") }, "key", faults);
  if (faults.length > 0) throw keyMembersError(faults);
  if (configured.some(({ id }) => id === key.id))
    throw keyChangeError(
      `The configuration has a key ${key.id}, which would hide the new one: choose another id.`,
    );
  await storage.change((keys) => {
    if (keys.some(({ id }) => id === key.id))
      throw keyChangeError(`The key ${key.id} already exists: rotate or revoke it, or choose another id.`);
    return { key };
  });
  return { key: withoutSecrets(key), secret };
}

/** Gives a key a new secret; the old one stays valid for `overlap`, such as 30m. */
export async function rotateKey(
  storage: KeyStorage,
  id: string,
  overlap = defaultOverlap,
): Promise<CreatedKey> {
  const secret = newSecret();
  const ends = new Date(Date.now() + durationMs(overlap)).toISOString();
  const key = await storage.change((keys) => {
    const { key: clear, key_sha256: digest, ...others } = findKey(keys, id);
    const old = digest ?? digestOf(String(clear));
    return {
      key: { ...others, key_sha256: digestOf(secret), old_key_sha256: old, old_key_ends: ends },
    };
  });
  return { key: withoutSecrets(key), secret };
}

/** Removes a key. Every gateway refuses it within a second. */
export async function revokeKey(storage: KeyStorage, id: string): Promise<ShownKey> {
  const key = await storage.change((keys) => ({ key: findKey(keys, id), isRemoved: true }));
  return withoutSecrets(key);
}

/** Finds the key with this id. Throws `invalidParams` with a hint if there is none. */
export function findKey<Key extends { readonly id: string }>(keys: readonly Key[], id: string): Key {
  const key = keys.find((candidate) => candidate.id === id);
  if (key !== undefined) return key;
  const ids = keys.map((candidate) => candidate.id);
  const hint = didYouMean(
    nearest(id, ids, 1),
    "svm-gateway keys list shows those that can be changed; one of the configuration is changed in its file",
  );
  throw keyChangeError(`Unknown key ${JSON.stringify(truncate(id))}; ${hint}`);
}

/** Parses a duration such as 30m. */
function durationMs(text: string): number {
  if (/^\d{1,6}[smhd]$/.test(text)) return Number(text.slice(0, -1)) * (unitMs[text.slice(-1)] ?? 0);
  const message = `must be a whole number followed by s, m, h or d, such as 24h, got ${JSON.stringify(truncate(text))}`;
  throw keyMembersError([{ at: "overlap", message }]);
}

function keyChangeError(message: string, faults?: readonly object[]): RpcError {
  return RpcError.of("invalidParams", message, faults === undefined ? {} : { data: { faults } });
}

/** The error for invalid members of a key, listed in `data.faults` like parameters of a method. */
function keyMembersError(found: readonly ConfigFault[]): RpcError {
  const faults = found.map(({ at, message }) => ({ param: at.replace(/^key\./, ""), message }));
  return keyChangeError(faults.map(({ param, message }) => `${param} ${message}`).join("; "), faults);
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
