import { createNetworkStore } from "../../src/networks/network-store.ts";
import { createFileNetworkStorage } from "../../src/networks/state-file.ts";
import { configOf, recordingLogger, scriptedResolve } from "./harness.ts";

/**
 * A process for the kill test: changes networks as fast as it can, several at once, and prints each
 * acknowledged change.
 */
const [path = "", start = "0"] = process.argv.slice(2);
const logger = recordingLogger();
const store = await createNetworkStore({
  config: configOf(),
  log: logger,
  countFailure: () => undefined,
  storage: createFileNetworkStorage({ path, log: logger, countFailure: () => undefined }),
  resolve: scriptedResolve(["8.8.8.8"]),
});
for (const { message } of logger.lines) process.stdout.write(`warning ${message}\n`);

async function changeForEver(id: string): Promise<never> {
  for (let count = Number(start); ; count += 1) {
    await store.setRpcUrl(id, `https://${id}.example.com/${count}`);
    process.stdout.write(`${id} ${count}\n`);
  }
}

await Promise.all(["solana-mainnet", "solana-devnet", "solana-testnet"].map(changeForEver));
