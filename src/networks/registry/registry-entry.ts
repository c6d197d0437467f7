import type { NetworkType } from "../../contract/method-description.ts";
import { parsedUrl } from "../../net/parsed-url.ts";
import { isPublicHost } from "../../net/public-address.ts";
import snapshot from "./registry.json" with { type: "json" };

/** A network of the public registry, with the fields that the gateway uses. */
export interface RegistryEntry {
  /** The slug of its name. */
  readonly id: string;
  readonly name: string;
  readonly chainId: string;
  readonly type: NetworkType;
  /** Public https addresses; never empty. */
  readonly rpcUrls: readonly string[];
}

/** Most entries to use; further ones are ignored. */
export const maxEntries = 1000;

/** The registry that ships with the program. */
export function registrySnapshot(): RegistryEntry[] {
  return parseRegistry(snapshot);
}

/**
 * Reads a list in the registry's public form: objects with name, chain, rpc, shortName, chainId and status. Leaves out malformed entries
 * and those without a usable address, such as planned networks. Throws if no entry is left.
 */
export function parseRegistry(list: unknown): RegistryEntry[] {
  if (!Array.isArray(list)) throw new Error("the registry is not a list");
  const entries = new Map<string, RegistryEntry>();
  for (const item of list.slice(0, maxEntries)) {
    const entry = parseEntry(item);
    if (entry !== undefined && !entries.has(entry.id)) entries.set(entry.id, entry);
  }
  if (entries.size === 0) throw new Error("the registry lists no network with an address");
  return [...entries.values()];
}

function parseEntry(item: unknown): RegistryEntry | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const { name, rpc, shortName, chainId, status } = item as Record<string, unknown>;
  if (typeof name !== "string" || name.length > 100 || !Array.isArray(rpc) || status === "deprecated")
    return undefined;
  const id = slugOf(name);
  const rpcUrls = rpc.filter(isPublicHttps).slice(0, 20);
  if (id === "" || id === "all" || rpcUrls.length === 0) return undefined;
  const known = typeof chainId === "number" || typeof chainId === "string" ? String(chainId) : undefined;
  return {
    id,
    name,
    chainId: known ?? (typeof shortName === "string" ? shortName : id),
    type: typeOf(id),
    rpcUrls,
  };
}

/** Turns a name into an id: `Solana Mainnet` into `solana-mainnet`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, 64);
}

/** Guesses a network's type by a word such as `devnet` in an id, name or host name; mainnet if there is none. */
export function typeOf(text: string): NetworkType {
  const [found = "mainnet"] = /devnet|testnet|localnet/i.exec(text) ?? [];
  return found.toLowerCase() as NetworkType;
}

function isPublicHttps(url: unknown): url is string {
  const parsed = typeof url === "string" ? parsedUrl(url) : undefined;
  return parsed?.protocol === "https:" && isPublicHost(parsed.hostname);
}
