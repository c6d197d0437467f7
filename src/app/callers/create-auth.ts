import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isAuthOn } from "../../auth/auth-faults.ts";
import { Authenticator } from "../../auth/authenticator.ts";
import { CallerLimiter } from "../../auth/caller-limiter.ts";
import { followFile } from "../../auth/followed-file.ts";
import { keyEntriesOf } from "../../auth/key-entries.ts";
import { createKeyFile, createKeyRedis, type KeyStore } from "../../auth/key-store.ts";
import { type KeySource, KeyTable } from "../../auth/key-table.ts";
import { RefusalLog } from "../../auth/refusal-log.ts";
import { createSharedLimits, creditNetwork } from "../../auth/shared-limits.ts";
import { createTokenChecker } from "../../auth/token-checker.ts";
import { createUsageFile, createUsageMemory, createUsageRedis, Usage } from "../../auth/usage.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { CountFailure } from "../../log/count-failure.ts";
import type { Logger } from "../../log/logger.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { createSeal } from "../../redis/seal.ts";
import { createCreditFile } from "../../upstream/plan/credit-file.ts";
import { createCreditRedis } from "../../upstream/plan/credit-redis.ts";
import { CreditSync } from "../../upstream/plan/credit-sync.ts";
import { batchSpending, callerPrefix } from "../../workers/share-spending.ts";
import type { WorkerLink } from "../../workers/worker-link.ts";

