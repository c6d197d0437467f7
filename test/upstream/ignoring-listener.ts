import type { UpstreamListener } from "../../src/upstream/attempt/attempt.ts";

const ignored = () => undefined;

/** A listener that ignores all events. */
export const ignoringListener: UpstreamListener = {
  onAttempt: ignored,
  onHedge: ignored,
  onRetry: ignored,
  onWait: ignored,
  onBreaker: ignored,
  onHealth: ignored,
  onLedger: ignored,
};
