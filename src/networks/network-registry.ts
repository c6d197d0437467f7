import type { NetworkType } from "../contract/method-description.ts";
import { assertFewValues } from "../json/scan/value-count.ts";
import type { Report } from "../log/logger.ts";
import { redactUrl } from "../log/redact.ts";
import { fetchText } from "../net/fetch-text.ts";
import { isPublicHost } from "../net/public-address.ts";
import { parsedUrl } from "../net/urls.ts";
import snapshot from "./registry.json" with { type: "json" };

/** A network of the public registry, with the fields that the gateway uses. */
export interface RegistryEntry {
  readonly id: string;
  readonly name: string;
  readonly chainId: string;
  readonly type: NetworkType;
  /** Public https addresses; never empty. */
  readonly rpcUrls: readonly string[];
}

/** Most entries to use; further ones are ignored. */
const maxEntries = 1000;
/** Entries with longer names are left out. */
const longestName = 100;
/** Most addresses of an entry; further ones are ignored. */
const maxAddresses = 20;

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
  if (typeof name !== "string" || name.length > longestName || !Array.isArray(rpc) || status === "deprecated")
    return undefined;
  const id = slugify(name);
  const rpcUrls = rpc.filter(isPublicHttps).slice(0, maxAddresses);
  if (id === "" || id === "all" || rpcUrls.length === 0) return undefined;
  const chain = typeof chainId === "number" || typeof chainId === "string" ? String(chainId) : undefined;
  return {
    id,
    name,
    chainId: chain ?? (typeof shortName === "string" ? shortName : id),
    type: guessType(id),
    rpcUrls,
  };
}

/** Turns a name into an id: `Solana Mainnet` into `solana-mainnet`. */
export function slugify(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, 64);
}

/** Guesses a network's type by a word such as `devnet` in an id, name or host name; mainnet if there is none. */
export function guessType(text: string): NetworkType {
  const [found = "mainnet"] = /devnet|testnet|localnet/i.exec(text) ?? [];
  return found.toLowerCase() as NetworkType;
}

function isPublicHttps(url: unknown): url is string {
  const parsed = typeof url === "string" ? parsedUrl(url) : undefined;
  return parsed?.protocol === "https:" && isPublicHost(parsed.hostname);
}

/** Networks come and go over weeks, so once a day is enough. */
const refreshIntervalMs = 24 * 60 * 60 * 1000;
/** The public list has about 5 KiB. */
const bounds = { timeoutMs: 3000, maxBytes: 4 * 1024 * 1024 };

/** Most JSON values per entry, on average: entries of public networks have about 40. */
const valuesPerEntry = 100;

/** The registry of public networks: the list that ships with the program, updated by fetched ones. */
export class NetworkRegistry {
  readonly #url: string | undefined;
  readonly #report: Report;
  #entries: readonly RegistryEntry[] = registrySnapshot();
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string | undefined, report: Report) {
    this.#url = url;
    this.#report = report;
  }

  get entries(): readonly RegistryEntry[] {
    return this.#entries;
  }

  /** Fetches the list if its address is configured. If that fails, keeps the last list and logs a warning. */
  async refresh(): Promise<void> {
    const url = this.#url;
    if (url === undefined) return;
    try {
      const text = await fetchText("registry", url, bounds);
      assertFewValues(text, maxEntries * valuesPerEntry);
      const fetched = parseRegistry(JSON.parse(text));
      const ids = new Set(fetched.map(({ id }) => id));
      // Keeps networks that left the list, because they may be in use.
      this.#entries = [...fetched, ...this.#entries.filter(({ id }) => !ids.has(id))];
    } catch (caught) {
      this.#report.log.warn(
        { url: redactUrl(url), err: caught },
        "the registry of networks can't be refreshed: the last list stays in use",
      );
      this.#report.countFailure("registry");
    }
  }

  /** Refreshes at an interval, and calls back each time. */
  startRefreshing(onRefreshed: () => void): void {
    if (this.#url === undefined) return;
    const onError = (err: unknown) =>
      this.#report.log.warn({ err }, "the refreshed registry of networks can't be used");
    this.#timer = setInterval(() => {
      this.refresh().then(onRefreshed).catch(onError);
    }, refreshIntervalMs).unref();
  }

  stopRefreshing(): void {
    clearInterval(this.#timer);
  }
}
