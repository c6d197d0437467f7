import type { Deadlines } from "../../call/deadlines.ts";
import { Landing } from "../../landing/landing.ts";
import { systemTimers } from "../../landing/timers.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import type { SendOptions } from "./send-options.ts";

/** Builds what sends transactions until they land, over the upstreams of all networks. */
export function createLanding(
  { landing: config, methods, ledgerErrors, log, metrics, tracing }: SendOptions,
  {
    sets,
    deadlines,
    sendOnce,
  }: { readonly sets: UpstreamSets; readonly deadlines: Deadlines; readonly sendOnce: SendAttempt },
): Landing {
  return new Landing({
    config,
    timers: systemTimers(deadlines),
    sets,
    send: sendOnce,
    methods,
    ledgerErrors,
    listener: {
      onTaken: (network) => metrics?.countTransaction("taken", network),
      onLanded: (network, ms) => metrics?.observeLanding(network, ms / 1000),
      onEnd(ended, span) {
        metrics?.countTransaction(ended.status, ended.network);
        tracing?.fates(ended, span);
        log.info({ ...ended }, `transaction ${ended.status}`);
      },
      onSend: (network, route) => metrics?.countTransactionSend(network, route),
      onOver: (network) => metrics?.countTransaction("over", network),
      onNotKept(fault) {
        metrics?.countFailure("state_file");
        log.warn({ err: fault }, "pending transactions are not kept for a restart now");
      },
      onFault: (fault) => log.warn({ err: fault }, "a pending transaction could not be followed"),
    },
  });
}
