import type { Deadlines } from "../../call/deadlines.ts";
import { Landing } from "../../landing/landing.ts";
import { createSendElsewhere } from "../../landing/send-elsewhere.ts";
import { systemTimers } from "../../landing/timers.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import type { SendOptions } from "./send-options.ts";

/** Builds what sends transactions until they land, over the upstreams of all networks. */
export function createLanding(
  { landing: config, methods, ledgerErrors, log, metrics }: SendOptions,
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
    sendElsewhere: createSendElsewhere(sets, sendOnce, ledgerErrors),
    listener: {
      onTaken: (network) => metrics?.countTransaction("taken", network),
      onFate(transaction, fate) {
        const { network, signature } = transaction.kept;
        const ms = Math.round(performance.now() - transaction.cameAt);
        if (fate.status === "landed" && fate.seen.level === "confirmed")
          metrics?.observeLanding(network, ms / 1000);
        // Whoever sends it counts it.
        if (transaction.end === undefined || fate.status === "pending" || transaction.isHeldElsewhere) return;
        metrics?.countTransaction(fate.status, network);
        const sends = [...transaction.routes.values()].reduce((sum, { sent }) => sum + sent, 0);
        log.info({ network, signature, status: fate.status, ms, sends }, `transaction ${fate.status}`);
      },
      onSend: (network, route) => metrics?.countTransactionSend(network, route),
      onOver: (network) => metrics?.countTransaction("over", network),
      onNotKept(fault) {
        metrics?.countFailure("state_file");
        log.warn({ err: fault }, "pending transactions are not kept for a restart now");
      },
      onFault: (fault) => log.warn({ err: fault }, "a transaction that is pending could not be looked after"),
    },
  });
}
