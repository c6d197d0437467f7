import type { CallEvent } from "../gateway/gateway-call.ts";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "./metrics.ts";

/** Records a finished call in the metrics, and logs it at level debug. */
export function observeCall(metrics: Metrics, logger: Logger, event: CallEvent): void {
  const { network, transport, seconds, fault } = event;
  const method = event.method?.name;
  metrics.recordCall({ method, network, transport, seconds, code: fault?.code });
  if (fault?.kind === "rateLimited") metrics.countRateLimited();
  if (logger.isLevelEnabled("debug")) {
    logger.debug(
      { method, network, transport, ms: seconds * 1000, code: fault?.code, fault: fault?.message },
      "call",
    );
  }
}
