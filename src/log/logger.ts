import { createRequire } from "node:module";
import { type DestinationStream, type Logger, pino } from "pino";
import { printableJson } from "../text/printable.ts";
import { redactText } from "./redact.ts";

export type { Logger } from "pino";

const standardError = 2;
const maxCauses = 4;

/** A logger of events and warnings. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Creates a logger whose lines contain no credentials: coloured text if standard error is a terminal, else JSON. */
export function createLogger({ level }: { readonly level: LogLevel }): Logger {
  const output = pino.destination({ fd: standardError, sync: true });
  return pino(
    {
      level: level === "off" ? "silent" : level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => errorRecord(error, maxCauses) },
      hooks: { streamWrite: (line) => printableJson(redactText(line)) },
    },
    process.stderr.isTTY === true ? prettyStream(output) : output,
  );
}

/** Loads pino-pretty on demand, since it loads slowly. */
function prettyStream(destination: DestinationStream): DestinationStream {
  const { prettyFactory } = createRequire(import.meta.url)("pino-pretty") as typeof import("pino-pretty");
  const colorize = process.env.NO_COLOR === undefined || process.env.NO_COLOR === "";
  const format = prettyFactory({
    colorize,
    ignore: "pid",
    singleLine: true,
    translateTime: "SYS:HH:MM:ss.l",
  });
  return { write: (line) => destination.write(format(withEscapedControls(line))) };
}

/** Doubles the escapes of control characters other than newlines and tabs, so that pino-pretty prints them as escapes. */
function withEscapedControls(line: string): string {
  return line.replace(
    /\\(?:\\|u(?:00[01][0-9a-f]|007f|00[89][0-9a-f]|061c|20[0-2][0-9a-f]|206[0-9a-f]))/gi,
    (found) => (found === "\\\\" ? found : `\\${found}`),
  );
}

/** Serializes an error with its causes, but without other properties, which may contain requests and sockets. */
function errorRecord(error: unknown, causes: number): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  const record = { type: error.name, message: error.message, code, kind, stack: error.stack };
  if (error.cause === undefined || causes === 0) return record;
  return { ...record, cause: errorRecord(error.cause, causes - 1) };
}

/** Log levels, from quiet to verbose. */
export const logLevels = ["off", "error", "warn", "info", "debug", "trace"] as const;
/** A level of `log.level`. */
export type LogLevel = (typeof logLevels)[number];

/** Subsystems whose failures don't stop the gateway, as named in the metric. */
export const subsystems = [
  "state_file",
  "redis",
  "redis_values",
  "registry",
  "tracing",
  "spans",
  "keys",
] as const;

/** Counts a failure that was logged. */
export type CountFailure = (subsystem: (typeof subsystems)[number], count?: number) => void;

/** Where events and failures are reported. */
export interface Report {
  readonly log: Log;
  readonly countFailure: CountFailure;
}

/** Logs unhandled rejections without exiting, so that one bug does not drop every connection. */
export function logUnhandledRejections(logger: Pick<Logger, "error">): void {
  process.on("unhandledRejection", (error) => {
    logger.error({ err: error }, "a promise was rejected without a handler: please report this");
  });
}
