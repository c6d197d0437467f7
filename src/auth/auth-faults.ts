import type { Config, KeyEntry } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { matchesMethod } from "../networks/network.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { blockList } from "./authenticated-caller.ts";
import { digestOf } from "./key-table.ts";
import { categoryWord } from "./rights.ts";

type AuthConfig = Config["auth"];

/** True if the configuration has keys, a storage of keys or an issuer of tokens. */
export function isAuthOn({ keys, keysFile, keysRedis, jwt }: AuthConfig): boolean {
  return keys.length > 0 || keysFile !== undefined || keysRedis || jwt.issuer !== undefined;
}

/** Faults of the `auth` settings that their schema does not find. */
export function authFaults({ auth, redis }: Pick<Config, "auth" | "redis">): ConfigFault[] {
  const { keys, jwt } = auth;
  const faults = keys.flatMap((entry, index) => keyFaults(entry, `auth.keys[${index}]`));
  const add = (at: string, message: string) => faults.push({ at, message });
  faults.push(...repeatedKeyFaults(keys, "auth.keys"));
  if (auth.keysRedis && (redis.url === undefined || redis.hmacKey === undefined))
    add("auth.keys_redis", "needs redis.url, and redis.hmac_key: that secret prevents forged keys");
  if (jwt.issuer !== undefined) {
    if ((jwt.jwksUrl === undefined) === (jwt.jwksFile === undefined))
      add(
        "auth.jwt.jwks_url",
        "must be set, or jwks_file in its place, but not both: it says where to get the issuer's public keys",
      );
    if ((jwt.audience ?? []).length === 0 && auth.resource === undefined)
      add(
        "auth.jwt.audience",
        "is missing: without it, the gateway would accept tokens for other services of the issuer",
      );
    if (jwt.algorithms.length === 0)
      add("auth.jwt.algorithms", "must name at least one algorithm, such as RS256");
  } else if (jwt.jwksUrl !== undefined || jwt.jwksFile !== undefined)
    add("auth.jwt.issuer", "is missing: name the issuer whose tokens to accept");
  if (auth.resource !== undefined && jwt.issuer === undefined)
    add("auth.resource", "needs auth.jwt: name the issuer of the tokens for the tools");
  return faults;
}

/** Faults for ids and secrets that keys of a list share. Undefined entries have other faults and are skipped. */
export function repeatedKeyFaults(keys: readonly (KeyEntry | undefined)[], at: string): ConfigFault[] {
  const ids = new Set<string>();
  const ownerOf = new Map<string, string>();
  const faults: ConfigFault[] = [];
  for (const [index, entry] of keys.entries()) {
    if (entry === undefined) continue;
    const { id, key, keySha256 = key && digestOf(key) } = entry;
    const otherId = ownerOf.get(keySha256 ?? "");
    if (ids.has(id))
      faults.push({ at: `${at}[${index}].id`, message: `is already the id of another key: ${id}` });
    else if (otherId !== undefined)
      faults.push({
        at: `${at}[${index}].${key === undefined ? "key_sha256" : "key"}`,
        message: `is already the key of ${otherId}: give ${id} a key of its own`,
      });
    ids.add(id);
    if (keySha256 !== undefined) ownerOf.set(keySha256, id);
  }
  return faults;
}

/** `Date.parse` alone reads February 30 as March 2. */
function isExistingDate(date: string): boolean {
  const day = date.slice(0, 10);
  return !Number.isNaN(Date.parse(date)) && new Date(day).toISOString().startsWith(day);
}

/** Faults of one key that its schema does not find. */
export function keyFaults(entry: KeyEntry, at: string): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const add = (member: string, message: string) => faults.push({ at: `${at}.${member}`, message });
  if ((entry.key === undefined) === (entry.keySha256 === undefined))
    add("key", "must be set, or key_sha256 in its place, but not both");
  for (const [member, date] of Object.entries({ expires: entry.expires, old_key_ends: entry.oldKeyEnds }))
    if (date !== undefined && !isExistingDate(date)) add(member, `is not a date that exists: ${date}`);
  const names = Object.keys(methods);
  for (const pattern of entry.methods ?? [])
    if (!names.some((name) => matchesMethod([pattern], name)) && !pattern.endsWith("*"))
      add(
        "methods",
        `names no method: ${pattern}; ${didYouMean(nearest(pattern, names, 1), "svm-gateway methods lists them")}`,
      );
  const words = [...new Set(Object.values(methods).map(({ category }) => categoryWord(category)))];
  for (const word of entry.categories ?? [])
    if (!words.includes(word)) add("categories", `names no category: ${word}; there are ${words.join(", ")}`);
  for (const block of entry.clients ?? []) {
    try {
      blockList([block]);
    } catch {
      add("clients", `is not an address or a CIDR block: ${block}`);
    }
  }
  return faults;
}
