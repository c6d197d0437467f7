/** Parts of the gateway whose failures don't stop it, as the metric names them. */
export const subsystems = [
  "state_file",
  "redis",
  "redis_values",
  "registry",
  "workers",
  "tracing",
  "spans",
  "keys",
] as const;

/** Counts a failure that was logged. */
export type CountFailure = (subsystem: (typeof subsystems)[number], count?: number) => void;
