import type { Config } from "../../generated/config.ts";
import { type ConfigFault, ConfigFaults } from "../config/config-fault.ts";
import type { CountFailure } from "../log/count-failure.ts";
import type { Logger } from "../log/logger.ts";
import { redactUrl } from "../log/redact.ts";
import type { Resolve } from "../net/public-address.ts";
import { urlFault } from "../net/url-safety.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/truncate.ts";
import { upstreamIds } from "./cordoned.ts";
import { fetchRegistry } from "./fetch-registry.ts";
import type { Network } from "./network.ts";
import {
  changeNetwork,
  type NetworkChange,
  type NetworkChanges,
  type NetworkPersistence,
} from "./network-change.ts";
import type { NetworkStore } from "./network-store.ts";
import snapshot from "./registry.json" with { type: "json" };
import { parseRegistry, type RegistryEntry } from "./registry-entry.ts";
import { resolveNetworks } from "./resolve-networks.ts";

/** What a store is made of. */
export interface NetworkStoreOptions {
  readonly config: Config;
  readonly logger: Pick<Logger, "warn" | "info">;
  /** Networks that the program itself runs (`--local`). */
  readonly extra?: readonly Network[];
  readonly countFailure?: CountFailure | undefined;
  /** Keeps run-time changes; without it they end with the process. */
  readonly persistence?: NetworkPersistence | undefined;
  /** Logs which networks are not as configured, once, at the start. */
  readonly warnsOfChanges?: boolean;
  /** Asked about names of run-time URLs; the system's resolver where it is absent. */
  readonly resolve?: Resolve;
}

const maxNearest = 3;
/** Most networks that the warning about changes names. */
const maxWarned = 20;

/** The registry that ships with the product. */
export function registrySnapshot(): RegistryEntry[] {
  return parseRegistry(snapshot);
}

/**
 * What is wrong with the networks that a configuration names, for `loadConfig`. `extraIds` are those of networks that the program
 * itself will run. Where the registry is refreshed, unknown ids may turn out known: the store decides then.
 */
export function networkFaults(config: Config, extraIds: readonly string[] = []): readonly ConfigFault[] {
  if (config.registry.url !== undefined) return [];
  const { faults } = resolveNetworks({ config, registry: registrySnapshot() });
  const { defaultNetwork } = config;
  const isExtra = defaultNetwork !== undefined && extraIds.includes(defaultNetwork);
  return isExtra ? faults.filter(({ at }) => at !== "default_network") : faults;
}

