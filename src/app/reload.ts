import { ConfigFaults } from "../config/config-fault.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { compareConfigs, type ReloadReport } from "../config/reload-report.ts";
import type { Logger } from "../log/logger.ts";
import type { NetworkStore } from "../networks/network-store.ts";

/** What reading the configuration again needs. */
export interface ReloadOptions {
  readonly loaded: LoadedConfig;
  /** Reads it as at the start; throws `ConfigFaults`. */
  readonly read: () => LoadedConfig;
  readonly store: NetworkStore;
  readonly logger: Logger;
}

/** Makes what reads the configuration again and takes over what a running gateway can. What is wrong changes nothing. */
export function createReload({ loaded, read, store, logger }: ReloadOptions): () => ReloadReport {
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
