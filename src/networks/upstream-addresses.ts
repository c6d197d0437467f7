import type { NetworkConfig, ProviderEntry, UpstreamEntry, WeightedUrl } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { schemaAt } from "../config/config-schema.ts";
import { fillDefaults } from "../config/effective-values.ts";
import { wsUrlOf } from "../net/urls.ts";
import type { Providers } from "../providers/known-providers.ts";
import { providerOfHost } from "../providers/provider-names.ts";
import { isRoute } from "../providers/route-profile.ts";
import {
  type AddressedNetwork,
  type ExpandedAddress,
  expandAddress,
  isPlainAddress,
} from "../providers/short-address.ts";
import type { UpstreamAddress, UpstreamProvider, UpstreamPurpose } from "./network.ts";

/** The settings that list upstreams: addresses, and entries with settings of their own. */
type ListedUpstreams = Partial<Pick<NetworkConfig, "rpcUrl" | "rpcUrls" | "wsUrl" | "wsUrls" | "upstreams">>;

/** The network and the providers for expanding short addresses. */
export interface AddressContext {
  readonly network: AddressedNetwork;
  readonly providers: Providers;
}

/** The upstreams of a list. */
export interface UpstreamAddresses {
  readonly httpAddresses: readonly UpstreamAddress[];
  readonly wsAddresses: readonly UpstreamAddress[];
  /** Network of the first address, if that is a short address. */
  readonly networkId: string | undefined;
  readonly faults: readonly ConfigFault[];
}

/** Reads all settings that list upstreams. `at` is the path of the object with these settings, and ends with a dot. */
export function readUpstreams(
  listed: ListedUpstreams,
  at: string,
  context: AddressContext,
): UpstreamAddresses {
  const reader = new AddressReader(context);
  const single = listed.rpcUrl === undefined ? [] : [reader.read(listed.rpcUrl, `${at}rpc_url`)];
  const several = (listed.rpcUrls ?? []).map((item, index) =>
    typeof item === "string"
      ? reader.read(item, `${at}rpc_urls[${index}]`)
      : reader.read(item.url, `${at}rpc_urls[${index}].url`, item.weight),
  );
  const entries = (listed.upstreams ?? []).map((entry, index) =>
    typeof entry === "string"
      ? reader.read(entry, `${at}upstreams[${index}]`)
      : reader.read(entry.url, `${at}upstreams[${index}].url`, entry.weight, entry),
  );
  const fromAddresses = [...single, ...several].flatMap((upstream) => upstream ?? []);
  const fromEntries = entries.flatMap((upstream) => upstream ?? []);
  const configuredWsUrls = plainUrls(listed.wsUrl, listed.wsUrls ?? []);
  const httpAddresses = withoutRepeats([
    ...fromAddresses,
    ...fromEntries.filter((upstream) => isFor(upstream, "reads", "sends")),
  ]);
  const faults = [...reader.faults, ...entryFaults(listed.upstreams ?? [], at)];
  if (
    reader.faults.length === 0 &&
    fromEntries.length > 0 &&
    !httpAddresses.some((upstream) => isFor(upstream, "reads"))
  )
    faults.push({ at: `${at}upstreams`, message: 'must have at least one upstream for "reads"' });
  return {
    httpAddresses,
    wsAddresses: withoutRepeats([
      ...(configuredWsUrls.length > 0 ? configuredWsUrls : derivedWsAddresses(fromAddresses)),
      ...derivedWsAddresses(fromEntries.filter((upstream) => isFor(upstream, "subscriptions"))),
    ]),
    networkId: reader.networkOfFirst,
    faults,
  };
}

/** The WebSocket addresses of upstreams: as configured, else derived from the HTTP addresses. */
export function derivedWsAddresses(httpAddresses: readonly UpstreamAddress[]): UpstreamAddress[] {
  return httpAddresses.flatMap((upstream) => {
    const url = upstream.settings?.wsUrl ?? wsUrlOf(upstream.url);
    return url === undefined ? [] : [{ ...upstream, url }];
  });
}

/** Reads plain and short addresses, and collects faults. */
class AddressReader {
  readonly faults: ConfigFault[] = [];
  networkOfFirst: string | undefined = undefined;
  #hasRead = false;
  readonly #context: AddressContext;

  constructor(context: AddressContext) {
    this.#context = context;
  }

