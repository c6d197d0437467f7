import type { Deadlines } from "../call/deadlines.ts";
import { Landing } from "../landing/landing.ts";
import { createSendElsewhere } from "../landing/send-elsewhere.ts";
import { systemTimers } from "../landing/timers.ts";
import type { SendAttempt } from "../upstream/node/attempt.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import type { SendOptions } from "./send-parts.ts";

/** Builds what sends transactions until they land, over the upstreams of all networks. */
export function createLanding(
  { landing: config, methods, ledgerErrors, log, charge = () => undefined }: SendOptions,
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
    charge,
    listener: {
      onFate: () => undefined,
      onSend: () => undefined,
      onOver: () => undefined,
      onFault: (fault) => log.warn({ err: fault }, "a transaction that is pending could not be looked after"),
    },
  });
}
