import { pause } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

const checkEveryMs = 10;

/** Waits until the upstreams of a network have been compared once: they could serve different ledgers. No longer than the call has time. */
export async function waitForFirstProbe(
  set: UpstreamSet,
  call: UpstreamCall,
  deadlines: Deadlines,
): Promise<void> {
  while (set.isBeforeFirstProbe && performance.now() + checkEveryMs < call.deadline)
    await pause(deadlines, call, checkEveryMs);
}
