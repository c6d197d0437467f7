import type { Config } from "../../generated/config.ts";
import { ConfigFaults } from "../config/config-fault.ts";
import type { Report } from "../log/logger.ts";
import type { Resolve } from "../net/public-address.ts";
import { urlFault } from "../net/url-safety.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { hasSameContent, type Network } from "./network.ts";
import {
  changeNetwork,
  type NetworkChange,
  type NetworkChanges,
  type NetworkStorage,
  TemporaryChanges,
  type WorkerChannel,
} from "./network-change.ts";
import {
  lastUpstreamError,
  refusedUrlError,
  unknownNetworkError,
  unknownUpstreamError,
} from "./network-errors.ts";
import { NetworkRegistry } from "./network-registry.ts";
import { type ResolvedNetworks, resolveNetworks } from "./resolve-networks.ts";
import { upstreamNames } from "./upstream-names.ts";

/** The sources of networks, and the storage and listeners of their changes. */
export interface NetworkStoreOptions extends Report {
  readonly config: Config;
  /** Networks that the program itself runs (`--local`). */
  readonly extra?: readonly Network[];
  /** Without it, run-time changes end with the process. */
  readonly storage?: NetworkStorage | undefined;
  readonly others?: WorkerChannel | undefined;
  /** Whether to log at the start which networks differ from the configuration. */
  readonly logsChangesAtStart?: boolean;
  /** Resolves host names of addresses that callers set. Default: the system's resolver. */
  readonly resolve?: Resolve;
}

/** Options of a change at run time. */
export interface ChangeOptions {
  /** True if the change outlives the process. Default: true. */
  readonly persist?: boolean;
}

/** Holds the networks and changes them at run time. Reads are synchronous and cheap, because every call makes one. */
export type NetworkStore = Awaited<ReturnType<typeof createNetworkStore>>;

/** Most networks that the warning about changes names. */
const maxWarned = 20;

