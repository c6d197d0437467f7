import { wsUrlOf } from "../net/ws-url.ts";
import { withoutCordoned } from "./cordoned.ts";
import type { Network } from "./network.ts";

/** What was changed about a network at run time. */
export interface NetworkChange {
  readonly enabled?: boolean;
  readonly rpcUrl?: string;
  /** Ids of upstreams that are cordoned: out of use for maintenance. */
  readonly cordoned?: readonly string[];
}

/** Run-time changes by network id. */
export type NetworkChanges = ReadonlyMap<string, NetworkChange>;

/** A change, and whether it outlives the process. */
export interface AnnouncedChange {
  readonly network: string;
  readonly change: NetworkChange;
  readonly lasts: boolean;
}

/** The other workers of this process. */
export interface OtherWorkers {
  /** Changes that end with the process and were made before this worker started. */
  readonly passing: Iterable<readonly [string, NetworkChange]>;
  /** Resolves when every other worker has made the change too. */
  announceChange(changed: AnnouncedChange): Promise<void>;
  /** Sets the function that makes a change which another worker announced. */
  onChange(make: (changed: AnnouncedChange) => Promise<void>): void;
}

/** Keeps run-time changes beyond the end of the process. */
export interface NetworkPersistence {
  /** What was saved before; never rejects, since a start must not depend on it. */
  load(): Promise<NetworkChanges>;
  /** Adds a change to what is saved for the network; resolves once it would survive a crash. */
  save(id: string, change: NetworkChange): Promise<void>;
  /**
   * Calls back with everything that is saved, after another process has saved a change. Networks for which `isKnown` is false may be
   * left out.
   */
  follow(listener: (changes: NetworkChanges) => void, isKnown?: (id: string) => boolean): void;
  /** Reads what others saved now; resolves after the listener was called. */
  readNow(): Promise<void>;
  /** Finishes saving and stops following. */
  close(): Promise<void>;
}

/** The network with its changes. A new address comes from a caller, not from the operator, so it is not trusted. */
export function changeNetwork(network: Network, change: NetworkChange | undefined): Network {
  if (change === undefined) return network;
  const { cordoned = [], ...rest } = change;
  const changed = changeAddress(network, rest);
  return cordoned.length === 0 ? changed : withoutCordoned(changed, cordoned);
}

function changeAddress(network: Network, change: Omit<NetworkChange, "cordoned">): Network {
  const { enabled = network.enabled, rpcUrl } = change;
  if (rpcUrl === undefined) return enabled === network.enabled ? network : { ...network, enabled };
  const wsUrl = wsUrlOf(rpcUrl);
  return {
    ...network,
    enabled,
    rpcUrls: [{ url: rpcUrl, weight: 1, trusted: false }],
    wsUrls: wsUrl === undefined ? [] : [{ url: wsUrl, weight: 1, trusted: false }],
    upstreamsName: undefined,
  };
}
