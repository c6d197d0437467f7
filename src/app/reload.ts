import { ConfigFaults } from "../config/config-fault.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { compareConfigs, logReload, type ReloadReport } from "../config/reload-report.ts";
import type { Logger } from "../log/logger.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { WorkerLink } from "../workers/worker-link.ts";
import { unansweredReload } from "../workers/worker-message.ts";

/** What a reload needs. */
export interface ReloadOptions {
  readonly loaded: LoadedConfig;
  /** Reads the configuration as at the start; throws `ConfigFaults`. */
  readonly read: () => LoadedConfig;
  readonly store: NetworkStore;
  readonly logger: Logger;
}

/** Reads the configuration again, in every worker, and reports the result. */
export type Reload = () => Promise<ReloadReport>;

/** Makes the reload of this process, or with workers that of all: the first process logs its outcome then. */
export function createReload(options: ReloadOptions, link: WorkerLink | undefined): Reload {
  const reload = createReloadHere(options);
  if (link !== undefined) {
    link.offer({ reload });
    return async () => (await link.ask("reload")) ?? unansweredReload;
  }
  return async () => {
    const report = reload();
    logReload(options.logger, report);
    return report;
  };
}

/** Takes over what a running gateway can; a configuration with faults changes nothing. */
function createReloadHere({ loaded, read, store, logger }: ReloadOptions): () => ReloadReport {
  let current = loaded;
  return () => {
    try {
      const next = read();
      store.reconfigure(next.config);
      const { level } = next.config.log;
      if (level !== current.config.log.level) logger.level = level === "off" ? "silent" : level;
      const { applied } = compareConfigs(current, next);
      current = next;
      return { faults: [], applied, needsRestart: compareConfigs(loaded, next).needsRestart };
    } catch (caught) {
      if (!(caught instanceof ConfigFaults)) throw caught;
      return { faults: caught.faults, applied: [], needsRestart: [] };
    }
  };
}
