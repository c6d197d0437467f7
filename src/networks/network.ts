import type { NetworkType } from "../contract/method-description.ts";

/** An address of a node, with its share of the calls. */
export interface UpstreamUrl {
  readonly url: string;
  readonly weight: number;
  /** The operator wrote it, so it may be any address; others must be public https. */
  readonly trusted: boolean;
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
  /** Decides about `all` and nothing else. */
  readonly enabled: boolean;
  /** Further methods (exact, or a prefix with `*`) that pass in the ledger dialect, unvalidated. */
  readonly allowMethods: readonly string[];
  /** `allowMethods` count for callers on this machine only. */
  readonly allowMethodsFromLoopbackOnly: boolean;
}
