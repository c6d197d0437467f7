import type { LoadedConfig } from "../../config/load-config.ts";
import { createLogger } from "../../log/logger.ts";
import { type NetworkSummary, summarizeNetwork } from "../../networks/network.ts";
import type { NetworkStorage } from "../../networks/network-change.ts";
import { createNetworkStore } from "../../networks/network-store.ts";
import { createFileNetworkStorage } from "../../networks/state-file.ts";
import type { NetworkPace } from "../../observability/status-report.ts";
import { openSharedChanges, type SharedChanges } from "./command-redis.ts";
import type { RunningGateway } from "./running-gateway.ts";

/** A network with the slot times measured by a running gateway. */
export type ListedNetwork = NetworkSummary & Partial<NetworkPace>;

/** Reads and changes networks, in a state file or at a running gateway. Rejects with `RpcError`s. */
interface NetworkAdmin {
  /** Where changes are stored, for messages. */
  readonly location: string;
  list(): Promise<readonly ListedNetwork[]>;
  setEnabled(id: string, enabled: boolean): Promise<NetworkSummary>;
  setRpcUrl(id: string, url: string): Promise<NetworkSummary>;
  close(): Promise<void>;
}

/** Where changes are stored without a running gateway, for messages. */
export function stateLocation({ config, statePath }: LoadedConfig): string {
  const redis = config.redis.url === undefined ? "" : " and in Redis";
  return `in ${statePath}${redis}; a running gateway that uses it follows within a second`;
}

/** Manages networks through the configuration, its state file and, if configured, Redis. */
export async function openStateAdmin(
  loaded: LoadedConfig,
  { isReadOnly = false } = {},
): Promise<NetworkAdmin> {
  const { config, statePath } = loaded;
  const report = { log: createLogger({ level: "warn" }), countFailure: () => undefined };
  const file = createFileNetworkStorage({ path: statePath, isReadOnly, ...report });
  const shared = isReadOnly ? undefined : await openSharedChanges(config.redis);
  const storage = shared === undefined ? file : withShared(file, shared);
  const store = await createNetworkStore({ config, storage, ...report });
  return {
    location: stateLocation(loaded),
    list: async () => store.list().map(summarizeNetwork),
    setEnabled: async (id, enabled) => summarizeNetwork(await store.setEnabled(id, enabled)),
    setRpcUrl: async (id, url) => summarizeNetwork(await store.setRpcUrl(id, url)),
    async close() {
      await store.close();
      await shared?.close();
    },
  };
}

/** Adds Redis to the file's storage. Redis takes precedence, as in a gateway. */
function withShared(file: NetworkStorage, shared: SharedChanges): NetworkStorage {
  return {
    ...file,
    async load() {
      const changes = new Map(await file.load());
      for (const [id, change] of shared.changes) changes.set(id, { ...changes.get(id), ...change });
      return changes;
    },
    async save(id, change) {
      await shared.save(id, change);
      await file.save(id, change);
    },
  };
}

/** Manages the networks of a running gateway over JSON-RPC. */
export function openGatewayAdmin(gateway: RunningGateway): NetworkAdmin {
  const change = async (method: string, params: object) => {
    const { network } = await resultOf<{ network?: unknown }>(gateway, method, params);
    return recordFrom(network, gateway);
  };
  return {
    location: gateway.location,
    async list() {
      const { networks } = await resultOf<{ networks?: unknown }>(gateway, "listSvmNetworks", {});
      if (!Array.isArray(networks)) throw gateway.notAGatewayError();
      const paces = await readPaces(gateway);
      return networks.map((network) => {
        const record = recordFrom(network, gateway);
        return { ...record, ...paces.get(record.id) };
      });
    },
    setEnabled: (id, enabled) =>
      change(enabled ? "enableSvmNetwork" : "disableSvmNetwork", { network_id: id }),
    setRpcUrl: (id, rpcUrl) => change("setNetworkRpcUrl", { network_id: id, rpc_url: rpcUrl }),
    close: async () => undefined,
  };
}

/** Measured slot times by network; empty if the gateway has no status report. */
async function readPaces(gateway: RunningGateway): Promise<ReadonlyMap<string, NetworkPace>> {
  const { networks } = (await gateway.request("GET", "/status.json").catch(() => ({}))) as {
    networks?: unknown;
  };
  const listed = Array.isArray(networks) ? (networks as (NetworkPace & { id: string })[]) : [];
  return new Map(
    listed.map(({ id, slot_ms, confirmed_slots, finality_slots, finality }) => [
      id,
      { slot_ms, confirmed_slots, finality_slots, finality },
    ]),
  );
}

async function resultOf<Result>(gateway: RunningGateway, method: string, params: object): Promise<Result> {
  const result = (await gateway.call(method, JSON.stringify(params))).parse();
  if (typeof result === "object" && result !== null) return result as Result;
  throw gateway.notAGatewayError();
}

const textFields = ["id", "name", "rpc_url", "chain_id", "type"] as const;

/** Validates a record before printing: another program or another version of the gateway may have answered. */
function recordFrom(value: unknown, gateway: RunningGateway): NetworkSummary {
  const record = value as NetworkSummary | null | undefined;
  if (textFields.some((field) => typeof record?.[field] !== "string")) throw gateway.notAGatewayError();
  return record as NetworkSummary;
}
