import type { Refusal } from "./read-upstream-frame.ts";

const methodNotFound = -32601;
const subscriptionRejected = -32091;
const invalidParams = -32602;

/** Whether the upstream does not serve the method at all. */
export function isMethodUnsupported({ code, message }: Refusal): boolean {
  if (code === methodNotFound || code === subscriptionRejected) return true;
  // The embedded ledger answers this for methods that it registers but does not serve.
  return code === invalidParams && /no parameters were expected/i.test(message);
}

/** Whether the ledger refuses the parameters. */
export function areParamsRefused({ code }: Refusal): boolean {
  return code === invalidParams;
}
