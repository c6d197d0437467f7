import type { IncomingMessage } from "node:http";

/** The path of a request, without its query. */
export function requestPath({ url = "/" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

/** The network that `?network=` selects, else the x-network header; undefined if neither is given. */
export function selectedNetwork(request: IncomingMessage): string | undefined {
  const url = request.url ?? "";
  const mark = url.indexOf("?");
  if (mark >= 0) {
    const selected = new URLSearchParams(url.slice(mark + 1)).get("network");
    if (selected !== null && selected !== "") return selected;
  }
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
