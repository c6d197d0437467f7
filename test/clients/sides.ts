import { setTimeout } from "node:timers/promises";
import { createLiveLedger, type LiveLedger } from "../contract/live-ledger.ts";
import { configFor, startGateway } from "../gateway-process.ts";

/** Where a client's calls go. */
export interface Side {
  readonly name: SideName;
  readonly url: string;
  readonly wsUrl: string;
}

/** The node itself, or the gateway in front of the same node. */
export type SideName = "node" | "gateway";

/** Both sides, over one ledger. */
export interface Sides {
  readonly ledger: LiveLedger;
  readonly node: Side;
  readonly gateway: Side;
  close(): Promise<void>;
}

/** Until then the answers of a client that asks for finalized state change between one side and the other. */
async function finalized({ connection, slot }: LiveLedger): Promise<void> {
  while ((await connection.getSlot("finalized")) < slot) await setTimeout(100);
}

/** Starts a ledger with something on it, and a gateway process in front of it. */
export async function startSides(): Promise<Sides> {
  const ledger = await createLiveLedger();
  const { rpcUrl, wsUrl } = ledger.node;
  // The clients take nothing but an address, so the key is in it: in the path, and for sockets in the query.
  const key = "a-key-that-stands-in-an-address";
  const auth = { keys: [{ id: "client", key }] };
  const config = configFor({ localnet: { rpc_url: rpcUrl, ws_url: wsUrl } }, { auth });
  const served = await startGateway(["serve", "--ws-port", "0"], { config });
  const [, gatewayWs] = await served.process.printed(/^listening ws (\S+)$/m);
  await finalized(ledger);
  return {
    ledger,
    node: { name: "node", url: rpcUrl, wsUrl },
    gateway: {
      name: "gateway",
      url: `${served.url}/k/${key}/networks/localnet`,
      wsUrl: `${gatewayWs}/networks/localnet?api-key=${key}`,
    },
    async close() {
      await served.process.stop();
    },
  };
}
