/** Parts of the gateway that may fail without ending it. Failures are counted by these names. */
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

/** A subsystem, as the metric names it. */
export type Subsystem = (typeof subsystems)[number];

/** Counts a failure that was logged. */
export type CountFailure = (subsystem: Subsystem, count?: number) => void;
