import type { Config } from "../../generated/config.ts";
import { ConfigFaults } from "../config/config-fault.ts";
import type { CountFailure } from "../log/count-failure.ts";
import type { Logger } from "../log/logger.ts";
import type { Resolve } from "../net/public-address.ts";
import { urlFault } from "../net/url-safety.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { nearest } from "../text/did-you-mean.ts";
import { upstreamIds } from "./cordoned.ts";
import type { Network } from "./network.ts";
import {
  changeNetwork,
  type NetworkChange,
  type NetworkChanges,
  type NetworkPersistence,
  type OtherWorkers,
} from "./network-change.ts";
import { lastUpstream, maxNearest, refusedUrl, unknownNetwork, unknownUpstream } from "./network-errors.ts";
import { isSameNetwork, NetworkRecords } from "./network-records.ts";
import type { NetworkStore } from "./network-store.ts";
import { PassingChanges } from "./passing-changes.ts";
import { NetworkRegistry, type RegistryTimes } from "./registry/network-registry.ts";
import { type ResolvedNetworks, resolveNetworks } from "./resolve-networks.ts";

/** What a network store needs. */
export interface NetworkStoreOptions {
  readonly config: Config;
  readonly logger: Pick<Logger, "warn" | "info">;
  /** Networks that the program itself runs (`--local`). */
  readonly extra?: readonly Network[];
  readonly countFailure?: CountFailure | undefined;
  /** Keeps run-time changes; without it they end with the process. */
  readonly persistence?: NetworkPersistence | undefined;
  readonly others?: OtherWorkers | undefined;
  /** Logs once, at the start, which networks are not as configured. */
  readonly warnsOfChanges?: boolean;
  /** When and how the registry is fetched; by default once a day. */
  readonly registryTimes?: Partial<RegistryTimes>;
  /** Resolves the host names of run-time URLs; by default the system's resolver. */
  readonly resolve?: Resolve;
}

/** Most networks that the warning about changes names. */
const maxWarned = 20;

/** The networks of registry, configuration and state. Throws `ConfigFaults` when the configuration names an unknown one. */
export async function createNetworkStore(options: NetworkStoreOptions): Promise<NetworkStore> {
  const { logger, extra, persistence, others, resolve, countFailure } = options;
  let { config } = options;
  const registry = new NetworkRegistry(config.registry.url, logger, countFailure, options.registryTimes);
  const records = new NetworkRecords();
  let saved: NetworkChanges = (await persistence?.load()) ?? new Map();
  const passing = new PassingChanges(others?.passing);
  let saving = 0;
  await registry.refresh();
  let resolved = resolveOrThrow(config);
  rebuild();
  if (options.warnsOfChanges === true) warnOfChanges();

  function resolveOrThrow(from: Config): ResolvedNetworks {
    const found = resolveNetworks({ config: from, registry: registry.entries, extra });
    if (found.faults.length > 0) throw new ConfigFaults(found.faults);
    return found;
  }

  function rebuild(): void {
    records.rebuild(resolved.networks, passing.over(saved));
  }

  function warnOfChanges(): void {
    const ids = [...saved.keys()].filter((id) => records.get(id) !== resolved.networks.get(id));
    if (ids.length === 0) return;
    logger.warn(
      { networks: ids.slice(0, maxWarned), count: ids.length },
      "Networks were changed at run time and are not as configured; svm-gateway networks reset ID (or --all) undoes it.",
    );
  }

  function known(id: string): Network {
    const network = records.get(id);
    if (network === undefined) throw unknownNetwork(id, store.nearest(id), "invalidParams");
    return network;
  }

  async function change(id: string, delta: NetworkChange, lasts = true): Promise<Network> {
    const network = known(id);
    const current = passing.over(saved).get(id);
    const changed = changeNetwork(resolved.networks.get(id) ?? network, { ...current, ...delta });
    // What only passing changes have made so is still to be saved.
    if (saving === 0 && isSameNetwork(changed, network) && !(lasts && passing.has(id))) return network;
    if (lasts) {
      await save(id, delta);
      saved = new Map(saved).set(id, { ...saved.get(id), ...delta });
    }
    const announced = { network: id, change: delta, lasts };
    passing.apply(announced);
    rebuild();
    await others?.announceChange(announced);
    return known(id);
  }

  function follow(found: NetworkChanges): void {
    passing.dropChanged(saved, found);
    saved = found;
    rebuild();
  }

  async function save(id: string, delta: NetworkChange): Promise<void> {
    saving += 1;
    try {
      await persistence?.save(id, delta);
    } catch (caught) {
      logger.warn({ network: id, err: caught }, "A change of a network can't be saved.");
      countFailure?.("state_file");
      const message = `The change of network ${id} can't be saved and was not made; check the state file and its disk.`;
      throw RpcError.of("internal", message, { cause: caught });
    } finally {
      saving -= 1;
    }
  }

  /** The change that takes an upstream out of a network or back in; undefined when the network does not list it. */
  function cordonChange(network: Network, upstream: string, value: boolean): NetworkChange | undefined {
    const { cordoned = [], ...rest } = passing.over(saved).get(network.id) ?? {};
    const ids = upstreamIds(changeNetwork(network, rest).rpcUrls);
    if (!ids.includes(upstream)) return undefined;
    const others = cordoned.filter((id) => id !== upstream);
    const next = value ? [...others, upstream] : others;
    if (ids.every((id) => next.includes(id))) throw lastUpstream(upstream, network.id);
    return { cordoned: next };
  }

  const store: NetworkStore = {
    list: () => records.all,
    enabled: () => records.enabled,
    defaultNetwork: () => known(resolved.defaultId),
    get: (id) => records.get(id),
    nearest: (id) => nearest(id, records.ids, maxNearest),
    setEnabled: (id, value, lasts) => change(id, { enabled: value }, lasts),
    async setRpcUrl(id, rpcUrl, lasts) {
      known(id);
      const fault = await urlFault(rpcUrl, resolve);
      if (fault !== undefined) throw refusedUrl(rpcUrl, fault);
      return change(id, { rpcUrl }, lasts);
    },
    async setCordoned(upstream, value) {
      const deltas = [...resolved.networks].flatMap(([id, network]) => {
        const delta = cordonChange(network, upstream, value);
        return delta === undefined ? [] : [{ id, delta }];
      });
      if (deltas.length === 0) throw unknownUpstream(upstream, records.all);
      return Promise.all(deltas.map(({ id, delta }) => change(id, delta)));
    },
    reconfigure(next) {
      resolved = resolveOrThrow(next);
      config = next;
      rebuild();
    },
    onChange: (listener) => records.onChange(listener),
    async close() {
      registry.stopRefreshing();
      records.removeListeners();
      await persistence?.close();
    },
  };
  registry.startRefreshing(() => {
    resolved = resolveNetworks({ config, registry: registry.entries, extra });
    rebuild();
  });
  persistence?.follow(follow, (id) => records.get(id) !== undefined);
  others?.onChange(async (changed) => {
    passing.apply(changed);
    if (changed.lasts) await persistence?.readNow();
    rebuild();
  });
  return store;
}
