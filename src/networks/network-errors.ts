import { redactUrl } from "../log/redact.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/truncate.ts";
import { upstreamIds } from "./cordoned.ts";
import type { Network } from "./network.ts";

/** Most ids that an error suggests. */
export const maxNearest = 3;

/** The error for an id that no network has. */
export function unknownNetwork(
  id: string,
  near: readonly string[],
  kind: "networkNotFound" | "invalidParams" = "networkNotFound",
): RpcError {
  const shortId = truncate(id, 64);
  const hint = didYouMean(near, "listSvmNetworks lists the known ones");
  return RpcError.of(kind, `Unknown network ${JSON.stringify(shortId)}; ${hint}`, {
    data: { network: shortId, nearest: near },
  });
}

/** The error for cordoning the last upstream of a network. */
export function lastUpstream(upstream: string, network: string): RpcError {
  return RpcError.of(
    "invalidParams",
    `${upstream} is the only upstream that network ${network} has left; uncordon another one first.`,
  );
}

/** The error for an id that no upstream has. */
export function unknownUpstream(upstream: string, networks: readonly Network[]): RpcError {
  const shown = truncate(upstream, 200);
  const ids = new Set(
    networks.flatMap(({ rpcUrls, cordoned = [] }) => [...upstreamIds(rpcUrls), ...cordoned]),
  );
  const hint = didYouMean(nearest(shown, ids, maxNearest), "upstreams list shows the known ones");
  return RpcError.of("invalidParams", `Unknown upstream ${JSON.stringify(shown)}; ${hint}`);
}

/** The error for an address that may not be set at run time. */
export function refusedUrl(url: string, fault: string): RpcError {
  const shown = redactUrl(truncate(url, 200));
  return RpcError.of("invalidParams", `rpc_url ${fault}, got ${JSON.stringify(shown)}`, {
    data: { faults: [{ param: "rpc_url", message: fault }] },
  });
}