/** The networks of registry, configuration and state. Throws `ConfigFaults` where the configuration names what nothing knows. */
export async function createNetworkStore(options: NetworkStoreOptions): Promise<NetworkStore> {
  const { logger, extra, persistence, resolve, countFailure } = options;
  let { config } = options;
  const { url, refreshIntervalMs } = config.registry;
  const listeners = new Set<(network: Network) => void>();
  let registry = registrySnapshot();
  let changes: NetworkChanges = (await persistence?.load()) ?? new Map();
  if (url !== undefined) await refresh(url);
  let resolved = resolveNetworks({ config, registry, extra });
  if (resolved.faults.length > 0) throw new ConfigFaults(resolved.faults);
  let networks = new Map<string, Network>();
  let all: readonly Network[] = [];
  let enabled: readonly Network[] = [];
  let saving = 0;
  rebuild();
  if (options.warnsOfChanges === true) warnOfChanges();

  function warnOfChanges(): void {
    const ids = [...changes.keys()].filter((id) => networks.get(id) !== resolved.networks.get(id));
    if (ids.length === 0) return;
    logger.warn(
      { networks: ids.slice(0, maxWarned), count: ids.length },
      "Networks were changed at run time and are not as configured; svm-gateway networks reset ID (or --all) undoes it.",
    );
  }

  async function refresh(from: string): Promise<void> {
    try {
      const fresh = await fetchRegistry(from, config.registry);
      const ids = new Set(fresh.map(({ id }) => id));
      // A network that left the list is kept: someone may be using it.
      registry = [...fresh, ...registry.filter(({ id }) => !ids.has(id))];
    } catch (caught) {
      logger.warn(
        { url: redactUrl(from), err: caught },
        "The registry of networks can't be refreshed; the known list is used.",
      );
      countFailure?.("registry");
    }
  }

  /** Makes the records again and calls the listeners with those that are other than before. */
  function rebuild(): void {
    const before = networks;
    networks = new Map();
    for (const [id, network] of resolved.networks) {
      const now = changeNetwork(network, changes.get(id));
      const old = before.get(id);
      networks.set(id, old !== undefined && sameNetwork(old, now) ? old : now);
    }
    all = Object.freeze([...networks.values()]);
    enabled = Object.freeze(all.filter((network) => network.enabled));
    for (const network of all) if (before.size > 0 && before.get(network.id) !== network) announce(network);
    // One that is gone is as good as disabled to those that hold on to it.
    for (const [id, network] of before) if (!networks.has(id)) announce({ ...network, enabled: false });
  }

  function announce(network: Network): void {
    for (const listener of listeners) listener(network);
  }

  async function change(id: string, delta: NetworkChange): Promise<Network> {
    const network = known(id);
    const changed = changeNetwork(resolved.networks.get(id) ?? network, { ...changes.get(id), ...delta });
    if (saving === 0 && sameNetwork(changed, network)) return network;
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
    changes = new Map(changes).set(id, { ...changes.get(id), ...delta });
    rebuild();
    return known(id);
  }

  function known(id: string): Network {
    const network = networks.get(id);
    if (network === undefined) throw unknownNetwork(id, store.nearest(id), "invalidParams");
    return network;
  }

  const timer =
    url === undefined || refreshIntervalMs === 0
      ? undefined
      : setInterval(() => {
          refreshAgain(url).catch((caught: unknown) =>
            logger.warn({ err: caught }, "The refreshed registry of networks can't be used."),
          );
        }, refreshIntervalMs);
  timer?.unref();

  async function refreshAgain(from: string): Promise<void> {
    await refresh(from);
    resolved = resolveNetworks({ config, registry, extra });
    rebuild();
  }

  persistence?.follow(
    (found) => {
      changes = found;
      rebuild();
    },
    (id) => networks.has(id),
  );

  const store: NetworkStore = {
    list: () => all,
    enabled: () => enabled,
    defaultNetwork: () => known(resolved.defaultId),
    get: (id) => networks.get(id),
    nearest: (id) => nearest(id, networks.keys(), maxNearest),
    setEnabled: (id, value) => change(id, { enabled: value }),
    async setRpcUrl(id, rpcUrl) {
      known(id);
      const fault = await urlFault(rpcUrl, resolve);
      if (fault !== undefined) throw refusedUrl(rpcUrl, fault);
      return change(id, { rpcUrl });
    },
    async setCordoned(upstream, value) {
      const deltas = [...resolved.networks].flatMap(([id, network]) => {
        const { cordoned = [], ...rest } = changes.get(id) ?? {};
        const ids = upstreamIds(changeNetwork(network, rest).rpcUrls);
        if (!ids.includes(upstream)) return [];
        const out = [...cordoned.filter((other) => other !== upstream), ...(value ? [upstream] : [])];
        if (ids.every((one) => out.includes(one))) throw onlyOneLeft(upstream, id);
        return [{ id, cordoned: out }];
      });
      if (deltas.length === 0) throw unknownUpstream(upstream, all);
      return Promise.all(deltas.map(({ id, cordoned }) => change(id, { cordoned })));
    },
    reconfigure(next) {
      const found = resolveNetworks({ config: next, registry, extra });
      if (found.faults.length > 0) throw new ConfigFaults(found.faults);
      config = next;
      resolved = found;
      rebuild();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      clearInterval(timer);
      listeners.clear();
      await persistence?.close();
    },
  };
  return store;
}

/** The -32602 for an id that no network has. */
export function unknownNetwork(
  id: string,
  near: readonly string[],
  kind: "networkNotFound" | "invalidParams" = "networkNotFound",
): RpcError {
  const shortId = truncate(id, 64);
  const hint =
    near.length === 0 ? "listSvmNetworks lists the known ones" : `did you mean ${near.join(" or ")}?`;
  return RpcError.of(kind, `Unknown network ${JSON.stringify(shortId)}: ${hint}`, {
    data: { network: shortId, nearest: near },
  });
}

function onlyOneLeft(upstream: string, network: string): RpcError {
  return RpcError.of(
    "invalidParams",
    `${upstream} is the only upstream that network ${network} has left; uncordon another one first.`,
  );
}

function unknownUpstream(upstream: string, networks: readonly Network[]): RpcError {
  const shown = truncate(upstream, 200);
  const ids = new Set(
    networks.flatMap(({ rpcUrls, cordoned = [] }) => [...upstreamIds(rpcUrls), ...cordoned]),
  );
  const near = nearest(shown, ids, maxNearest);
  const hint =
    near.length === 0 ? "upstreams list shows the known ones" : `did you mean ${near.join(" or ")}?`;
  return RpcError.of("invalidParams", `Unknown upstream ${JSON.stringify(shown)}: ${hint}`);
}

function refusedUrl(url: string, fault: string): RpcError {
  const shown = redactUrl(truncate(url, 200));
  return RpcError.of("invalidParams", `rpc_url ${fault}, got ${JSON.stringify(shown)}`, {
    data: { faults: [{ param: "rpc_url", message: fault }] },
  });
}

function sameNetwork(a: Network, b: Network): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
