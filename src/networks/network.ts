import type { RouteProfile, UpstreamEntry } from "../../generated/config.ts";
import type { NetworkType } from "../contract/method-description.ts";

/** An address of an upstream. */
export interface UpstreamUrl {
  readonly url: string;
  /** Its share of the calls, relative to the others. */
  readonly weight: number;
  /** The operator configured it, so it may be any address; others must be public https. */
  readonly trusted: boolean;
  /** The operator's settings of the upstream; the same object for its HTTP and its WebSocket address. */
  readonly settings?: UpstreamEntry | undefined;
  /** Results that the gateway gives in place of the upstream, as JSON text by method. */
  readonly ownResults?: Readonly<Record<string, string>> | undefined;
  /** Its provider, by its short address or the configuration. */
  readonly provider?: UpstreamProvider | undefined;
}

/** What is known of an upstream by its provider. */
export interface UpstreamProvider {
  readonly id: string;
  /** The methods that it serves; empty if it serves all. */
  readonly methods: readonly string[];
  /** The methods that it serves beyond those of every node. */
  readonly extraMethods: readonly string[];
  /** What it demands of transactions, if it takes nothing else. */
  readonly route?: RouteProfile | undefined;
}

/** The tier of an upstream: lower ones are used first. */
export function tierOf({ settings }: Pick<UpstreamUrl, "settings">): number {
  return settings?.tier ?? 1;
}

/** How a transaction is sent: to one upstream, to all of them, or again and again until it has landed. */
export type Sending = "once" | "broadcast" | "land";

/** One ledger that the gateway knows. Immutable: a change makes a new record. */
export interface Network {
  readonly id: string;
  readonly name: string;
  readonly type: NetworkType;
  readonly chainId: string;
  /** HTTP upstreams; never empty. */
  readonly rpcUrls: readonly UpstreamUrl[];
  /** WebSocket upstreams, derived from `rpcUrls` when none is configured. */
  readonly wsUrls: readonly UpstreamUrl[];
  /**
   * Identifies the upstreams by their hosts and the place that lists them, for the cache that gateways share. Absent if a caller set
   * the address at run time, and for embedded ledgers: these share nothing.
   */
  readonly upstreamsName?: string | undefined;
  /** Ids of its cordoned upstreams, which are out of use for maintenance; absent if there are none. */
  readonly cordoned?: readonly string[] | undefined;
  /** How transactions are sent; absent leaves it to the gateway. */
  readonly sending?: Sending | undefined;
  /** Whether calls to `all` include it; it has no other effect. */
  readonly enabled: boolean;
  /** Further methods (a name, or a prefix with `*`) that are passed on in the ledger dialect, unvalidated. */
  readonly allowMethods: readonly string[];
  /** `allowMethods` apply only to callers on this machine. */
  readonly allowMethodsFromLoopbackOnly: boolean;
}

/** Networks that `--local` runs, the default one first. */
export const localNetworkIds = ["localnet", "localnet-b"] as const;
