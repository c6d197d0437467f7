import type { LiveListener } from "../live/live-accounts.ts";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "./metrics.ts";

/** Reports to the log and the metrics what is found of accounts that are followed. */
export function announceLiveAccounts(
  log: Pick<Logger, "debug" | "warn">,
  metrics: Pick<Metrics, "countCorrected">,
): LiveListener {
  return {
    onCorrected: (network) => metrics.countCorrected(network),
    onMissed(network, host) {
      log.warn({ network, host }, "an upstream did not send a notification of an account that changed");
    },
    onReadFailed(network, { message }) {
      log.debug({ network, err: message }, "accounts that are followed could not be read; calls go upstream");
    },
  };
}
