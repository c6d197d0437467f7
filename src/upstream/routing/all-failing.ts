import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/truncate.ts";
import type { Needs } from "../node/needs.ts";
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

/** The operator lets no upstream of a network be asked for a method. */
export function excluded(set: UpstreamSet, { method, use }: Needs): RpcError {
  const { id } = set.network;
  return RpcError.of(
    "notAllowed",
    `No upstream of network ${id} takes ${truncate(method, 60)}: their settings (for, methods) leave out its ${use}.`,
    { data: { network: id } },
  );
}
