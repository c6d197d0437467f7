import { methods } from "../../generated/methods.ts";
import { createMethodPlans } from "../gateway/params/method-plan.ts";

/** The document's methods by each of their names. */
export const methodPlans = createMethodPlans(methods);
