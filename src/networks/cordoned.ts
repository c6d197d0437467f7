import type { Network, UpstreamUrl } from "./network.ts";

/** Ids by which upstreams are cordoned: their own, else their hosts; the second upstream of a host is `HOST#2`, and so on. */
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
 * The network without its cordoned upstreams, or with all of them if none would be left. An upstream without an id is removed by
 * its HTTP address, together with the WebSocket addresses of its host name.
 */
export function withoutCordoned(network: Network, ids: readonly string[]): Network {
  const known = upstreamIds(network.rpcUrls);
  const gone = network.rpcUrls.filter((_, index) => ids.includes(known[index] ?? ""));
  if (gone.length === 0 || gone.length === network.rpcUrls.length) return network;
  const isGone = ({ url, settings }: UpstreamUrl) =>
    gone.some((one) =>
      settings?.id !== undefined || one.settings?.id !== undefined
        ? settings?.id === one.settings?.id
        : new URL(one.url).hostname === new URL(url).hostname,
    );
  const rpcUrls = network.rpcUrls.filter((upstream) => !gone.includes(upstream));
  const stays = new Set(rpcUrls.map(({ url }) => new URL(url).hostname));
  const wsUrls = network.wsUrls.filter(
    (upstream) =>
      !isGone(upstream) || (upstream.settings?.id === undefined && stays.has(new URL(upstream.url).hostname)),
  );
  return { ...network, rpcUrls, wsUrls, cordoned: ids.filter((id) => known.includes(id)) };
}
