import type { IncomingMessage } from "node:http";
import { networkInPath, selectedNetwork } from "../shared/selected-network.ts";

const networkPath = "/networks/";

/** The network that an upgrade asks for: its id, undefined for the default one, or null if nothing is served at the path. */
export function upgradeTarget(request: IncomingMessage): string | undefined | null {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (path === "/" || path === "") return selectedNetwork(request);
  return path.startsWith(networkPath) ? (networkInPath(path.slice(networkPath.length)) ?? null) : null;
}
