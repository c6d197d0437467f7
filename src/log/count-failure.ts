/** Parts of the gateway that may fail without ending it: a failure is a warning in the log and counted here. */
export const subsystems = ["state_file", "redis", "registry", "workers", "tracing", "keys"] as const;

/** A subsystem, as the metric names it. */
export type Subsystem = (typeof subsystems)[number];

/** Counts a failure that was logged. */
export type CountFailure = (subsystem: Subsystem) => void;
