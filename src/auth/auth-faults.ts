import type { Config, KeyEntry } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { matchesMethod } from "../networks/method-patterns.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { blockList } from "./caller-places.ts";
import { categoryWord } from "./rights.ts";

type Described = Readonly<Record<string, MethodDescription>>;
type AuthConfig = Config["auth"];

/** Whether keys or tokens are configured. */
export function isAuthOn({ keys, keysFile, keysRedis, jwt }: AuthConfig): boolean {
  return keys.length > 0 || keysFile !== undefined || keysRedis || jwt.issuer !== undefined;
}

/** What is wrong with `auth` beyond the form of its values. */
export function authFaults(
  { auth, redis }: Pick<Config, "auth" | "redis">,
  described: Described,
): ConfigFault[] {
  const { keys, jwt } = auth;
  const faults = keys.flatMap((entry, index) => keyFaults(entry, described, `auth.keys[${index}]`));
  const add = (at: string, message: string) => faults.push({ at, message });
  faults.push(...repeatedIdFaults(keys, "auth.keys"));
  if (auth.keysRedis && (redis.url === undefined || redis.hmacKey === undefined))
    add(
      "auth.keys_redis",
      "needs redis.url and redis.hmac_key, the secret that keeps keys from being forged",
    );
  if (jwt.issuer !== undefined) {
    if ((jwt.jwksUrl === undefined) === (jwt.jwksFile === undefined))
      add("auth.jwt.jwks_url", "is missing, or jwks_file is: give one of them, the issuer's public keys");
    if ((jwt.audience ?? []).length === 0 && auth.resource === undefined)
      add(
        "auth.jwt.audience",
        "is missing: without it, tokens for other services of the issuer would be taken",
      );
    if (jwt.algorithms.length === 0) add("auth.jwt.algorithms", "must name at least one algorithm");
  } else if (jwt.jwksUrl !== undefined || jwt.jwksFile !== undefined)
    add("auth.jwt.issuer", "is missing: it says whose tokens are taken");
  return faults;
}

/** The ids that several keys of a list share; undefined is an entry with other faults. */
export function repeatedIdFaults(keys: readonly (KeyEntry | undefined)[], at: string): ConfigFault[] {
  const first = new Map(keys.map((key, index) => [key?.id, index] as const).reverse());
  return keys.flatMap((key, index) =>
    key === undefined || first.get(key.id) === index
      ? []
      : [{ at: `${at}[${index}].id`, message: `is the id of another key too: ${key.id}` }],
  );
}

/** What is wrong with one key beyond the form of its values. */
export function keyFaults(entry: KeyEntry, described: Described, at: string): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const add = (member: string, message: string) => faults.push({ at: `${at}.${member}`, message });
  if ((entry.key === undefined) === (entry.keySha256 === undefined))
    add("key", "is missing, or key_sha256 is: give one of them");
  for (const [member, date] of Object.entries({ expires: entry.expires, old_key_ends: entry.oldKeyEnds }))
    if (date !== undefined && Number.isNaN(Date.parse(date)))
      add(member, `is not a date that exists: ${date}`);
  const names = Object.keys(described);
  for (const pattern of entry.methods ?? [])
    if (!names.some((name) => matchesMethod([pattern], name)) && !pattern.endsWith("*"))
      add(
        "methods",
        `names no method: ${pattern}; ${didYouMean(nearest(pattern, names, 1), "svm-gateway methods lists them")}`,
      );
  const words = [...new Set(Object.values(described).map(({ category }) => categoryWord(category)))];
  for (const word of entry.categories ?? [])
    if (!words.includes(word)) add("categories", `names no category: ${word}; there are ${words.join(", ")}`);
  for (const block of entry.clients ?? []) {
    try {
      blockList([block]);
    } catch {
      // What the list can't take is no address or block.
      add("clients", `is not an address or a CIDR block: ${block}`);
    }
  }
  return faults;
}
