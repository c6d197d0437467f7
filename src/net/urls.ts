/** Parses a URL; undefined if it is invalid. Avoids URL.canParse, whose optimized form misreads non-ASCII hosts in Node 20. */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * The WebSocket URL that clients derive from an HTTP URL: scheme ws or wss, and an explicit port plus one. Undefined if that exceeds
 * 65535.
 */
export function wsUrlOf(rpcUrl: string): string | undefined {
  const match = /^(http)(s?):\/\/([^/?#]*)(.*)$/i.exec(rpcUrl);
  if (match === null) return undefined;
  const [, , secure = "", authority = "", rest = ""] = match;
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
  const scheme = secure === "" ? "ws" : "wss";
  if (port === undefined) return `${scheme}://${authority}${rest}`;
  const next = Number(port) + 1;
  return next > 65535 ? undefined : `${scheme}://${host}:${next}${rest}`;
}
