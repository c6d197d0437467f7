import type { UpstreamEntry, WeightedUrl } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { wsUrlOf } from "../net/ws-url.ts";
import type { UpstreamUrl } from "./network.ts";

/** How a configuration lists upstreams: the short forms, and entries with all that is known of one. */
export interface ListedUpstreams {
  readonly rpcUrl?: string | undefined;
  readonly rpcUrls?: readonly (string | WeightedUrl)[];
  readonly wsUrl?: string | undefined;
  readonly wsUrls?: readonly (string | WeightedUrl)[];
  readonly upstreams?: readonly (string | UpstreamEntry)[];
}

/** The same in one form. Both lists are empty where none is listed. */
export interface UpstreamUrls {
  readonly rpcUrls: readonly UpstreamUrl[];
  readonly wsUrls: readonly UpstreamUrl[];
}

/** The one place where all the forms become one: the addresses that calls go to, and those that sockets are opened to. */
export function upstreamUrls(listed: ListedUpstreams): UpstreamUrls {
  const short = shortForm(listed.rpcUrl, listed.rpcUrls ?? []);
  const shortWs = shortForm(listed.wsUrl, listed.wsUrls ?? []);
  const entries = (listed.upstreams ?? []).map(upstreamUrl);
  const forCalls = entries.filter(
    ({ settings }) => settings?.for.some((use) => use !== "subscriptions") ?? true,
  );
  const forSockets = entries.filter(({ settings }) => settings?.for.includes("subscriptions") ?? true);
  return {
    rpcUrls: withoutRepeats([...short, ...forCalls]),
    wsUrls: withoutRepeats([
      ...(shortWs.length > 0 ? shortWs : derivedWsUrls(short)),
      ...derivedWsUrls(forSockets),
    ]),
  };
}

/** The WebSocket addresses of upstreams: their own, else those that clients derive from the HTTP ones. */
export function derivedWsUrls(rpcUrls: readonly UpstreamUrl[]): UpstreamUrl[] {
  return rpcUrls.flatMap((upstream) => {
    const url = upstream.settings?.wsUrl ?? wsUrlOf(upstream.url);
    return url === undefined ? [] : [{ ...upstream, url }];
  });
}

/** What is wrong between the upstreams of a list that are right by themselves; `at` is the path of what holds them. */
export function upstreamFaults(listed: ListedUpstreams, at: string): ConfigFault[] {
  const entries = listed.upstreams ?? [];
  const ids = new Map<string, number>();
  const faults = entries.flatMap((entry, index) => {
    if (typeof entry === "string") return [];
    const path = `${at}upstreams[${index}]`;
    const found: ConfigFault[] = [];
    if (entry.for.length === 0)
      found.push({ at: `${path}.for`, message: "must name a use: reads, sends or subscriptions" });
    const first = entry.id === undefined ? undefined : ids.get(entry.id);
    if (first !== undefined)
      found.push({
        at: `${path}.id`,
        message: `must differ from that of upstreams[${first}], got "${entry.id}"`,
      });
    if (entry.id !== undefined && first === undefined) ids.set(entry.id, index);
    return found;
  });
  const { rpcUrls } = upstreamUrls(listed);
  if (entries.length > 0 && !rpcUrls.some(({ settings }) => settings?.for.includes("reads") ?? true))
    faults.push({ at: `${at}upstreams`, message: 'must hold one that is for "reads"' });
  return faults;
}

function shortForm(single: string | undefined, several: readonly (string | WeightedUrl)[]): UpstreamUrl[] {
  return (single === undefined ? several : [single, ...several]).map((item) => {
    const { url, weight } = typeof item === "string" ? { url: item, weight: 1 } : item;
    return { url, weight, trusted: true };
  });
}

function upstreamUrl(entry: string | UpstreamEntry): UpstreamUrl {
  return typeof entry === "string"
    ? { url: entry, weight: 1, trusted: true }
    : { url: entry.url, weight: entry.weight, trusted: true, settings: entry };
}

/** One address with one set of headers is one upstream, however often it is listed. */
function withoutRepeats(urls: readonly UpstreamUrl[]): UpstreamUrl[] {
  const found = new Map<string, UpstreamUrl>();
  for (const upstream of urls) {
    const key = JSON.stringify([upstream.url, upstream.settings?.id, upstream.settings?.headers ?? {}]);
    if (!found.has(key)) found.set(key, upstream);
  }
  return [...found.values()];
}
