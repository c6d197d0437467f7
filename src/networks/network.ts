import type { UpstreamEntry } from "../../generated/config.ts";
import type { NetworkType } from "../contract/method-description.ts";

/** An address of an upstream, with its share of the calls. */
export interface UpstreamUrl {
  readonly url: string;
  readonly weight: number;
  /** The operator wrote it, so it may be any address; others must be public https. */
  readonly trusted: boolean;
  /** What the operator says of the upstream beyond its address; the same object for its HTTP and its WebSocket address. */
  readonly settings?: UpstreamEntry | undefined;
  /** Whose it is by its short address or the operator's word, and what that provider serves beyond the usual. */
  readonly provider?: { readonly id: string; readonly extraMethods: readonly string[] } | undefined;
}

/** Lower tiers go first; an upstream of which nothing is said is in the usual one. */
export function tierOf({ settings }: Pick<UpstreamUrl, "settings">): number {
  return settings?.tier ?? 1;
}

/** One ledger that the gateway knows. Immutable: a change makes a new record. */
export interface Network {
  readonly id: string;
  readonly name: string;
  readonly type: NetworkType;
  readonly chainId: string;
  /** HTTP upstreams; never empty. */
  readonly rpcUrls: readonly UpstreamUrl[];
  /** WebSocket upstreams, derived from `rpcUrls` where none is configured. */
  readonly wsUrls: readonly UpstreamUrl[];
  /**
   * Names the upstreams by where they are listed and their hosts, for the cache that gateways share. Absent where a caller set
   * the address at run time, and for embedded nodes: those share nothing.
   */
  readonly upstreamsName?: string | undefined;
  /** Ids of its upstreams that were taken out for maintenance; absent where none is. */
  readonly cordoned?: readonly string[] | undefined;
  /** Decides about `all` and nothing else. */
  readonly enabled: boolean;
  /** Further methods (exact, or a prefix with `*`) that pass in the ledger dialect, unvalidated. */
  readonly allowMethods: readonly string[];
  /** `allowMethods` count for callers on this machine only. */
  readonly allowMethodsFromLoopbackOnly: boolean;
}
