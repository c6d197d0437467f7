import type { IncomingMessage } from "node:http";

/** The path of a request, without its query. */
export function requestPath({ url = "/" }: IncomingMessage): string {
  const queryStart = url.indexOf("?");
  return queryStart < 0 ? url : url.slice(0, queryStart);
}

/** The query of a request, without its `?`; "" if it has none. */
export function requestQuery({ url = "" }: IncomingMessage): string {
  const queryStart = url.indexOf("?");
  return queryStart < 0 ? "" : url.slice(queryStart + 1);
}

/** The network selected by `?network=`, else by the x-network header. Undefined if neither is present. */
export function selectedNetwork(request: IncomingMessage): string | undefined {
  const query = requestQuery(request);
  const selected = query === "" ? "" : new URLSearchParams(query).get("network");
  if (selected !== null && selected !== "") return selected;
  const header = request.headers["x-network"];
  return header === undefined || header === "" ? undefined : String(header);
}

/** Decodes the ID of `/networks/ID`. Undefined if it is empty, has several segments or a malformed percent escape. */
export function networkInPath(segment: string): string | undefined {
  const id = segment.endsWith("/") ? segment.slice(0, -1) : segment;
  if (id === "" || id.includes("/")) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
