import type { SendWrapper } from "../call/upstream-call.ts";
import { AgreedRead, type AgreementContext } from "./agreed-read.ts";

/** Sends reads that need agreement to several upstreams; all other calls pass through. */
export function withAgreement(context: AgreementContext): SendWrapper {
  return (next) => (call) => {
    const { agreement, method } = call;
    if (agreement === undefined || method === undefined) return next(call);
    return new AgreedRead(context, call, method, agreement).answer();
  };
}