/** How the gateway knows its callers. */
export interface Auth {
  readonly table: KeyTable;
  readonly authenticator: Authenticator;
  readonly limiter: CallerLimiter;
  readonly usage: Usage;
  /** Where keys are changed at run time; undefined if they are in the configuration alone. */
  readonly store: KeyStore | undefined;
  /** What can't be had now: what was read of it before is in force. */
  readonly away: ReadonlySet<string>;
  /** Reads what changed in the store at once. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** What knowing callers needs. */
export interface AuthParts {
  readonly loaded: LoadedConfig;
  readonly logger: Logger;
  readonly redis: RedisLink | undefined;
  /** Link to the first process, if this one is a worker. */
  readonly link: WorkerLink | undefined;
  /** Nothing is kept beyond the end of the process. */
  readonly forgets: boolean;
  readonly countFailure: CountFailure;
}

/** How often spent credits are saved: a gateway that crashes loses as much, and workers overdraw them as long. */
const saveEveryMs = 1000;

/** How often Redis is asked whether its keys changed. */
const askRedisEveryMs = 400;

/** Builds what knows the callers; undefined if the configuration names no key and no issuer. Throws `ConfigFaults` for a key file with faults. */
export async function createAuth(parts: AuthParts): Promise<Auth | undefined> {
  const { loaded, logger, redis, link, countFailure } = parts;
  const { auth, redis: shared } = loaded.config;
  if (!isAuthOn(auth)) return undefined;
  const table = new KeyTable();
  const away = new Set<string>();
  const closers: (() => void)[] = [];
  const stores: { readonly source: KeySource; readonly store: KeyStore }[] = [];
  const folder = loaded.path === undefined ? process.cwd() : dirname(loaded.path);

  /** Logs when something goes away and when it is back. */
  function watchUsable(what: string): (isUsable: boolean, fault?: unknown) => void {
    return (isUsable, fault) => {
      if (isUsable && away.delete(what)) logger.info({ store: what }, "keys can be read again");
      if (isUsable || away.has(what)) return;
      away.add(what);
      countFailure("keys");
      logger.warn({ store: what, err: fault }, "keys can't be read: those read before stay in force");
    };
  }

  async function load(source: KeySource, store: KeyStore): Promise<void> {
    const hidden = table.replace(source, keyEntriesOf(await store.read(), store.place));
    for (const id of hidden) logger.warn({ key: id }, "a key of this id is hidden by one of another source");
  }

  table.replace("configuration", auth.keys);
  if (auth.keysFile !== undefined) {
    const path = resolve(folder, auth.keysFile);
    const store = createKeyFile(path);
    stores.push({ source: "file", store });
    await load("file", store);
    const reload = () => {
      // A file that was there and is not is away: its keys stay in force.
      if (!existsSync(path) && table.has("file")) throw new Error(`${path} is not there any more`);
      return load("file", store);
    };
    closers.push(followFile(path, { read: async () => reload(), onUsable: watchUsable("auth.keys_file") }));
  }
  if (auth.keysRedis && redis !== undefined) {
    const seal = createSeal("keys", shared.hmacKey);
    const store = createKeyRedis(redis, seal, (count) =>
      logger.warn({ count }, "keys in Redis that no gateway wrote are not used"),
    );
    stores.push({ source: "redis", store });
    const onUsable = watchUsable("auth.keys_redis");
    let seen: string | undefined;
    const look = async () => {
      const version = await store.version();
      if (version === undefined) throw new Error("Redis does not answer");
      if (version !== seen) await load("redis", store);
      seen = version;
      onUsable(true);
    };
    const lookSafely = () => look().catch((fault: unknown) => onUsable(false, fault));
    const timer = setInterval(() => void lookSafely(), askRedisEveryMs).unref();
    closers.push(() => clearInterval(timer));
    await lookSafely();
  }
  const jwksFile = auth.jwt.jwksFile === undefined ? undefined : resolve(folder, auth.jwt.jwksFile);
  const tokens =
    auth.jwt.issuer === undefined
      ? undefined
      : await createTokenChecker({
          jwt: auth.jwt,
          resource: auth.resource,
          jwksFile,
          onUsable: watchUsable("auth.jwt"),
        });
  if (tokens !== undefined) closers.push(() => tokens.close());
  if (jwksFile !== undefined && tokens !== undefined)
    closers.push(followFile(jwksFile, { read: () => tokens.refresh(), onUsable: () => undefined }));

  const refusals = new RefusalLog((fields, message) => logger.info(fields, message));
  const authenticator = new Authenticator({
    table,
    tokens,
    anonymous: auth.anonymous,
    resource: auth.resource,
    onRefused: ({ address }, { kind, message }) =>
      refusals.add({ client: address, fault: kind, reason: message }),
  });
  const credits = new CreditSync({
    keeper: redis === undefined ? createCreditFile(`${loaded.statePath}.callers`) : createCreditRedis(redis),
    list: () =>
      (parts.forgets ? [] : table.meters)
        .filter((meter) => meter.credits.isBounded)
        .map((meter) => ({ network: creditNetwork, upstream: meter.id, credits: meter.credits })),
    everyMs: saveEveryMs,
    onFailed: (fault) => {
      countFailure("keys");
      logger.warn(
        { err: fault },
        "Spent credits of callers can't be saved for now; they are counted in memory.",
      );
    },
  });
  await credits.syncNow();
  const usageKeeper =
    redis !== undefined
      ? createUsageRedis(redis)
      : parts.forgets
        ? createUsageMemory()
        : createUsageFile(`${loaded.statePath}.usage`);
  const usage = new Usage(usageKeeper, (fault) => {
    countFailure("keys");
    logger.warn({ err: fault }, "usage can't be saved for now; it is counted in memory");
  });
  return {
    table,
    authenticator,
    limiter: new CallerLimiter({
      costs: auth.costs,
      shared: redis && createSharedLimits(redis),
      ...(link === undefined ? {} : { onSpent: reportSpending(link, table) }),
    }),
    usage,
    store: stores[0]?.store,
    away,
    refresh: async () => {
      for (const { source, store } of stores) await load(source, store);
    },
    close: async () => {
      for (const close of closers) close();
      await credits.close();
      await usage.close();
    },
  };
}

/** Workers report to each other what callers spent of their rates, by id with a prefix that no address has. */
function reportSpending(link: WorkerLink, table: KeyTable): (id: string, points: number) => void {
  const report = batchSpending((spent) => link.reportSpending(spent));
  link.onSpending((spent) => {
    for (const [name, points] of spent)
      if (name.startsWith(callerPrefix)) table.chargeRate(name.slice(callerPrefix.length), points);
  });
  return (id, points) => report(callerPrefix + id, points);
}
