import type { SendWrapper } from "../call/upstream-call.ts";
import { AgreedRead, type AgreementContext } from "./agreed-read.ts";

/** Answers reads that several upstreams must agree on, never from the answer of a single one. All other calls pass. */
export function withAgreement(context: AgreementContext): SendWrapper {
  return (next) => (call) => {
    const { agreement, method } = call;
    if (agreement === undefined || method === undefined) return next(call);
    return new AgreedRead(context, call, method, agreement).answer();
  };
}
