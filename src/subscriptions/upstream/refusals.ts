import type { Refusal } from "./read-upstream-frame.ts";

const methodNotFound = -32601;
const subscriptionRejected = -32091;
const invalidParams = -32602;

/** The upstream does not serve the method at all, whatever is asked. */
export function isMethodUnsupported({ code, message }: Refusal): boolean {
  if (code === methodNotFound || code === subscriptionRejected) return true;
  // The embedded node says so of methods that it registers but does not serve.
  return code === invalidParams && /no parameters were expected/i.test(message);
}

/** The caller asked for something that the ledger does not know. */
export function areParamsRefused({ code }: Refusal): boolean {
  return code === invalidParams;
}
