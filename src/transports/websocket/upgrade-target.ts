import type { IncomingMessage } from "node:http";

/** The network that an upgrade asks for: its id, undefined for the default one, or null where the path is none of ours. */
export function upgradeTarget(request: IncomingMessage): string | undefined | null {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (path === "/" || path === "") {
    const selected = mark < 0 ? null : new URLSearchParams(url.slice(mark + 1)).get("network");
    const header = request.headers["x-network"];
    return (selected ?? (header === undefined ? "" : String(header))) || undefined;
  }
  const segment = /^\/networks\/([^/]+)\/?$/.exec(path)?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    // A broken percent escape names no network.
    return null;
  }
}
