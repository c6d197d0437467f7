import { createHash } from "node:crypto";
import type { Config, NetworkConfig } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import type { NetworkType } from "../contract/method-description.ts";
import { isPublicHost } from "../net/public-address.ts";
import { knownProviders } from "../providers/known-providers.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import type { Network, UpstreamAddress } from "./network.ts";
import { guessType, type RegistryEntry } from "./network-registry.ts";
import {
  type AddressContext,
  derivedWsAddresses,
  readUpstreams,
  type UpstreamAddresses,
} from "./upstream-addresses.ts";

/** The networks of registry and configuration, before run-time changes. */
export interface ResolvedNetworks {
  /** Networks by id: those that the program runs, then configured ones, then the rest of the registry. */
  readonly networks: ReadonlyMap<string, Network>;
  readonly defaultId: string;
  readonly faults: readonly ConfigFault[];
}

interface NetworkSources {
  readonly config: Config;
  readonly registry: readonly RegistryEntry[];
  /** Networks that the program itself runs (`--local`). */
  readonly extra?: readonly Network[] | undefined;
}

/** The default network if the configuration names none. */
export const fallbackDefault = "solana-mainnet";

/** Merges the networks of registry, configuration and program, and finds the default network. */
export function resolveNetworks({ config, registry, extra = [] }: NetworkSources): ResolvedNetworks {
  const faults: ConfigFault[] = [];
  const entries = new Map(registry.map((entry) => [entry.id, entry]));
  const networks = new Map(extra.map((network) => [network.id, network]));
  const providers = knownProviders(config.providers);
  for (const [id, entry] of Object.entries(config.svmNetworks)) {
    const listed = entries.get(id);
    const type = entry.type ?? listed?.type ?? guessType(`${id} ${entry.name ?? ""}`);
    const context = { network: { id, type, isListed: listed !== undefined }, providers };
    const addresses = readUpstreams(entry, `svm_networks.${id}.`, context);
    faults.push(...addresses.faults);
    const network = configuredNetwork(id, entry, addresses, listed);
    if (network !== undefined) networks.set(id, network);
    else if (addresses.faults.length === 0) faults.push(missingAddressFault(id, entries.keys()));
  }
  const configured = [...networks.values()];
  const defaultContext = { network: networkOfTopLevel(config, entries), providers };
  const topLevelList = { rpcUrl: config.rpcUrl, upstreams: config.upstreams };
  const topLevel = readUpstreams(topLevelList, "", defaultContext);
  faults.push(...topLevel.faults);
  const primary = primaryNetwork(config, topLevel, networks, registry);
  if (primary !== undefined) networks.set(primary.id, primary);
  for (const entry of registry) if (!networks.has(entry.id)) networks.set(entry.id, registryNetwork(entry));
  const { defaultNetwork } = config;
  if (defaultNetwork !== undefined && !networks.has(defaultNetwork)) {
    // A configured network without an address has its own fault.
    const isConfigured = Object.hasOwn(config.svmNetworks, defaultNetwork);
    if (!isConfigured) faults.push(unknownDefaultFault(defaultNetwork, networks.keys()));
  }
  const first = configured.find(({ enabled }) => enabled) ?? configured[0];
  return { networks, defaultId: defaultNetwork ?? primary?.id ?? first?.id ?? fallbackDefault, faults };
}

/**
 * The network of the top-level `rpc_url` and `upstreams`: the configured network with the first of these addresses, else the registry's,
 * else a new one named `default`. Enabled unless `svm_networks` disables it. Undefined if there is no such address.
 */
function primaryNetwork(
  config: Config,
  addresses: UpstreamAddresses,
  configured: ReadonlyMap<string, Network>,
  registry: readonly RegistryEntry[],
): Network | undefined {
  const [first] = addresses.httpAddresses;
  if (first === undefined) return undefined;
  const withAddress = [...configured.values()].find(({ httpAddresses }) =>
    httpAddresses.some(({ url }) => isSameUrl(url, first.url)),
  );
  if (withAddress !== undefined)
    return config.upstreams.length === 0 ? withAddress : { ...withAddress, ...addressFields(addresses) };
  const entry = registry.find(
    ({ id, rpcUrls }) => id === addresses.networkId || rpcUrls.some((url) => isSameUrl(url, first.url)),
  );
  const id = entry?.id ?? "default";
  const base = configured.get(id) ?? {
    ...(entry === undefined
      ? { id, name: "Default network", type: typeFrom(id, first.url), chainId: id }
      : registryNetwork(entry)),
    ...withoutExtraMethods,
    enabled: true,
  };
  const allowMethods = [...base.allowMethods, ...extraMethodsOf(addresses)];
  return { ...base, ...addressFields(addresses), allowMethods };
}

