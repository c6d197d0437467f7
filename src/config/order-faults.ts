import type { ConfigFault } from "./config-fault.ts";
import type { SourcedValues } from "./effective-values.ts";

/** Pairs of keys of which the first must not exceed the second. */
const ordered: readonly (readonly [low: string, high: string])[] = [
  // The HTTP server refuses to start otherwise.
  ["server_config.headers_timeout_ms", "server_config.body_timeout_ms"],
  ["websocket.reconnect.min_ms", "websocket.reconnect.max_ms"],
];

/** Faults of pairs of values that are each valid. */
export function orderFaults(values: SourcedValues): ConfigFault[] {
  return ordered.flatMap(([low, high]) => {
    const [below, above] = [values.get(low)?.value, values.get(high)?.value];
    if (typeof below !== "number" || typeof above !== "number" || below <= above) return [];
    return [{ at: low, message: `must be at most ${high} (${above}), got ${below}` }];
  });
}
