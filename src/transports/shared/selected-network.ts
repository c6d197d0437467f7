import type { IncomingMessage } from "node:http";
import { requestQuery } from "./request-url.ts";

/** The network that `?network=` selects, else the x-network header; undefined if neither is given. */
export function selectedNetwork(request: IncomingMessage): string | undefined {
  const query = requestQuery(request);
  const selected = query === "" ? "" : new URLSearchParams(query).get("network");
  if (selected !== null && selected !== "") return selected;
  const header = request.headers["x-network"];
  return header === undefined || header === "" ? undefined : String(header);
}
