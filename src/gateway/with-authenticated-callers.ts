import type { AuthenticatedCaller } from "../auth/authenticated-caller.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { ErrorKind } from "../rpc/error-table.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CallEvent, Gateway, GatewayCall } from "./gateway-call.ts";
import { findMethod } from "./params/method-index.ts";

/** How an authenticated caller's call ended; `refused` by its rights or limits. */
type CallOutcome = "answered" | "failed" | "refused";

const refusals: readonly ErrorKind[] = ["forbidden", "rateLimited", "creditsSpent"];

/**
 * Admits calls of authenticated callers by their rights. Runs before caches and coalescing, so that no caller gets an answer that it may
 * not ask for. `onCall` receives every such call, for usage and metrics; an undocumented method is `other`.
 */
export function withAuthenticatedCallers(
  gateway: Gateway,
  observe: (event: CallEvent) => void,
  onCall: (caller: AuthenticatedCaller, method: string, outcome: CallOutcome) => void,
): Gateway {
  function call(request: GatewayCall): Promise<RawJson> {
    const { caller } = request;
    const { authenticated } = caller;
    if (authenticated === undefined) return gateway.call(request);
    const method = findMethod(request.method);
    const refuse = (caught: unknown) => {
      const error = RpcError.from(caught);
      onCall(authenticated, method?.name ?? "other", "refused");
      observe({ method, network: undefined, transport: caller.transport, seconds: 0, error });
      return Promise.reject(error);
    };
    try {
      authenticated.rights.assertMethod(request.method, method);
    } catch (caught) {
      return refuse(caught);
    }
    const acquired = authenticated.meter.acquire("calls", caller.address);
    if (acquired === true) return run(request, authenticated, method);
    if (acquired === false) return refuse(authenticated.meter.limitError("calls"));
    return acquired.then((isAcquired) =>
      isAcquired ? run(request, authenticated, method) : refuse(authenticated.meter.limitError("calls")),
    );
  }

  function run(
    request: GatewayCall,
    authenticated: AuthenticatedCaller,
    method: MethodDescription | undefined,
  ): Promise<RawJson> {
    const { caller } = request;
    const finish = (outcome: CallOutcome) => {
      authenticated.meter.release("calls", caller.address);
      onCall(authenticated, method?.name ?? "other", outcome);
    };
    return gateway.call(request).then(
      (result) => {
        finish("answered");
        return result;
      },
      (caught: unknown) => {
        const isRefused = caught instanceof RpcError && refusals.includes(caught.kind);
        finish(isRefused ? "refused" : "failed");
        throw caught;
      },
    );
  }

  return { call };
}