  /** Reads an address, with its settings if it has any. If it is invalid, adds a fault and returns undefined. */
  read(url: string, at: string, weight = 1, entry?: UpstreamEntry): UpstreamAddress | undefined {
    const isFirst = !this.#hasRead;
    this.#hasRead = true;
    if (isPlainAddress(url)) return { url, weight, trusted: true, ...this.#ofPlainAddress(url, entry, at) };
    const settings = entry ?? plainEntry(url);
    const expanded = expandAddress(url, this.#context.network, this.#context.providers, settings.plan);
    if ("fault" in expanded) {
      this.faults.push({ at, message: expanded.fault });
      return undefined;
    }
    if (isFirst) this.networkOfFirst = expanded.networkId;
    const filled = withProviderDefaults(expanded, settings);
    const ofProvider = this.#ofProvider(filled, expanded.providerId, expanded.provider, at);
    return { url: expanded.url, weight, trusted: true, ...ofProvider };
  }

  /** Finds the provider of a plain address by its host. Ignores a provider whose methods are unknown. */
  #ofPlainAddress(url: string, settings: UpstreamEntry | undefined, at: string): Partial<UpstreamAddress> {
    const { providers } = this.#context;
    const id = providerOfHost(new URL(url).hostname, providers);
    const provider = id === undefined ? undefined : providers.get(id);
    if (id === undefined || provider === undefined) return settings === undefined ? {} : { settings };
    if (isRoute(provider.route)) return this.#ofProvider(settings ?? plainEntry(url), id, provider, at);
    const isKnown = provider.extraMethods.length + provider.methods.length > 0;
    return { ...(settings && { settings }), ...(isKnown && { provider: providerRecord(id, provider) }) };
  }

  /** Limits a route to sends. */
  #ofProvider(
    settings: UpstreamEntry,
    id: string,
    provider: ProviderEntry,
    at: string,
  ): Pick<UpstreamAddress, "settings" | "provider"> {
    const record = providerRecord(id, provider);
    if (record.route === undefined) return { settings, provider: record };
    const isDefault = settings.for.length === plainEntry(settings.url).for.length;
    if (!isDefault && settings.for.some((purpose) => purpose !== "sends"))
      this.faults.push({
        at: at.replace(/url$/, "for"),
        message: `must be ["sends"]: ${provider.name} takes only transactions`,
      });
    return { settings: { ...settings, for: ["sends"] }, provider: record };
  }
}

function providerRecord(id: string, { methods, extraMethods, route }: ProviderEntry): UpstreamProvider {
  return { id, methods, extraMethods, ...(isRoute(route) && { route }) };
}

function plainEntry(url: string): UpstreamEntry {
  const branches = schemaAt("upstreams")?.items?.anyOf ?? [];
  const node = branches.find(({ type }) => type === "object");
  return fillDefaults(node ?? {}, { url }) as UpstreamEntry;
}

function withProviderDefaults(
  { provider, wsUrl, limits }: ExpandedAddress,
  entry: UpstreamEntry,
): UpstreamEntry {
  return {
    ...entry,
    wsUrl: entry.wsUrl ?? wsUrl,
    limits: {
      perSecond: entry.limits.perSecond ?? limits.perSecond,
      creditsPerDay: entry.limits.creditsPerDay ?? limits.creditsPerDay,
      creditsPerMonth: entry.limits.creditsPerMonth ?? limits.creditsPerMonth,
    },
    costs: { ...provider.costs, ...entry.costs },
    history: entry.history ?? provider.history,
  };
}

/** Faults of entries that the schema does not find. */
function entryFaults(entries: readonly (string | UpstreamEntry)[], at: string): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const ids = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    if (typeof entry === "string") continue;
    const path = `${at}upstreams[${index}]`;
    if (entry.for.length === 0)
      faults.push({ at: `${path}.for`, message: "must have at least one of reads, sends and subscriptions" });
    if (entry.id === undefined) continue;
    const first = ids.get(entry.id) ?? index;
    ids.set(entry.id, first);
    if (first !== index)
      faults.push({
        at: `${path}.id`,
        message: `must differ from that of upstreams[${first}], got "${entry.id}"`,
      });
  }
  return faults;
}

function isFor({ settings }: UpstreamAddress, ...purposes: readonly UpstreamPurpose[]): boolean {
  return settings === undefined || purposes.some((purpose) => settings.for.includes(purpose));
}

function plainUrls(
  single: string | undefined,
  several: readonly (string | WeightedUrl)[],
): UpstreamAddress[] {
  return (single === undefined ? several : [single, ...several]).map((item) => {
    const { url, weight } = typeof item === "string" ? { url: item, weight: 1 } : item;
    return { url, weight, trusted: true };
  });
}

/** Removes repeated upstreams: those with the same address, id, headers and route. */
function withoutRepeats(urls: readonly UpstreamAddress[]): UpstreamAddress[] {
  const byKey = new Map<string, UpstreamAddress>();
  for (const upstream of urls) {
    const { url, settings, provider } = upstream;
    const route = provider?.route && provider.id;
    const key = JSON.stringify([url, settings?.id, settings?.headers ?? {}, route]);
    if (!byKey.has(key)) byKey.set(key, upstream);
  }
  return [...byKey.values()];
}
