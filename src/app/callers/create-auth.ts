import { dirname, resolve } from "node:path";
import type { Config } from "../../../generated/config.ts";
import { isAuthOn } from "../../auth/auth-faults.ts";
import { Authenticator, type TokenChecker } from "../../auth/authenticator.ts";
import { CallerLimiter } from "../../auth/caller-limiter.ts";
import { followFile } from "../../auth/followed-file.ts";
import type { KeyStore } from "../../auth/key-store.ts";
import { KeyTable } from "../../auth/key-table.ts";
import { RefusalLog } from "../../auth/refusal-log.ts";
import { createSharedLimits } from "../../auth/shared-limits.ts";
import { createTokenChecker } from "../../auth/token-checker.ts";
import { Usage } from "../../auth/usage.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { CountFailure } from "../../log/count-failure.ts";
import type { Logger } from "../../log/logger.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { batchSpending, callerPrefix } from "../../workers/share-spending.ts";
import type { WorkerLink } from "../../workers/worker-link.ts";
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
}

/** Builds what knows the callers; undefined if the configuration names no key and no issuer. Throws `ConfigFaults` for a key file with faults. */
export async function createAuth(parts: AuthParts): Promise<Auth | undefined> {
  const { loaded, logger, redis, link, forgets, countFailure } = parts;
  const { config } = loaded;
  const { auth } = config;
  if (!isAuthOn(auth)) return undefined;
  const folder = loaded.path === undefined ? process.cwd() : dirname(loaded.path);
  const pathOf = (file: string | undefined) => (file === undefined ? undefined : resolve(folder, file));
  const table = new KeyTable();
  table.replace("configuration", auth.keys);
  const availability = new KeyAvailability(logger, countFailure);
  const keysFile = pathOf(auth.keysFile);
  const stores = await followKeys({ config, keysFile, redis, table, availability, logger });
  const tokens = await followTokens(auth, pathOf(auth.jwt.jwksFile), availability);
  const refusals = new RefusalLog((fields, message) => logger.info(fields, message));
  const credits = keepCallerCredits(
    createCreditKeeper(`${loaded.statePath}.callers`, redis),
    () => (forgets ? [] : table.meters),
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
    limiter: new CallerLimiter({
      costs: auth.costs,
      shared: redis && createSharedLimits(redis),
      ...(link === undefined ? {} : { onSpent: reportSpending(link, table) }),
    }),
    usage,
    store: stores[0]?.store,
    away: availability.away,
    refresh: async () => {
      for (const store of stores) await store.refresh();
    },
    close: async () => {
      for (const store of stores) store.close();
      tokens?.close();
      await credits.close();
      await usage.close();
    },
  };
}

/** Checks the tokens of the configured issuer, if there is one, by a key set that is followed. */
async function followTokens(
  { jwt, resource }: Config["auth"],
  jwksFile: string | undefined,
  availability: KeyAvailability,
): Promise<(TokenChecker & { close(): void }) | undefined> {
  if (jwt.issuer === undefined) return undefined;
  const tokens = await createTokenChecker({
    jwt,
    resource,
    jwksFile,
    onUsable: availability.watch("auth.jwt"),
  });
  if (jwksFile === undefined) return tokens;
  const unfollow = followFile(jwksFile, { read: () => tokens.refresh(), onUsable: () => undefined });
  return {
    ...tokens,
    close() {
      unfollow();
      tokens.close();
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
