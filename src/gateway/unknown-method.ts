import { RpcError } from "../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/truncate.ts";
import type { GatewayCall } from "./gateway-call.ts";
import type { MethodPlan } from "./params/method-plan.ts";

/** The -32601 for an unknown method, with the nearest name that exists. */
export function unknownMethod(
  plans: ReadonlyMap<string, MethodPlan>,
  { method: name, dialect }: Pick<GatewayCall, "method" | "dialect">,
): RpcError {
  const shown = truncate(name, 60);
  // The ledger dialect has no rpc.discover, since ledger nodes have none.
  const list = `${dialect === "gateway" ? "rpc.discover" : "GET /openrpc.json"} lists the methods`;
  const hint = didYouMean(nearest(name, plans.keys(), 1), list);
  return RpcError.of("methodNotFound", `Method not found: ${JSON.stringify(shown)}; ${hint}`);
}
