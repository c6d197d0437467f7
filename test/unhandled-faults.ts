import { inspect } from "node:util";

const unhandled: unknown[] = [];

// mocha removes its own listeners after each file: without these, a fault between two files would end the worker.
const listeners = {
  unhandledRejection: (reason: unknown) => void unhandled.push(reason),
  uncaughtException: (error: unknown) => {
    // During a file mocha names the test.
    if (process.listenerCount("uncaughtException") === 1) unhandled.push(error);
  },
};

for (const [event, listener] of Object.entries(listeners)) {
  process.on(event, listener);
  process.on("removeListener", (removed, one) => {
    if (removed === event && one === listener) process.on(event, listener);
  });
}

/** Fails the file during or after which an unhandled fault occurred. */
export const mochaHooks = {
  afterAll(): void {
    const faults = unhandled.splice(0);
    if (faults.length > 0)
      throw new Error(`nobody handled: ${faults.map((error) => inspect(error)).join("\n")}`);
  },
};
