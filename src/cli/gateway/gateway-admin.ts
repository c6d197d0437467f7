import { redactUrl } from "../../log/redact.ts";
import type { NetworkRecord } from "../../networks/network-record.ts";
import type { NetworkPace } from "../../observability/status-report.ts";
import { notAGateway } from "./gateway-faults.ts";
import { operatorRequest } from "./operator-request.ts";
import { remoteCall } from "./remote-call.ts";

/** A network, with what a running gateway measured of it. */
export type ListedNetwork = NetworkRecord & Partial<NetworkPace>;

/** Networks that a command reads and changes, wherever they are. Faults are `RpcError`s. */
export interface NetworkAdmin {
  /** Where a change went, for messages. */
  readonly place: string;
  list(): Promise<readonly ListedNetwork[]>;
  setEnabled(id: string, enabled: boolean): Promise<NetworkRecord>;
  setRpcUrl(id: string, url: string): Promise<NetworkRecord>;
  close(): Promise<void>;
}

/** The networks of a running gateway, over its JSON-RPC. */
export function openGatewayAdmin(url: string, key?: string): NetworkAdmin {
  const changed = async (method: string, params: object) => {
    const { network } = (await ask(url, key, method, params)) as { network?: unknown };
    return recordFrom(network, url);
  };
  return {
    place: `at ${redactUrl(url)}`,
    async list() {
      const { networks } = (await ask(url, key, "listSvmNetworks", {})) as { networks?: unknown };
      if (!Array.isArray(networks)) throw notAGateway(url);
      const paces = await readPaces(url, key);
      return networks.map((network) => {
        const record = recordFrom(network, url);
        return { ...record, ...paces.get(record.id) };
      });
    },
    setEnabled: (id, enabled) =>
      changed(enabled ? "enableSvmNetwork" : "disableSvmNetwork", { network_id: id }),
    setRpcUrl: (id, rpcUrl) => changed("setNetworkRpcUrl", { network_id: id, rpc_url: rpcUrl }),
    close: async () => undefined,
  };
}

/** What the gateway measured, by network; none of a gateway without a status page. */
async function readPaces(url: string, key: string | undefined): Promise<ReadonlyMap<string, NetworkPace>> {
  const { networks } = (await operatorRequest(url, "GET", "/status.json", key).catch(() => ({}))) as {
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

async function ask(url: string, key: string | undefined, method: string, params: object): Promise<object> {
  const result = (await remoteCall(url, method, JSON.stringify(params), { key })).parse();
  if (typeof result === "object" && result !== null) return result;
  throw notAGateway(url);
}

const textFields = ["id", "name", "rpc_url", "chain_id", "type"] as const;

/** The answer may come from something else, or from a gateway of another version: it is checked before it is printed. */
function recordFrom(value: unknown, url: string): NetworkRecord {
  const record = value as NetworkRecord | null | undefined;
  if (textFields.some((field) => typeof record?.[field] !== "string")) throw notAGateway(url);
  return record as NetworkRecord;
}
