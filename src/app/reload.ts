import { ConfigFaults } from "../config/config-fault.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { compareConfigs, logReload, type ReloadReport } from "../config/reload-report.ts";
import type { Logger } from "../log/logger.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import { unansweredReload, type WorkerLink } from "../workers/worker-link.ts";

/** Creates a function that reloads the configuration; workers delegate to the first process. A faulty configuration changes nothing. */
export function createReload(
  loaded: LoadedConfig,
  loadAgain: () => LoadedConfig,
  {
    store,
    logger,
    firstProcess,
  }: { store: NetworkStore; logger: Logger; firstProcess: WorkerLink | undefined },
): () => Promise<ReloadReport> {
  let current = loaded;

  function reload(): ReloadReport {
    try {
      const next = loadAgain();
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
  }

  firstProcess?.expose({ reload });
  return async () => {
    if (firstProcess !== undefined) return (await firstProcess.ask("reload")) ?? unansweredReload;
    const report = reload();
    logReload(logger, report);
    return report;
  };
}
