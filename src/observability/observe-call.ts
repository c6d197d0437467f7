import type { CallEvent } from "../gateway/gateway-call.ts";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "./metrics.ts";

/** Records a finished call in the metrics, and logs it at level debug. */
export function observeCall(metrics: Metrics, logger: Logger, event: CallEvent): void {
  metrics.recordCall(event);
  if (!logger.isLevelEnabled("debug")) return;
  const { method, network, transport, seconds, fault } = event;
  const fields = { method: method?.name, network, transport, ms: seconds * 1000 };
  logger.debug({ ...fields, code: fault?.code, fault: fault?.message }, "call");
}
