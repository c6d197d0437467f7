import { RpcError } from "../../rpc/rpc-error.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** Every upstream of a network failed lately, and none may be tried yet. */
export function allFailing(set: UpstreamSet): RpcError {
  const { id } = set.network;
  const faults = set.upstreams.map(({ name, health, lastFault }) =>
    health === "foreign" ? `${name} serves another ledger.` : (lastFault ?? `${name} is not tried yet.`),
  );
  return RpcError.of("upstreamUnreachable", `No upstream of network ${id} works now: ${faults.join(" ")}`, {
    data: { phase: "connect" },
    retryAfterSeconds: 1,
  });
}
