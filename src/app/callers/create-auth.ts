import { dirname, resolve } from "node:path";
import { isAuthOn } from "../../auth/auth-faults.ts";
import { Authenticator } from "../../auth/authenticator.ts";
import { CallerLimiter } from "../../auth/caller-limiter.ts";
import type { KeyStore } from "../../auth/key-store.ts";
import { KeyTable } from "../../auth/key-table.ts";
import { createRedisLimits } from "../../auth/redis-limits.ts";
import { RefusalLog } from "../../auth/refusal-log.ts";
import { createTokenChecker } from "../../auth/token-checker.ts";
import { Usage } from "../../auth/usage.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { CountFailure } from "../../log/count-failure.ts";
import type { Logger } from "../../log/logger.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { createWorkerLimits, type WorkerLink } from "../../workers/worker-link.ts";
import { keepCallerCredits } from "../state/keep-credits.ts";
import { createCreditKeeper, createUsageKeeper } from "../state/kept-state.ts";
import { followKeys } from "./follow-keys.ts";
import { KeyAvailability } from "./key-availability.ts";

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
  /** The name of a listed method by any of its names. */
  readonly nameOf: (method: string) => string | undefined;
}

/** Builds what knows the callers; undefined if the configuration names no key and no issuer. Throws `ConfigFaults` for a key file with faults. */
export async function createAuth(parts: AuthParts): Promise<Auth | undefined> {
  const { loaded, logger, redis, link, forgets, countFailure, nameOf } = parts;
  const { config } = loaded;
  const { auth } = config;
  if (!isAuthOn(auth)) return undefined;
  const folder = loaded.path === undefined ? process.cwd() : dirname(loaded.path);
  const pathOf = (file: string | undefined) => (file === undefined ? undefined : resolve(folder, file));
  const shared = redis ? createRedisLimits(redis) : link && createWorkerLimits(link);
  const table = new KeyTable(shared);
  table.replace("configuration", auth.keys);
  const availability = new KeyAvailability(logger, countFailure);
  const keysFile = pathOf(auth.keysFile);
  const stores = await followKeys({ config, keysFile, redis, table, availability, logger });
  const tokens =
    auth.jwt.issuer === undefined
      ? undefined
      : await createTokenChecker({
          jwt: auth.jwt,
          resource: auth.resource,
          jwksFile: pathOf(auth.jwt.jwksFile),
          shared,
          onUsable: availability.watch("auth.jwt"),
        });
  const refusals = new RefusalLog((fields, message) => logger.info(fields, message));
  const credits = keepCallerCredits(
    createCreditKeeper(`${loaded.statePath}.callers`, redis),
    () => (forgets ? [] : [...table.meters, ...(tokens?.meters ?? [])]),
    logger,
    countFailure,
  );
  await credits.syncNow();
  const usage = new Usage(createUsageKeeper(loaded, redis, forgets), (fault) => {
    countFailure("keys");
    logger.warn({ err: fault }, "usage can't be saved for now; it is counted in memory");
  });
  return {
    table,
    authenticator: new Authenticator({
      table,
      tokens,
      anonymous: auth.anonymous,
      resource: auth.resource,
      onRefused: ({ address }, { kind, message }) =>
        refusals.add({ client: address, fault: kind, reason: message }),
    }),
    limiter: new CallerLimiter(auth.costs, (id, method = "other", credits) =>
      usage.recordCredits(id, nameOf(method) ?? "other", credits),
    ),
    usage,
    store: stores[0]?.store,
    away: availability.away,
    refresh: async () => {
      for (const store of stores) await store.refresh();
    },
    close: async () => {
      for (const store of stores) store.close();
      tokens?.close();
      shared?.close();
      await credits.close();
      await usage.close();
    },
  };
}
