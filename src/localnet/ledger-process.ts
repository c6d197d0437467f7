import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { localNetworkIds } from "../networks/network.ts";
import { type EventQueue, keepDrained } from "./keep-drained.ts";

// The embedded ledgers have a process of their own: one whose port is taken while it starts blocks its process for good.

const startTimeoutMs = 20_000;

/** What the process sends once: the ledgers' addresses, or why there are none. */
export type LedgerAddresses = readonly { readonly rpcUrl: string; readonly wsUrl: string }[] | string;

/** Packages of the embedded ledger by `${platform}-${arch}`. */
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

/** A ledger stops answering when its object is garbage-collected, so these are kept until the process ends. */
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
// A terminal sends these to the gateway too, which still needs its ledgers while it stops.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
// Another thread, since a start that blocks this one must end even when the gateway is gone.
const timeout = new Worker(`setTimeout(() => process.kill(process.pid, "SIGKILL"), ${startTimeoutMs})`, {
  eval: true,
});
// An error means that the gateway is gone already.
process.send?.(startLedgers(), undefined, undefined, (error) => {
  if (error !== null) process.exit();
});
void timeout.terminate();
