import type { Logger } from "../log/logger.ts";

/** An unhandled rejection is a bug. Logs it and keeps the process running, so that one bug does not drop every connection. */
export function logUnhandledRejections(logger: Pick<Logger, "error">): void {
  process.on("unhandledRejection", (fault) => {
    logger.error({ err: fault }, "a promise was rejected without a handler: please report this");
  });
}
