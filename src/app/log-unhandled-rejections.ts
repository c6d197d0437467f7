import type { Logger } from "../log/logger.ts";

/**
 * Each promise of the gateway has a handler. One without is logged as a fault of the gateway, and the process
 * goes on: thousands of connections are worth more than a stack trace that ends them.
 */
export function logUnhandledRejections(logger: Pick<Logger, "error">): void {
  process.on("unhandledRejection", (fault) => {
    logger.error({ err: fault }, "a promise was rejected without a handler: please report this");
  });
}