/** The network of top-level short addresses that do not name one. */
export function networkOfTopLevel(
  { defaultNetwork = fallbackDefault, svmNetworks }: Pick<Config, "defaultNetwork" | "svmNetworks">,
  entries: ReadonlyMap<string, RegistryEntry>,
): AddressContext["network"] {
  const entry = entries.get(defaultNetwork);
  const configured = Object.hasOwn(svmNetworks, defaultNetwork) ? svmNetworks[defaultNetwork] : undefined;
  const type = configured?.type ?? entry?.type ?? guessType(defaultNetwork);
  return { id: defaultNetwork, type, isListed: entry !== undefined };
}

/** The extra methods that the providers of upstreams serve. */
export function extraMethodsOf({ httpAddresses }: Pick<UpstreamAddresses, "httpAddresses">): string[] {
  return [...new Set(httpAddresses.flatMap(({ provider }) => provider?.extraMethods ?? []))];
}

/** The fields of a network that follow from its configured addresses. */
function addressFields({ httpAddresses, wsAddresses }: UpstreamAddresses) {
  return {
    httpAddresses,
    wsAddresses,
    upstreamsFingerprint: upstreamsFingerprint("configuration", httpAddresses),
  };
}

const withoutExtraMethods = { allowMethods: [], allowMethodsFromLoopbackOnly: false } as const;

function registryNetwork({ id, name, chainId, type, rpcUrls: urls }: RegistryEntry): Network {
  const httpAddresses = urls.map((url) => ({ url, weight: 1, trusted: false }));
  return {
    ...withoutExtraMethods,
    id,
    name,
    chainId,
    type,
    httpAddresses,
    wsAddresses: derivedWsAddresses(httpAddresses),
    upstreamsFingerprint: upstreamsFingerprint("registry", httpAddresses),
    enabled: false,
  };
}

function configuredNetwork(
  id: string,
  config: NetworkConfig,
  addresses: UpstreamAddresses,
  entry: RegistryEntry | undefined,
): Network | undefined {
  const listed = entry === undefined ? undefined : registryNetwork(entry);
  const httpAddresses =
    addresses.httpAddresses.length > 0 ? addresses.httpAddresses : (listed?.httpAddresses ?? []);
  const [first] = httpAddresses;
  if (first === undefined) return undefined;
  const hasOwnAddresses = addresses.httpAddresses.length > 0 || addresses.wsAddresses.length > 0;
  const wsAddresses = hasOwnAddresses ? addresses.wsAddresses : derivedWsAddresses(httpAddresses);
  return {
    id,
    name: config.name ?? listed?.name ?? id,
    type: config.type ?? listed?.type ?? typeFrom(`${id} ${config.name ?? ""}`, first.url),
    chainId: config.chainId ?? listed?.chainId ?? id,
    httpAddresses,
    wsAddresses,
    upstreamsFingerprint:
      addresses.httpAddresses.length > 0
        ? upstreamsFingerprint("configuration", httpAddresses)
        : listed?.upstreamsFingerprint,
    enabled: config.enabled,
    sending: config.sending,
    allowMethods: [...config.allowMethods, ...extraMethodsOf(addresses)],
    allowMethodsFromLoopbackOnly: false,
  };
}

/** Guesses the type by words in the id, name and host name; without such a word, a private host is a localnet. */
function typeFrom(names: string, url: string): NetworkType {
  const { hostname } = new URL(url);
  const named = guessType(`${names} ${hostname}`);
  return named === "mainnet" && !isPublicHost(hostname) ? "localnet" : named;
}

function isSameUrl(a: string, b: string): boolean {
  return new URL(a).href.replace(/\/$/, "") === new URL(b).href.replace(/\/$/, "");
}

function missingAddressFault(id: string, ids: Iterable<string>): ConfigFault {
  const [near] = nearest(id, ids, 1);
  const hint = near === undefined ? "" : ` (it has ${near})`;
  return {
    at: `svm_networks.${id}.rpc_url`,
    message: `is missing: ${id} has no address, and the registry has none for it${hint}; give the address of an upstream`,
  };
}

function unknownDefaultFault(id: string, ids: Iterable<string>): ConfigFault {
  const hint = didYouMean(nearest(id, ids, 3), "svm-gateway networks lists them");
  return { at: "default_network", message: `must be the id of a known network, got "${id}"; ${hint}` };
}

/**
 * Identifies a list of upstreams by its source and their hosts, not their keys or weights. Gateways that share a cache use each other's
 * answers if the fingerprints are equal.
 */
function upstreamsFingerprint(
  listedIn: "configuration" | "registry",
  urls: readonly UpstreamAddress[],
): string {
  const origins = [...new Set(urls.map(({ url }) => new URL(url).origin))].sort();
  return `${listedIn} ${createHash("sha256").update(origins.join("\n")).digest("base64url")}`;
}
