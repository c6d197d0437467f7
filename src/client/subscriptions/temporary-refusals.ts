import type { SvmGatewayError } from "../shared/svm-gateway-error.ts";

/** `data.reason` of refusals that are worth asking again, as the gateway writes it. */
export const temporaryReasons: readonly string[] = [
  "rate-limited",
  "at-capacity",
  "shutting-down",
  "upstream-unreachable",
  "upstream-timeout",
];

/** Whether a refused subscription may be accepted a little later. */
export function isTemporaryRefusal({ data }: SvmGatewayError): boolean {
  if (typeof data !== "object" || data === null || !("reason" in data)) return false;
  return temporaryReasons.includes(String(data.reason));
}
