import type { Log } from "../../log/logger.ts";
import type { UpstreamListener } from "../attempt/attempt.ts";

/** One log line for each change of an upstream's state. Names upstreams by host: no line holds a key. */
export function logUpstreamChanges(log: Log): Pick<UpstreamListener, "onBreaker" | "onHealth" | "onLedger"> {
  return {
    onBreaker(network, upstream) {
      const fields = { network: network.id, upstream: upstream.name };
      if (upstream.breaker.isOpen) {
        log.warn(
          { ...fields, state: "failing", fault: upstream.lastFault },
          `upstream ${upstream.name} fails: it gets no calls until it recovers`,
        );
      } else {
        log.info({ ...fields, state: upstream.health }, `upstream ${upstream.name} answers again`);
      }
    },
    onHealth(network, upstream, before, why) {
      const fields = {
        network: network.id,
        upstream: upstream.name,
        state: upstream.health,
        before,
        slot: upstream.slots.at("processed"),
      };
      const isBetter = upstream.health === "healthy" || upstream.health === "unchecked";
      log[isBetter ? "info" : "warn"](
        fields,
        `upstream ${upstream.name} is ${words[upstream.health]}${why === undefined ? "" : `, since ${why}`}`,
      );
    },
    onLedger(network, before) {
      log.warn(
        { network: network.id, before },
        `network ${network.id} has another ledger now: its cached answers are dropped`,
      );
    },
  };
}

const words = {
  unchecked: "not checked",
  healthy: "healthy",
  behind: "too many slots behind and gets no calls",
  unhealthy: "unhealthy by its own report and gets no calls",
  foreign: "on another ledger and is never asked",
} as const;
