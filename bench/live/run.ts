import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { KnownLedger } from "../ledger/known-ledger.ts";
import { LedgerView } from "../ledger/ledger-view.ts";
import { SimulatedUpstream } from "../ledger/simulated-upstream.ts";

const accounts = 10_000;
const dataLength = 200;
const slotMs = 400;
const mebibyte = 1024 * 1024;

interface Result {
  readonly accounts: number;
  /** Bytes that the gateway counts for them. */
  readonly counted: number;
  readonly bytes: number;
  /** Lists of a hundred that are answered from memory. */
  readonly lists: number;
}

/** Lets a gateway follow 10,000 accounts and prints what they take: after collection, beside the same gateway that follows none. */
export async function benchLiveMemory(): Promise<void> {
  const ledger = new KnownLedger({ dataLength });
  for (let index = 0; index < accounts; index += 1) ledger.addAccount(`account ${index}`);
  const upstream = await new SimulatedUpstream(new LedgerView(ledger)).start();
  const clock = setInterval(() => ledger.advance(), slotMs);
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-bench-"));
  const config = join(folder, "svm-gateway.json");
  const { url, wsUrl } = upstream;
  writeFileSync(
    config,
    JSON.stringify({
      default_network: "bench",
      svm_networks: {
        bench: { name: "Bench", rpc_url: url, ws_url: wsUrl, type: "devnet", enabled: true },
      },
      live: { enabled: true, max_accounts: accounts },
    }),
  );
  try {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", fileURLToPath(new URL("memory-process.ts", import.meta.url)), config],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    child.stdin.end(ledger.addresses.join("\n"));
    print(JSON.parse(await text(child.stdout)) as Result);
  } finally {
    clearInterval(clock);
    await upstream.close();
    rmSync(folder, { recursive: true });
  }
}

function print({ accounts: followed, counted, bytes, lists }: Result): void {
  console.log(
    `live accounts of ${dataLength} bytes, all answered from memory (${lists * 100} of ${followed})\n`,
  );
  console.log("accounts   memory MiB   bytes each   of which counted for live.max_bytes");
  const columns = [
    String(followed).padStart(8),
    (bytes / mebibyte).toFixed(1).padStart(12),
    (bytes / followed).toFixed(0).padStart(12),
    `${(counted / followed).toFixed(0)}`.padStart(37),
  ];
  console.log(columns.join(" "));
}