/** Builds the store from registry, configuration and saved changes. Throws `ConfigFaults` if the configuration names an unknown network. */
export async function createNetworkStore(options: NetworkStoreOptions) {
  const { log, extra, storage, others, resolve, countFailure } = options;
  let { config } = options;
  const registry = new NetworkRegistry(config.registry.url, { log, countFailure });
  const listeners = new Set<(network: Network) => void>();
  let byId: ReadonlyMap<string, Network> = new Map();
  let all: readonly Network[] = [];
  let enabled: readonly Network[] = [];
  let saved: NetworkChanges = (await storage?.load()) ?? new Map();
  const temporary = new TemporaryChanges(others?.temporary);
  let saving = 0;
  await registry.refresh();
  let resolved = resolveOrThrow(config);
  rebuild();
  if (options.logsChangesAtStart === true) warnOfChanges();

  function resolveOrThrow(from: Config): ResolvedNetworks {
    const resolution = resolveNetworks({ config: from, registry: registry.entries, extra });
    if (resolution.faults.length > 0) throw new ConfigFaults(resolution.faults);
    return resolution;
  }

  /** Updates the records and reports those that changed. Unchanged records stay the same objects. */
  function rebuild(): void {
    const before = byId;
    const changes = temporary.appliedTo(saved);
    byId = new Map(
      [...resolved.networks].map(([id, network]) => {
        const current = changeNetwork(network, changes.get(id));
        const previous = before.get(id);
        return [id, previous !== undefined && hasSameContent(previous, current) ? previous : current];
      }),
    );
    all = Object.freeze([...byId.values()]);
    enabled = Object.freeze(all.filter((network) => network.enabled));
    if (before.size === 0) return;
    const report = (network: Network) => {
      for (const listener of listeners) listener(network);
    };
    for (const network of all) if (before.get(network.id) !== network) report(network);
    // A removed network is reported as disabled to those that still hold its record.
    for (const [id, network] of before) if (!byId.has(id)) report({ ...network, enabled: false });
  }

  function warnOfChanges(): void {
    const ids = [...saved.keys()].filter((id) => byId.get(id) !== resolved.networks.get(id));
    if (ids.length === 0) return;
    log.warn(
      { networks: ids.slice(0, maxWarned), count: ids.length },
      "run-time changes override the configuration of these networks; svm-gateway networks reset ID (or --all) undoes them",
    );
  }

  function getOrThrow(id: string): Network {
    const network = byId.get(id);
    if (network === undefined) throw unknownNetworkError(id, all, "invalidParams");
    return network;
  }

  async function apply(
    id: string,
    change: NetworkChange,
    { persist = true }: ChangeOptions = {},
  ): Promise<Network> {
    const network = getOrThrow(id);
    const current = temporary.appliedTo(saved).get(id);
    const changed = changeNetwork(resolved.networks.get(id) ?? network, { ...current, ...change });
    // A persistent change is saved even if a temporary one has already had the same effect.
    if (saving === 0 && hasSameContent(changed, network) && !(persist && temporary.has(id))) return network;
    if (persist) {
      await save(id, change);
      saved = new Map(saved).set(id, { ...saved.get(id), ...change });
    }
    const announced = { network: id, change, persist };
    temporary.record(announced);
    rebuild();
    await others?.announceChange(announced);
    return getOrThrow(id);
  }

  async function save(id: string, change: NetworkChange): Promise<void> {
    saving += 1;
    try {
      await storage?.save(id, change);
    } catch (caught) {
      log.warn({ network: id, err: caught }, "a change of a network can't be saved");
      countFailure("state_file");
      const message = `Network ${id} was not changed, because the change can't be saved; check the state file and its disk.`;
      throw RpcError.of("internal", message, { cause: caught });
    } finally {
      saving -= 1;
    }
  }

  /** Returns the change that cordons or uncordons an upstream of a network; undefined if the network does not have it. */
  function cordonChange(network: Network, upstream: string, isCordoned: boolean): NetworkChange | undefined {
    const { cordoned = [], ...other } = temporary.appliedTo(saved).get(network.id) ?? {};
    const ids = upstreamNames(changeNetwork(network, other).httpAddresses);
    if (!ids.includes(upstream)) return undefined;
    const rest = cordoned.filter((id) => id !== upstream);
    const next = isCordoned ? [...rest, upstream] : rest;
    if (ids.every((id) => next.includes(id))) throw lastUpstreamError(upstream, network.id);
    return { cordoned: next };
  }

  registry.startRefreshing(() => {
    resolved = resolveNetworks({ config, registry: registry.entries, extra });
    rebuild();
  });
  storage?.follow(
    (next) => {
      temporary.dropChanged(saved, next);
      saved = next;
      rebuild();
    },
    (id) => byId.has(id),
  );
  others?.onChange(async (changed) => {
    temporary.record(changed);
    if (changed.persist) await storage?.readNow();
    rebuild();
  });

  return {
    list: () => all,
    /** The enabled networks; the same array until something changes. */
    enabled: () => enabled,
    defaultNetwork: () => getOrThrow(resolved.defaultId),
    get: (id: string) => byId.get(id),
    /** Enables or disables a network. Resolves once a persistent change would survive a crash. Throws `invalidParams` for an unknown id. */
    setEnabled: (id: string, enabled: boolean, options?: ChangeOptions) => apply(id, { enabled }, options),
    /** Sets a network's only address. Throws `invalidParams` for anything but a public https address. */
    async setRpcUrl(id: string, rpcUrl: string, options?: ChangeOptions): Promise<Network> {
      getOrThrow(id);
      const fault = await urlFault(rpcUrl, resolve);
      if (fault !== undefined) throw refusedUrlError(rpcUrl, fault);
      return apply(id, { rpcUrl }, options);
    },
    /**
     * Cordons or uncordons an upstream in every network that has it, and returns these networks. Throws `invalidParams` for an unknown id
     * and for the last upstream of a network.
     */
    async setCordoned(upstream: string, isCordoned: boolean): Promise<readonly Network[]> {
      const changes = [...resolved.networks].flatMap(([id, network]) => {
        const change = cordonChange(network, upstream, isCordoned);
        return change === undefined ? [] : [{ id, change }];
      });
      if (changes.length === 0) throw unknownUpstreamError(upstream, enabled.length > 0 ? enabled : all);
      return Promise.all(changes.map(({ id, change }) => apply(id, change)));
    },
    /** Replaces the configuration; run-time changes stay in force. If it throws `ConfigFaults`, nothing has changed. */
    reconfigure(next: Config): void {
      resolved = resolveOrThrow(next);
      config = next;
      rebuild();
    },
    /** Calls the listener with each changed record. Returns a function that removes it. */
    onChange(listener: (network: Network) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Finishes saving and stops following the registry and other processes. */
    async close(): Promise<void> {
      registry.stopRefreshing();
      listeners.clear();
      await storage?.close();
    },
  };
}
