import type { Logger } from "../log/logger.ts";

/**
 * Every promise of the gateway has a handler. One without is a bug: it is logged, and the process goes on, rather than
 * drop every connection.
 */
export function logUnhandledRejections(logger: Pick<Logger, "error">): void {
  process.on("unhandledRejection", (fault) => {
    logger.error({ err: fault }, "a promise was rejected without a handler: please report this");
  });
}
