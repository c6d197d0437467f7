import { wsUrlOf } from "../net/urls.ts";
import type { Network, UpstreamAddress } from "./network.ts";
import { upstreamNames } from "./upstream-names.ts";

/** A run-time change of a network. An absent field is unchanged; undefined resets it to the configuration. */
export interface NetworkChange {
  readonly enabled?: boolean | undefined;
  readonly rpcUrl?: string | undefined;
  /** Ids of all its cordoned upstreams, which are out of use for maintenance. */
  readonly cordoned?: readonly string[];
}

/** Run-time changes by network id. */
export type NetworkChanges = ReadonlyMap<string, NetworkChange>;

/** A change as announced to other workers. */
export interface AnnouncedChange {
  readonly network: string;
  readonly change: NetworkChange;
  /** True if the change outlives the process. */
  readonly persist: boolean;
}

/** Exchanges changes with the other workers. Undefined in a gateway of one process. */
export interface WorkerChannel {
  /** Temporary changes, which end with the process, made before this worker started. */
  readonly temporary: Iterable<readonly [string, NetworkChange]>;
  /** Resolves when every other worker has applied the change. */
  announceChange(changed: AnnouncedChange): Promise<void>;
  /** Sets the function that applies a change announced by another worker. */
  onChange(apply: (changed: AnnouncedChange) => Promise<void>): void;
}

/** Keeps run-time changes across restarts. */
export interface NetworkStorage {
  /** Reads the saved changes. Never rejects, because the gateway must start without them too. */
  load(): Promise<NetworkChanges>;
  /** Saves a change on top of the network's earlier ones. Resolves once it would survive a crash. */
  save(id: string, change: NetworkChange): Promise<void>;
  /**
   * Calls the listener with all saved changes after another process has saved one. May leave out networks for which `isKnown` returns
   * false.
   */
  follow(listener: (changes: NetworkChanges) => void, isKnown?: (id: string) => boolean): void;
  /** Reads the changes of other processes now. Resolves after the listener has run. */
  readNow(): Promise<void>;
  /** Finishes saving and stops following. */
  close(): Promise<void>;
}

/** Applies a change to a network. A changed address is untrusted, because it comes from a caller. */
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
    httpAddresses: [{ url: rpcUrl, weight: 1, trusted: false }],
    wsAddresses: wsUrl === undefined ? [] : [{ url: wsUrl, weight: 1, trusted: false }],
    upstreamsFingerprint: undefined,
  };
}

/**
 * Returns the network without its cordoned upstreams, or unchanged if none would be left. Removing an upstream without a configured id
 * also removes the WebSocket addresses at its host, unless another upstream has that host.
 */
export function withoutCordoned(network: Network, ids: readonly string[]): Network {
  const names = upstreamNames(network.httpAddresses);
  const removed = network.httpAddresses.filter((_, index) => ids.includes(names[index] ?? ""));
  if (removed.length === 0 || removed.length === network.httpAddresses.length) return network;
  const isOfRemoved = ({ url, settings }: UpstreamAddress) =>
    removed.some((one) =>
      settings?.id !== undefined || one.settings?.id !== undefined
        ? settings?.id === one.settings?.id
        : new URL(one.url).hostname === new URL(url).hostname,
    );
  const httpAddresses = network.httpAddresses.filter((upstream) => !removed.includes(upstream));
  const remainingHosts = new Set(httpAddresses.map(({ url }) => new URL(url).hostname));
  const wsAddresses = network.wsAddresses.filter(
    (upstream) =>
      !isOfRemoved(upstream) ||
      (upstream.settings?.id === undefined && remainingHosts.has(new URL(upstream.url).hostname)),
  );
  return { ...network, httpAddresses, wsAddresses, cordoned: ids.filter((id) => names.includes(id)) };
}

/** Run-time changes that end with the process. They override saved changes, and a later change overrides an earlier one. */
export class TemporaryChanges {
  readonly #changes: Map<string, NetworkChange>;

  constructor(changes: Iterable<readonly [string, NetworkChange]> = []) {
    this.#changes = new Map(changes);
  }

  has(id: string): boolean {
    return this.#changes.has(id);
  }

  /** Adds a temporary change. A persistent one only removes temporary changes of the same fields. */
  record({ network, change, persist }: AnnouncedChange): void {
    if (!persist) this.#changes.set(network, { ...this.#changes.get(network), ...change });
    else this.#drop(network, Object.keys(change));
  }

  /** Removes changes of fields that another process has since changed or reset. */
  dropChanged(before: NetworkChanges, after: NetworkChanges): void {
    for (const id of this.#changes.keys()) {
      const [was, is] = [before.get(id) ?? {}, after.get(id) ?? {}];
      const changed = (["enabled", "rpcUrl"] as const).filter((field) => was[field] !== is[field]);
      this.#drop(id, changed);
    }
  }

  /** Returns the saved changes, overridden by these. */
  appliedTo(saved: NetworkChanges): NetworkChanges {
    if (this.#changes.size === 0) return saved;
    const all = new Map(saved);
    for (const [id, change] of this.#changes) all.set(id, { ...all.get(id), ...change });
    return all;
  }

  entries(): readonly (readonly [string, NetworkChange])[] {
    return [...this.#changes];
  }

  #drop(id: string, fields: readonly string[]): void {
    const left = Object.entries(this.#changes.get(id) ?? {}).filter(([field]) => !fields.includes(field));
    if (left.length === 0) this.#changes.delete(id);
    else this.#changes.set(id, Object.fromEntries(left));
  }
}
