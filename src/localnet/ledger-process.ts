import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { localNetworkIds } from "../networks/network.ts";
import { type EventQueue, keepDrained } from "./keep-drained.ts";

// Embedded ledgers run in a separate process, since one whose port is taken during startup blocks its process forever.

const startTimeoutMs = 20_000;

/** The message this process sends once: the ledgers' addresses, or why there are none. */
export type LedgerAddresses = readonly { readonly rpcUrl: string; readonly wsUrl: string }[] | string;

/** Packages with the embedded ledger, by `${platform}-${arch}`. */
const packages: Readonly<Record<string, string>> = {
  "linux-x64": "surfpool-sdk-linux-x64-gnu",
};

interface EmbeddedLedgerModule {
  readonly Surfnet: {
    startWithConfig(config: { readonly offline: boolean }): RunningLedger;
  };
}

interface RunningLedger extends EventQueue {
  readonly rpcUrl: string;
  readonly wsUrl: string;
}

/** Referenced until the process ends: a ledger stops answering when its object is garbage-collected. */
const running: RunningLedger[] = [];

function startLedgers(): LedgerAddresses {
  const loaded = loadEmbeddedLedger();
  if (typeof loaded === "string") return loaded;
  for (const _id of localNetworkIds) {
    const ledger = loaded.Surfnet.startWithConfig({ offline: true });
    running.push(ledger);
    keepDrained(ledger);
  }
  return running.map(({ rpcUrl, wsUrl }) => ({ rpcUrl, wsUrl }));
}

function loadEmbeddedLedger(): EmbeddedLedgerModule | string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) return `There is no embedded ledger for ${platform}`;
  try {
    return createRequire(import.meta.url)(name) as EmbeddedLedgerModule;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === "MODULE_NOT_FOUND" ? "is not installed" : `can't be loaded (${code ?? cause})`;
    return `The embedded ledger (optional package ${name}) ${reason}`;
  }
}

process.on("disconnect", () => process.exit());
// A terminal sends these signals to the gateway too, which needs its ledgers until it has stopped.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
// Runs in another thread, to end a blocked startup even if the gateway has exited.
const timeout = new Worker(`setTimeout(() => process.kill(process.pid, "SIGKILL"), ${startTimeoutMs})`, {
  eval: true,
});
// An error means that the gateway has already exited.
process.send?.(startLedgers(), undefined, undefined, (error) => {
  if (error !== null) process.exit();
});
void timeout.terminate();
