import { resolve } from "node:path";
import { isAuthOn } from "../../auth/auth-faults.ts";
import { Authenticator } from "../../auth/authenticator.ts";
import { CallCharges } from "../../auth/call-charges.ts";
import { createRedisKeyStorage } from "../../auth/key-storages.ts";
import { KeyTable } from "../../auth/key-table.ts";
import { callerCreditScope, createRedisLimits } from "../../auth/redis-limits.ts";
import { createRefusalLog } from "../../auth/refusal-log.ts";
import { createTokenChecker } from "../../auth/token-checker.ts";
import { Usage } from "../../auth/usage.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findMethod } from "../../gateway/params/method-index.ts";
import type { Report } from "../../log/logger.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { createWorkerLimits, type WorkerLink } from "../../workers/worker-link.ts";
import { createCreditSync } from "../state/create-credit-sync.ts";
import type { Storages } from "../state/create-storages.ts";
import { createReadReporter, type FollowedStorage, followKeyFile, followKeyRedis } from "./follow-keys.ts";

interface AuthParts extends Report {
  readonly loaded: LoadedConfig;
  readonly redis: RedisLink | undefined;
  readonly firstProcess: WorkerLink | undefined;
  readonly storages: Pick<Storages, "callerCredits" | "usage">;
}

/** Creates authentication, caller limits and usage counting; undefined without keys and issuer. Throws `ConfigFaults`. */
export async function createAuth({ loaded, log, countFailure, redis, firstProcess, storages }: AuthParts) {
  const { folder } = loaded;
  const { auth } = loaded.config;
  if (!isAuthOn(auth)) return undefined;
  const shared = redis ? createRedisLimits(redis) : firstProcess && createWorkerLimits(firstProcess);
  const table = new KeyTable(shared);
  table.replace("configuration", auth.keys);
  const unreadable = new Set<string>();
  const reportReads = createReadReporter(unreadable, log, countFailure);
  const keyStorages: FollowedStorage[] = [];
  if (auth.keysFile !== undefined) {
    const path = resolve(folder, auth.keysFile);
    keyStorages.push(await followKeyFile(path, table, reportReads("auth.keys_file"), log));
  }
  if (auth.keysRedis && redis !== undefined) {
    const storage = createRedisKeyStorage(redis, (count) =>
      log.warn({ count }, "ignoring keys in Redis with an invalid signature: check who has write access"),
    );
    keyStorages.push(await followKeyRedis(storage, table, reportReads("auth.keys_redis"), log));
  }
  const { jwt, resource } = auth;
  const jwksFile = jwt.jwksFile === undefined ? undefined : resolve(folder, jwt.jwksFile);
  const tokens =
    jwt.issuer === undefined
      ? undefined
      : await createTokenChecker({ jwt, resource, jwksFile, shared, onUsable: reportReads("auth.jwt") });
  const storedCredits = () =>
    [...table.meters, ...(tokens?.meters ?? [])].map(({ id, credits }) => ({
      scope: callerCreditScope,
      name: id,
      credits,
    }));
  const credits =
    storages.callerCredits &&
    createCreditSync("callers", storages.callerCredits, storedCredits, { log, countFailure });
  await credits?.syncNow();
  const usage = new Usage(storages.usage, (error) => {
    countFailure("keys");
    log.warn({ err: error }, "usage can't be saved or read: counting it in memory");
  });
  return {
    table,
    authenticator: new Authenticator({
      table,
      tokens,
      anonymous: auth.anonymous,
      resource,
      onRefused: createRefusalLog(log),
    }),
    charges: new CallCharges(auth.costs, (id, method, credits) =>
      usage.recordCredits(id, findMethod(method ?? "")?.name ?? "other", credits),
    ),
    usage,
    /** Storage of keys that can change at run time; undefined if all keys are in the configuration. */
    storage: keyStorages[0]?.storage,
    /** Settings whose keys can't be read at the moment. Their last loaded keys stay valid. */
    unreadable: unreadable as ReadonlySet<string>,
    /** Reads the keys without waiting for the next poll. */
    async refresh() {
      for (const storage of keyStorages) await storage.refresh();
    },
    async close() {
      for (const storage of keyStorages) storage.close();
      tokens?.close();
      shared?.close();
      await credits?.close();
      await usage.close();
    },
  };
}
