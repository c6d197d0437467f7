import type { LiveListener } from "../live/live-accounts.ts";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "./metrics.ts";

/** Reports what is found about live accounts to the log and the metrics. */
export function announceLiveAccounts(
  log: Pick<Logger, "debug" | "warn">,
  metrics: Pick<Metrics, "countCorrected">,
): LiveListener {
  return {
    onCorrected: (network) => metrics.countCorrected(network),
    onMissed(network, host) {
      log.warn({ network, host }, "an upstream sent no notification for an account that changed");
    },
    onReadFailed(network, { message }) {
      log.debug({ network, err: message }, "live accounts could not be read; calls go upstream");
    },
  };
}
