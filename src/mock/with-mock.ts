import type { Gateway } from "../gateway/gateway-call.ts";
import type { MethodPlan } from "../gateway/method-plan.ts";
import { createMockGateway } from "./create-mock-gateway.ts";

/** Answers from the document's examples, but for methods that look at or change the gateway's own networks. */
export function withMock(
  gateway: Gateway,
  documentText: string,
  plans: ReadonlyMap<string, MethodPlan>,
): Gateway {
  const mock = createMockGateway(documentText);
  return {
    call: (call) =>
      plans.get(call.method)?.method.kind === "network" ? gateway.call(call) : mock.call(call),
  };
}
