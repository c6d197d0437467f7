import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { localNetworkIds, type Network, type UpstreamUrl } from "../networks/network.ts";
import { encodeBase58 } from "../text/base58.ts";
import type { LedgerAddresses } from "./ledger-process.ts";

const maxStarts = 3;

/** The addresses of a local ledger. Plain data, since it is sent to worker processes. */
export interface LocalLedger {
  readonly id: string;
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Results that the gateway gives instead of asking the ledger; undefined for the ledgers of other programs. */
  readonly fixedResults?: UpstreamUrl["fixedResults"];
}

/** Starts the embedded ledgers, offline, on free ports of 127.0.0.1. They end with this process. If it can't, returns the reason. */
export async function startEmbeddedLedgers(): Promise<readonly LocalLedger[] | string> {
  for (let start = 1; start <= maxStarts; start += 1) {
    const addresses = await startLedgerProcess();
    if (typeof addresses === "string") return addresses;
    if (addresses !== undefined)
      return addresses.map((address, at) => ({
        id: localNetworkIds[at] as string,
        ...address,
        // Ledgers that start within one second have the same genesis hash, so each is given its own.
        fixedResults: { getGenesisHash: JSON.stringify(encodeBase58(randomBytes(32))) },
      }));
  }
  return `The embedded ledger did not start in ${maxStarts} attempts`;
}

/** Starts the ledgers' process; undefined if it ended instead, as it does when another program takes a ledger's port. */
async function startLedgerProcess(): Promise<LedgerAddresses | undefined> {
  const own = fileURLToPath(import.meta.url);
  const child = fork(join(dirname(own), `ledger-process${extname(own)}`), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [addresses] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => [undefined]),
  ]);
  child.unref();
  child.channel?.unref();
  return addresses;
}

/** Describes running ledgers as networks. Only clients on this machine may call the methods that rewrite the ledger. */
export function localNetworks(ledgers: readonly LocalLedger[]): readonly Network[] {
  return ledgers.map(
    (ledger, index): Network => ({
      id: ledger.id,
      name: index === 0 ? "Localnet" : `Localnet ${String.fromCharCode("A".charCodeAt(0) + index)}`,
      type: "localnet",
      chainId: String(index + 1),
      rpcUrls: [{ ...trusted(ledger.rpcUrl), fixedResults: ledger.fixedResults }],
      wsUrls: [trusted(ledger.wsUrl)],
      enabled: true,
      allowMethods: ["surfnet_*"],
      allowMethodsFromLoopbackOnly: true,
    }),
  );
}

function trusted(url: string): UpstreamUrl {
  return { url, weight: 1, trusted: true };
}
