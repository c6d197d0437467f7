import type { Network, UpstreamUrl } from "./network.ts";

/** Ids by which upstreams are cordoned: the configured id, else the host; the second upstream of a host is `HOST#2`, and so on. */
export function upstreamIds(urls: readonly UpstreamUrl[]): readonly string[] {
  const counts = new Map<string, number>();
  return urls.map(({ url, settings }) => {
    const { host } = new URL(url);
    const count = (counts.get(host) ?? 0) + 1;
    counts.set(host, count);
    return settings?.id ?? (count === 1 ? host : `${host}#${count}`);
  });
}

/**
 * Returns the network without its cordoned upstreams, or unchanged if none would be left. With an upstream that has no configured id, the
 * WebSocket addresses of its host name go too, unless another upstream has the same host name.
 */
export function withoutCordoned(network: Network, ids: readonly string[]): Network {
  const known = upstreamIds(network.rpcUrls);
  const removed = network.rpcUrls.filter((_, index) => ids.includes(known[index] ?? ""));
  if (removed.length === 0 || removed.length === network.rpcUrls.length) return network;
  const isOfRemoved = ({ url, settings }: UpstreamUrl) =>
    removed.some((one) =>
      settings?.id !== undefined || one.settings?.id !== undefined
        ? settings?.id === one.settings?.id
        : new URL(one.url).hostname === new URL(url).hostname,
    );
  const rpcUrls = network.rpcUrls.filter((upstream) => !removed.includes(upstream));
  const remainingHosts = new Set(rpcUrls.map(({ url }) => new URL(url).hostname));
  const wsUrls = network.wsUrls.filter(
    (upstream) =>
      !isOfRemoved(upstream) ||
      (upstream.settings?.id === undefined && remainingHosts.has(new URL(upstream.url).hostname)),
  );
  return { ...network, rpcUrls, wsUrls, cordoned: ids.filter((id) => known.includes(id)) };
}
