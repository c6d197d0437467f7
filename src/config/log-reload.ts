import type { Logger } from "../log/logger.ts";
import type { ReloadReport } from "./reload-report.ts";

/** Logs the result of reloading the configuration, in one line. */
export function logReload(
  logger: Pick<Logger, "info" | "warn" | "error">,
  { faults, applied, needsRestart }: ReloadReport,
): void {
  if (faults.length > 0)
    logger.error({ faults }, "the configuration has faults: nothing was changed; fix them and reload again");
  else if (needsRestart.length > 0)
    logger.warn({ applied, needsRestart }, "configuration reloaded; some keys need a restart");
  else logger.info({ applied }, "configuration reloaded");
}
