import type { UpstreamListener } from "../../src/upstream/attempt/attempt.ts";

const ignored = () => undefined;

/** For tests in which no one listens to upstreams. */
export const ignoringListener: UpstreamListener = {
  onAttempt: ignored,
  onHedge: ignored,
  onRetry: ignored,
  onWait: ignored,
  onBreaker: ignored,
  onHealth: ignored,
  onLedger: ignored,
};
