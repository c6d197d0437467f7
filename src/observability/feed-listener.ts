import type { Logger } from "../log/logger.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { FeedListener } from "../subscriptions/feed/feed-options.ts";
import type { Metrics } from "./metrics.ts";

/** Logs and counts subscription events. Names upstreams by host, since addresses may contain keys. */
export function createFeedListener(
  log: Pick<Logger, "info" | "warn" | "debug">,
  metrics: Pick<Metrics, "countNotifications" | "countLostSocket">,
): FeedListener {
  return {
    onSocketEnded(network, host, reason, subscriptions) {
      const fields = { network, host, reason, subscriptions };
      if (subscriptions > 0) {
        metrics.countLostSocket(network);
        log.warn(
          fields,
          "an upstream socket was lost: moving its subscriptions to another. If this repeats, check the upstream's ws_url",
        );
      } else log.debug(fields, "an upstream socket was closed");
    },
    onPolled(network, method, reason) {
      log.info({ network, method, reason }, "polling subscriptions of a method over HTTP");
    },
    onSilent(network, method, host) {
      log.warn(
        { network, method, host },
        "an upstream confirms subscriptions of a method but never notifies: no longer using it for them",
      );
    },
    onFetchFailed(network, method, error) {
      const fields = { network, method, err: error instanceof RpcError ? error.message : error };
      log.debug(fields, "notifications missed by a subscription could not be fetched: retrying");
    },
    onBlockLost(network, slot, error) {
      log.debug(
        { network, slot, err: error.message },
        "a block could not be read: subscriptions continue without it",
      );
    },
    onPublished: (network, deliveries) => metrics.countNotifications(network, deliveries),
  };
}
