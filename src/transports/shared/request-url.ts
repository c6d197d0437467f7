import type { IncomingMessage } from "node:http";

/** The path of a request, without its query. */
export function requestPath({ url = "/" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

/** The query of a request, without its `?`; "" if it has none. */
export function requestQuery({ url = "" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

/** The network that `?network=` selects, else the x-network header; undefined if neither is given. */
export function selectedNetwork(request: IncomingMessage): string | undefined {
  const query = requestQuery(request);
  const selected = query === "" ? "" : new URLSearchParams(query).get("network");
  if (selected !== null && selected !== "") return selected;
  const header = request.headers["x-network"];
  return header === undefined || header === "" ? undefined : String(header);
}

/** Decodes the end of a path `/networks/ID`. Undefined if it is empty, has several segments or a broken percent escape. */
export function networkInPath(segment: string): string | undefined {
  const id = segment.endsWith("/") ? segment.slice(0, -1) : segment;
  if (id === "" || id.includes("/")) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
