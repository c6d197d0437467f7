import { WebSocket } from "ws";
import { assertPublicHost, guardedLookup } from "../../net/public-address.ts";
import type { UpstreamUrl } from "../../networks/network.ts";

/** Opens a WebSocket to an upstream; throws when an address that is not trusted is not public. */
export function connectUpstream(
  { url, trusted, settings }: UpstreamUrl,
  timeoutMs: number,
  maxFrameBytes: number,
): WebSocket {
  if (!trusted) assertPublicHost(new URL(url).hostname);
  return new WebSocket(url, {
    perMessageDeflate: false,
    headers: { ...settings?.headers },
    handshakeTimeout: timeoutMs,
    maxPayload: maxFrameBytes,
    followRedirects: false,
    ...(trusted ? {} : { lookup: guardedLookup }),
  });
}
