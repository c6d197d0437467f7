import type { AuthenticatedCaller } from "../auth/authenticated-caller.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { ErrorKind } from "../rpc/error-table.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CallEvent, Gateway, GatewayCall } from "./gateway-call.ts";
import { findMethod } from "./params/method-index.ts";

/** How a known caller's call ended: refused is one that its rights or limits did not allow. */
type CallOutcome = "answered" | "failed" | "refused";

const refusals: readonly ErrorKind[] = ["forbidden", "rateLimited", "creditsSpent"];

/**
 * Admits the calls of known callers by their rights. It comes before caches and shared answers, so that no caller gets an answer that it
 * may not ask for. `onCall` gets every such call, for usage and metrics, with `other` for the name of a method that is not listed.
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
    const begun = authenticated.meter.begin("calls", caller.address);
    if (begun === true) return run(request, authenticated, method);
    if (begun === false) return refuse(authenticated.meter.limitError("calls"));
    return begun.then((isBegun) =>
      isBegun ? run(request, authenticated, method) : refuse(authenticated.meter.limitError("calls")),
    );
  }

  function run(
    request: GatewayCall,
    authenticated: AuthenticatedCaller,
    method: MethodDescription | undefined,
  ): Promise<RawJson> {
    const { caller } = request;
    const finish = (outcome: CallOutcome) => {
      authenticated.meter.end("calls", caller.address);
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
