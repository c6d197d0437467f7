/** Log levels, quietest first. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug" | "trace";
