import type { ServerConfig } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import { createMethodPlans, type MethodPlan } from "../gateway/params/method-plan.ts";

/** The plans of every method of the document, with configured bounds of parameters. */
export function methodPlansWithin(
  limits: Pick<ServerConfig, "maxMultipleAccounts">,
): ReadonlyMap<string, MethodPlan> {
  return createMethodPlans(methods, { max_multiple_accounts: limits.maxMultipleAccounts });
}

/** The plans of every method of the document, without configured bounds. */
export const methodPlans = createMethodPlans(methods);
