import { redactUrl } from "../log/redact.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/wording.ts";
import type { Network } from "./network.ts";
import { upstreamNames } from "./upstream-names.ts";

const maxNearest = 3;

/** The message about an unknown network. `list` is the method or the shell command that lists networks. */
export function unknownNetworkText(id: string, near: readonly string[], list: string): string {
  const guess = near.length === 0 ? "" : `${didYouMean(near, "")} `;
  return `Unknown network ${JSON.stringify(id)}; ${guess}${list} lists all`;
}

/** The error for an unknown network id, with the known ids that resemble it. */
export function unknownNetworkError(
  id: string,
  networks: readonly Pick<Network, "id">[],
  kind: "networkNotFound" | "invalidParams" = "networkNotFound",
): RpcError {
  const shortId = truncate(id, 64);
  const ids = networks.map((network) => network.id);
  const near = nearest(id, ids, maxNearest);
  return RpcError.of(kind, unknownNetworkText(shortId, near, "listSvmNetworks"), {
    data: { network: shortId, nearest: near },
  });
}

/** The error for cordoning the last upstream of a network. */
export function lastUpstreamError(upstream: string, network: string): RpcError {
  const message = `${upstream} is the last upstream of network ${network} that is not cordoned; uncordon another one first.`;
  return RpcError.of("invalidParams", message);
}

/** The error for an unknown upstream id. */
export function unknownUpstreamError(upstream: string, networks: readonly Network[]): RpcError {
  const shortName = truncate(upstream, 200);
  const ids = networks.flatMap(({ httpAddresses, cordoned = [] }) => [
    ...upstreamNames(httpAddresses),
    ...cordoned,
  ]);
  const hint = didYouMean(
    nearest(shortName, new Set(ids), maxNearest),
    "svm-gateway upstreams list shows all",
  );
  return RpcError.of("invalidParams", `Unknown upstream ${JSON.stringify(shortName)}; ${hint}`);
}

/** The error for an address that a caller may not set at run time. */
export function refusedUrlError(url: string, fault: string): RpcError {
  const shownUrl = redactUrl(truncate(url, 200));
  return RpcError.of("invalidParams", `rpc_url ${fault}, got ${JSON.stringify(shownUrl)}`, {
    data: { faults: [{ param: "rpc_url", message: fault }] },
  });
}
