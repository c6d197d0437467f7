import type { KnownCaller } from "../auth/known-caller.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CallEvent } from "./call-event.ts";
import type { Gateway, GatewayCall } from "./gateway-call.ts";
import type { MethodPlan } from "./params/method-plan.ts";

/** What the check of known callers needs. */
export interface KnownCallersOptions {
  readonly plans: ReadonlyMap<string, MethodPlan>;
  /** Called with every refused call: for metrics and the log. */
  readonly observe: (event: CallEvent) => void;
}

/**
 * Admits the calls of known callers: each may call what its rights allow, and as many at once as its limits do. It stands before
 * caches and shared answers, so that no caller gets an answer that it may not ask for. Networks are checked where they are selected.
 */
export function withKnownCallers(gateway: Gateway, { plans, observe }: KnownCallersOptions): Gateway {
  function call(request: GatewayCall): Promise<RawJson> {
    const { caller } = request;
    const { known } = caller;
    if (known === undefined) return gateway.call(request);
    const method = plans.get(request.method)?.method;
    try {
      known.rights.assertMethod(request.method, method);
      if (!known.meter.begin("calls", caller.address)) throw tooManyCalls(known);
    } catch (caught) {
      const fault = RpcError.from(caught);
      observe({ method, network: undefined, transport: caller.transport, seconds: 0, fault });
      return Promise.reject(fault);
    }
    return gateway.call(request).finally(() => known.meter.end("calls", caller.address));
  }

  return { call };
}

function tooManyCalls({ meter }: KnownCaller): RpcError {
  const message =
    `This key or token has as many calls running as it may (${meter.limitOf("calls")}, max_concurrent; ` +
    "fewer for each client of a web page): wait for one to end.";
  return RpcError.of("rateLimited", message, { data: { limit: "max_concurrent" }, retryAfterSeconds: 1 });
}
