import type { RouteProfile, UpstreamEntry } from "../../generated/config.ts";
import type { NetworkType } from "../contract/method-description.ts";
import { redactUrl } from "../log/redact.ts";
import { providerOfHost } from "../providers/provider-names.ts";

/** An address of an upstream, with its settings. */
export interface UpstreamAddress {
  readonly url: string;
  /** Its share of the calls, relative to the others. */
  readonly weight: number;
  /** True if the operator configured it. Any other address must be public and https. */
  readonly trusted: boolean;
  /** The operator's settings of the upstream; the same object for its HTTP and its WebSocket address. */
  readonly settings?: UpstreamEntry | undefined;
  /** Results that the gateway returns without asking the upstream, as JSON text by method. */
  readonly fixedResults?: Readonly<Record<string, string>> | undefined;
  /** Its provider, found by its short address or host. */
  readonly provider?: UpstreamProvider | undefined;
}

/** True if two networks, addresses or lists of addresses have the same content: each change of a network rebuilds them. */
export function hasSameContent<T extends object>(a: T, b: T | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** What an upstream's provider serves and requires. */
export interface UpstreamProvider {
  readonly id: string;
  /** The only methods that it serves; empty for all. */
  readonly methods: readonly string[];
  /** Methods that it serves beyond those of every node. */
  readonly extraMethods: readonly string[];
  /** What it requires of transactions, if it takes only transactions. */
  readonly route?: RouteProfile | undefined;
}

/** The tier of an upstream: lower ones are used first. */
export function tierOf({ settings }: Pick<UpstreamAddress, "settings">): number {
  return settings?.tier ?? 1;
}

/** What an upstream is used for: reads, sends or subscriptions. */
export type UpstreamPurpose = UpstreamEntry["for"][number];

/** True if an upstream's settings allow a method; without settings, all are allowed. */
export function isAllowed(
  settings: UpstreamEntry | undefined,
  method: string,
  purpose: UpstreamPurpose,
): boolean {
  if (settings === undefined) return true;
  const { allow, deny } = settings.methods;
  if (!settings.for.includes(purpose) || matchesMethod(deny, method)) return false;
  return allow.length === 0 || matchesMethod(allow, method);
}

/** How a transaction is sent: to one upstream, to all upstreams, or repeatedly until it lands. */
export type Sending = "once" | "broadcast" | "land";

/** A ledger and its upstreams. Immutable: a change makes a new record. */
export interface Network {
  readonly id: string;
  readonly name: string;
  readonly type: NetworkType;
  readonly chainId: string;
  /** HTTP upstreams; never empty. */
  readonly httpAddresses: readonly UpstreamAddress[];
  /** WebSocket upstreams, derived from `httpAddresses` if none is configured. */
  readonly wsAddresses: readonly UpstreamAddress[];
  /**
   * Identifies the upstreams in the shared cache, by their hosts and whether the registry or the configuration lists them. Absent for an
   * address set at run time and for embedded ledgers, which share nothing.
   */
  readonly upstreamsFingerprint?: string | undefined;
  /** Ids of its cordoned upstreams, which are out of use for maintenance; absent if there are none. */
  readonly cordoned?: readonly string[] | undefined;
  /** How transactions are sent; if absent, as the gateway's settings say. */
  readonly sending?: Sending | undefined;
  /** True if calls to `all` include it; calls that name it are answered in any case. */
  readonly enabled: boolean;
  /** Undocumented methods (a name, or a prefix with `*`) that the ledger dialect forwards unchecked. */
  readonly allowMethods: readonly string[];
  /** True if `allowMethods` applies only to callers on this machine. */
  readonly allowMethodsFromLoopbackOnly: boolean;
}

/** Networks that `--local` runs, the default one first. */
export const localNetworkIds = ["localnet", "localnet-b"] as const;

/** A network as shown in answers and by commands, without credentials. */
export interface NetworkSummary {
  readonly id: string;
  readonly name: string;
  readonly rpc_url: string;
  readonly chain_id: string;
  readonly type: NetworkType;
  readonly enabled: boolean;
}

/** Summarizes a network; the address is that of its first upstream. */
export function summarizeNetwork(network: Network): NetworkSummary {
  return {
    id: network.id,
    name: network.name,
    rpc_url: redactUrl(network.httpAddresses[0]?.url ?? ""),
    chain_id: network.chainId,
    type: network.type,
    enabled: network.enabled,
  };
}

/** True if one of the patterns matches a method's name. A pattern is a name, or a prefix followed by `*`. */
export function matchesMethod(patterns: readonly string[], method: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? method.startsWith(pattern.slice(0, -1)) : pattern === method,
  );
}

/** Ids of a network's providers, each once, recognized by short address or by host. */
export function providersOf({ httpAddresses }: Pick<Network, "httpAddresses">): string[] {
  const ids = httpAddresses.map(({ url, provider }) => provider?.id ?? providerOfHost(new URL(url).hostname));
  return [...new Set(ids.filter((id) => id !== undefined))];
}
