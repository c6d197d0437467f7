import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { localNetworkIds, type Network, type UpstreamAddress } from "../networks/network.ts";
import { encodeBase58 } from "../text/base58.ts";
import type { LedgerAddresses } from "./ledger-process.ts";

const maxStarts = 3;

/** Addresses of a local ledger. Plain data, to be sent to worker processes. */
export interface LocalLedger {
  readonly id: string;
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Results returned without calling the ledger; undefined for ledgers of other programs. */
  readonly fixedResults?: UpstreamAddress["fixedResults"];
}

/** Starts offline embedded ledgers on free ports of 127.0.0.1; they end with this process. On failure returns the reason. */
export async function startEmbeddedLedgers(): Promise<readonly LocalLedger[] | string> {
  for (let start = 1; start <= maxStarts; start += 1) {
    const addresses = await startLedgerProcess();
    if (typeof addresses === "string") return addresses;
    if (addresses !== undefined)
      return addresses.map((address, at) => ({
        id: localNetworkIds[at] as string,
        ...address,
        // Ledgers started within the same second share a genesis hash, so each gets its own.
        fixedResults: { getGenesisHash: JSON.stringify(encodeBase58(randomBytes(32))) },
      }));
  }
  return `The embedded ledger did not start in ${maxStarts} attempts`;
}

/** Starts the ledgers' process; undefined if it exits early, as it does when another program takes a ledger's port. */
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

/** Describes running ledgers as networks. Only local clients may call the methods that rewrite a ledger. */
export function localNetworks(ledgers: readonly LocalLedger[]): readonly Network[] {
  return ledgers.map(
    (ledger, index): Network => ({
      id: ledger.id,
      name: index === 0 ? "Localnet" : `Localnet ${String.fromCharCode("A".charCodeAt(0) + index)}`,
      type: "localnet",
      chainId: String(index + 1),
      httpAddresses: [{ ...trusted(ledger.rpcUrl), fixedResults: ledger.fixedResults }],
      wsAddresses: [trusted(ledger.wsUrl)],
      enabled: true,
      allowMethods: ["surfnet_*"],
      allowMethodsFromLoopbackOnly: true,
    }),
  );
}

function trusted(url: string): UpstreamAddress {
  return { url, weight: 1, trusted: true };
}
