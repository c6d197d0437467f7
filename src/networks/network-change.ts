import { wsUrlOf } from "../net/ws-url.ts";
import { withoutCordoned } from "./cordoned.ts";
import type { Network } from "./network.ts";

/** A run-time change of a network; absent members do not change. */
export interface NetworkChange {
  readonly enabled?: boolean;
  readonly rpcUrl?: string;
  /** Ids of all its cordoned upstreams, which are out of use for maintenance. */
  readonly cordoned?: readonly string[];
}

/** Run-time changes by network id. */
export type NetworkChanges = ReadonlyMap<string, NetworkChange>;

/** A change as announced to other workers. */
export interface AnnouncedChange {
  readonly network: string;
  readonly change: NetworkChange;
  /** Whether it outlives the process. */
  readonly lasts: boolean;
}

/** The other workers of this process. */
export interface OtherWorkers {
  /** Passing changes, which end with the process, from before this worker started. */
  readonly passing: Iterable<readonly [string, NetworkChange]>;
  /** Resolves when every other worker has applied the change. */
  announceChange(changed: AnnouncedChange): Promise<void>;
  /** Sets the function that applies a change announced by another worker. */
  onChange(apply: (changed: AnnouncedChange) => Promise<void>): void;
}

/** Keeps run-time changes across restarts. */
export interface NetworkPersistence {
  /** Reads the saved changes. Never rejects, as the gateway must start without them too. */
  load(): Promise<NetworkChanges>;
  /** Adds a change to the saved ones of the network. Resolves once it would survive a crash. */
  save(id: string, change: NetworkChange): Promise<void>;
  /**
   * Calls the listener with all saved changes after another process has saved one. May leave out networks for which `isKnown` returns
   * false.
   */
  follow(listener: (changes: NetworkChanges) => void, isKnown?: (id: string) => boolean): void;
  /** Reads changes of other processes now. Resolves after the listener was called. */
  readNow(): Promise<void>;
  /** Finishes saving and stops following. */
  close(): Promise<void>;
}

/** Applies a change to a network. A changed address is not trusted, as it comes from a caller and not from the operator. */
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
