import { ClientWindows } from "../limits/window-counter.ts";
import type { Log } from "../log/logger.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { RequestSource } from "./authenticated-caller.ts";

const perSecond = { name: "lines", points: 10, durationMs: 1000 };

/**
 * Creates a function that logs refused callers, at most ten per second, so that guessing keys can't flood the log. The next line's
 * `further` counts the refusals that were not logged.
 */
export function createRefusalLog(log: Pick<Log, "info">): (source: RequestSource, error: RpcError) => void {
  const lines = new ClientWindows([perSecond]);
  let further = 0;
  return ({ address }, { kind, message }) => {
    if (lines.spend(1, performance.now()) > 0) {
      further += 1;
      return;
    }
    const fields = { client: address, fault: kind, reason: message };
    log.info({ ...fields, ...(further > 0 && { further }) }, "caller refused");
    further = 0;
  };
}
