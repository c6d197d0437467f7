import type { ProviderEntry, UpstreamLimits } from "../../generated/config.ts";
import { addSecret } from "../log/redact.ts";
import { parsedUrl } from "../net/urls.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import type { Providers } from "./known-providers.ts";

/** The network that an address is for. */
export interface AddressedNetwork {
  readonly id: string;
  /** Selects the ledger if neither the registry nor the provider knows the id: solana-mainnet for mainnet. */
  readonly type: string;
  /** True if the public registry has the id. */
  readonly isListed: boolean;
}

/** A short address, expanded. */
export interface ExpandedAddress {
  readonly providerId: string;
  readonly provider: ProviderEntry;
  readonly networkId: string;
  readonly url: string;
  readonly wsUrl: string | undefined;
  readonly limits: UpstreamLimits;
}

/** A fault of an address, to follow its path in the configuration. Quotes no part of the address, which may be secret. */
interface AddressFault {
  readonly fault: string;
}

const shortAddressPattern = /^([a-z][a-z0-9-]*):\/\/([^?#]*)(?:\?([^#]*))?$/i;
const partPattern = /^[A-Za-z0-9._~:-]{1,256}$/;
const secretPart = "key";
const noLimits: UpstreamLimits = {
  perSecond: undefined,
  creditsPerDay: undefined,
  creditsPerMonth: undefined,
};

/** Returns true if an address is an http or https URL rather than the short address of a provider. */
export function isPlainAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/** Expands `scheme://PART/...?network=ID&plan=NAME` to addresses and limits, without calling anything. */
export function expandAddress(
  address: string,
  network: AddressedNetwork,
  providers: Providers,
  plan?: string,
): ExpandedAddress | AddressFault {
  const [, scheme = "", path = "", query = ""] = shortAddressPattern.exec(address) ?? [];
  const providerId = scheme.toLowerCase();
  const provider = providers.get(providerId);
  if (provider === undefined) return { fault: unknownScheme(providerId, providers) };
  const fields = new URLSearchParams(query);
  for (const name of fields.keys())
    if (name !== "network" && name !== "plan") return { fault: "may have only network and plan after the ?" };
  const parts = readParts(path, provider);
  if (parts === undefined) return { fault: `must be ${formOf(providerId, provider)}` };
  const region = parts.get("region");
  const { regions } = provider.route;
  if (region !== undefined && regions.length > 0 && !regions.includes(region))
    return {
      fault: `names an unknown region of ${provider.name}; known: ${regions.join(", ")}`,
    };
  const networkId = fields.get("network") ?? networkIdFor(provider, network);
  const addresses = addressesFor(provider, networkId);
  if ("fault" in addresses) return addresses;
  const limits = planLimits(provider, fields.get("plan") ?? plan);
  if ("fault" in limits) return limits;
  const url = filled(addresses.url, parts);
  if (parsedUrl(url) === undefined) return { fault: `must be ${formOf(providerId, provider)}` };
  const key = parts.get(secretPart);
  if (key !== undefined) addSecret(key);
  return {
    providerId,
    provider,
    networkId,
    url,
    wsUrl: addresses.wsUrl === undefined ? undefined : filled(addresses.wsUrl, parts),
    limits,
  };
}

/** The form of a provider's short addresses: `triton://NAME/KEY`. */
export function formOf(id: string, { parts }: Pick<ProviderEntry, "parts">): string {
  return `${id}://${parts.map((name) => name.toUpperCase()).join("/")}`;
}

function readParts(path: string, { parts }: ProviderEntry): ReadonlyMap<string, string> | undefined {
  const texts = path.replace(/\/$/, "").split("/");
  if (texts.length !== parts.length || !texts.every((text) => partPattern.test(text))) return undefined;
  return new Map(parts.map((name, index) => [name, texts[index] ?? ""]));
}

function networkIdFor({ networks }: ProviderEntry, { id, type, isListed }: AddressedNetwork): string {
  return isListed || Object.hasOwn(networks, id) ? id : `solana-${type}`;
}

function addressesFor(
  { networks, name }: ProviderEntry,
  id: string,
): ProviderEntry["networks"][string] | AddressFault {
  const addresses = Object.hasOwn(networks, id) ? networks[id] : undefined;
  if (addresses !== undefined) return addresses;
  const served = Object.keys(networks);
  const list = served.length === 0 ? "write its addresses in full" : `known: ${served.join(", ")}`;
  return { fault: `is for network ${id}, for which no address of ${name} is known; ${list}` };
}

function planLimits({ plans, name }: ProviderEntry, plan: string | undefined): UpstreamLimits | AddressFault {
  const names = Object.keys(plans);
  const planName = plan ?? names[0];
  if (planName === undefined) return noLimits;
  const limits = Object.hasOwn(plans, planName) ? plans[planName] : undefined;
  if (limits !== undefined) return limits;
  const list = names.length === 0 ? "none is known" : `known: ${names.join(", ")}`;
  return { fault: `names an unknown plan of ${name}; ${list}` };
}

function filled(template: string, parts: ReadonlyMap<string, string>): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => parts.get(name) ?? whole);
}

function unknownScheme(scheme: string, providers: Providers): string {
  const near = nearest(scheme, providers.keys(), 1).map((name) => `${name}://`);
  const hint = didYouMean(near, "svm-gateway providers lists them");
  return `must be an http or https URL such as https://rpc.example.com, or the short address of a known provider; ${hint}`;
}
