import type { LandingConfig } from "../../generated/config.ts";
import type { Deadlines } from "../call/deadlines.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { Landing } from "../landing/landing.ts";
import { createSendElsewhere } from "../landing/send-elsewhere.ts";
import { systemTimers } from "../landing/timers.ts";
import type { SendAttempt } from "../upstream/node/attempt.ts";
import type { UpstreamLog } from "../upstream/node/log-upstream-changes.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import type { LedgerErrors } from "../upstream/routing/next-step.ts";

/** What landing takes of the options of calls. */
export interface LandingOptions {
  readonly landing: LandingConfig;
  readonly methods: Readonly<Record<string, MethodDescription>>;
  readonly ledgerErrors: LedgerErrors;
  readonly log: UpstreamLog;
  readonly charge?: (client: string | undefined, calls: number) => void;
}

/** Builds what sends transactions until they land, over the upstreams of all networks. */
export function createLanding(
  { landing: config, methods, ledgerErrors, log, charge = () => undefined }: LandingOptions,
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
