import type { Logger } from "../log/logger.ts";
import type { ConfigFault } from "./config-fault.ts";
import type { LoadedConfig } from "./load-config.ts";

/** The result of a configuration reload. With faults, nothing was changed. */
export interface ReloadReport {
  readonly faults: readonly ConfigFault[];
  /** Keys whose new values took effect. */
  readonly applied: readonly string[];
  /** Keys whose new values take effect after a restart. */
  readonly needsRestart: readonly string[];
}

/** Top-level keys and groups that take effect on reload; all others need a restart. */
const liveGroups: ReadonlySet<string> = new Set([
  "rpc_url",
  "upstreams",
  "svm_networks",
  "default_network",
  "providers",
]);
const liveKeys: ReadonlySet<string> = new Set(["log.level"]);

/** Splits changed keys into those applied by a reload and those that need a restart. */
export function compareConfigs(
  before: Pick<LoadedConfig, "values">,
  after: Pick<LoadedConfig, "values">,
): Pick<ReloadReport, "applied" | "needsRestart"> {
  const applied: string[] = [];
  const needsRestart: string[] = [];
  for (const key of new Set([...before.values.keys(), ...after.values.keys()])) {
    const [old, now] = [before, after].map(({ values }) => JSON.stringify(values.get(key)?.value));
    if (old === now) continue;
    const isLive = liveKeys.has(key) || liveGroups.has(key.split(/[.[]/, 1)[0] ?? "");
    (isLive ? applied : needsRestart).push(key);
  }
  return { applied, needsRestart };
}

/** Logs a reload in one line. */
export function logReload(
  logger: Pick<Logger, "info" | "warn" | "error">,
  { faults, applied, needsRestart }: ReloadReport,
): void {
  if (faults.length > 0)
    logger.error({ faults }, "the configuration has faults: nothing was changed; fix them and reload again");
  else if (needsRestart.length > 0)
    logger.warn({ applied, needsRestart }, "configuration reloaded: some settings need a restart");
  else logger.info({ applied }, "configuration reloaded");
}
