import { methods } from "../../generated/methods.ts";
import { createMethodPlans } from "../gateway/params/method-plan.ts";

/** The plans of every method of the document. */
export const methodPlans = createMethodPlans(methods);
