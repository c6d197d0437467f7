import type { LedgerHandler } from "../gateway/handlers.ts";
import { unknownMethod } from "../gateway/missing-method.ts";
import { bindParams } from "../gateway/params/bind-params.ts";
import type { MethodPlan } from "../gateway/params/method-plan.ts";
import { NetworkClock } from "../ledger-time/network-clock.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import type { ExampleAnswers } from "./example-answers.ts";

/** Handlers that answer every ledger method from its examples, even methods that the gateway would compute from other answers. */
export function mockHandlers(
  plans: ReadonlyMap<string, MethodPlan>,
  answers: ExampleAnswers,
): ReadonlyMap<string, LedgerHandler> {
  const handlers = new Map<string, LedgerHandler>();
  for (const { method } of plans.values())
    if (method.kind === "ledger") handlers.set(method.name, ({ params }) => answers(params));
  return handlers;
}

/** Upstreams that answer from examples: nothing is sent, and every network is healthy. */
export function mockUpstreams(plans: ReadonlyMap<string, MethodPlan>, answers: ExampleAnswers): Upstreams {
  return {
    async send({ upstreamMethod, params }) {
      const plan = plans.get(upstreamMethod);
      if (plan?.method.kind !== "ledger")
        throw unknownMethod(plans, { method: upstreamMethod, dialect: "ledger" });
      return answers(bindParams(plan, params));
    },
    status: () => [],
    check: async ({ id }) => ({
      network: id,
      healthy: true,
      slot: undefined,
      finalizedSlot: undefined,
      epoch: undefined,
      genesisHash: undefined,
      latencyMs: undefined,
      upstreams: [],
    }),
    clock: () => new NetworkClock(),
    close: async () => undefined,
  };
}
