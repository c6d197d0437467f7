import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { KnownLedger } from "../ledger/known-ledger.ts";
import { LedgerView } from "../ledger/ledger-view.ts";
import { createRandom } from "../ledger/random.ts";
import { SimulatedUpstream } from "../ledger/simulated-upstream.ts";
import { MeasuredProcess, measuredCore } from "../measured-process.ts";
import { RequestSource } from "./request-mix.ts";
import { runTraffic, type TrafficResult } from "./run-traffic.ts";

const gatewayMain = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));
const accounts = 2000;
const slotMs = 400;
/** Accounts that change in a slot. */
const changesPerSlot = 20;
const upstreamLatencyMs = 25;
/** Until accounts that are read often are followed. */
const warmUpSeconds = 12;

/** What is switched on in each run of the same traffic. */
const modes: Readonly<Record<string, object>> = {
  "every step off": { cache: { enabled: false }, merge: { enabled: false } },
  defaults: {},
  "live accounts": { live: { enabled: true } },
};

interface Row extends TrafficResult {
  readonly upstreamCalls: number;
  /** The same by method. */
  readonly byMethod: ReadonlyMap<string, number>;
  readonly credits: number;
  readonly notifications: number;
  readonly cpuMicroseconds: number;
}

/** Sends the same mixed traffic of wallets and bots through a gateway with each set of steps, and prints a table. */
export async function benchTraffic(seconds: number, costs: ReadonlyMap<string, number>): Promise<void> {
  console.log(
    `mixed traffic: 50 clients, 400 calls a second for ${seconds} s, ${accounts} accounts (Zipf), one upstream that takes ${upstreamLatencyMs} ms\n`,
  );
  const rows: [string, Row][] = [];
  for (const [name, config] of Object.entries(modes)) {
    console.error(`measuring: ${name}`);
    rows.push([name, await measure(config, seconds, costs)]);
  }
  printTable(rows);
  for (const [name, { byMethod }] of rows) {
    const most = [...byMethod].toSorted(([, a], [, b]) => b - a).slice(0, 8);
    console.log(`${name}: ${most.map(([method, calls]) => `${method} ${calls}`).join(", ")}`);
  }
}

async function measure(steps: object, seconds: number, costs: ReadonlyMap<string, number>): Promise<Row> {
  const random = createRandom(7);
  const ledger = new KnownLedger();
  for (let index = 0; index < accounts; index += 1) ledger.addAccount(`account ${index}`);
  const source = new RequestSource(ledger, random);
  const upstream = await new SimulatedUpstream(new LedgerView(ledger)).start();
  upstream.behaviour.latencyMs = () => upstreamLatencyMs;
  const clock = setInterval(() => {
    for (let change = 0; change < changesPerSlot; change += 1) ledger.touch(source.account());
    ledger.advance();
  }, slotMs);
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-bench-"));
  const config = join(folder, "svm-gateway.json");
  writeFileSync(config, gatewayConfig(upstream, steps));
  try {
    const gateway = await MeasuredProcess.start(measuredCore, [
      gatewayMain,
      "rpc",
      "--config",
      config,
      "--port",
      "0",
    ]);
    try {
      await runTraffic({ url: gateway.url, ledger, source, random, seconds: warmUpSeconds });
      const cpuBefore = gateway.cpuSeconds();
      const before = new Map(upstream.calls);
      const notificationsBefore = upstream.notificationCount;
      const result = await runTraffic({ url: gateway.url, ledger, source, random, seconds });
      const cpuSeconds = gateway.cpuSeconds() - cpuBefore;
      const byMethod = new Map(
        [...upstream.calls].map(([method, calls]) => [method, calls - (before.get(method) ?? 0)]),
      );
      return {
        ...result,
        byMethod,
        upstreamCalls: sum([...byMethod.values()]),
        credits: sum([...byMethod].map(([method, calls]) => calls * (costs.get(method) ?? 1))),
        notifications: upstream.notificationCount - notificationsBefore,
        cpuMicroseconds: (cpuSeconds * 1e6) / result.calls,
      };
    } finally {
      await gateway.stop();
    }
  } finally {
    clearInterval(clock);
    await upstream.close();
    rmSync(folder, { recursive: true });
  }
}

function gatewayConfig({ url, wsUrl }: SimulatedUpstream, steps: object): string {
  return JSON.stringify({
    default_network: "bench",
    svm_networks: { bench: { name: "Bench", rpc_url: url, ws_url: wsUrl, type: "devnet", enabled: true } },
    server_config: { rate_limit: { enabled: false } },
    log: { level: "error" },
    ...steps,
  });
}

/** Prints a table as pages of docs hold it. */
function printTable(rows: readonly (readonly [name: string, row: Row])[]): void {
  console.log(
    "| steps | upstream calls per 100 | credits per 100 | notifications per 100 | p50 ms | p99 ms | outdated slots, mean and p99 | slot behind, mean | CPU per call, us | wrong | failed | calls |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const [name, row] of rows) {
    const per100 = (count: number) => ((count * 100) / row.calls).toFixed(1);
    const columns = [
      name,
      per100(row.upstreamCalls),
      per100(row.credits),
      per100(row.notifications),
      row.p50Ms.toFixed(1),
      row.p99Ms.toFixed(1),
      `${row.meanOutdatedSlots.toFixed(2)}, ${row.p99OutdatedSlots}`,
      row.meanSlotsBehind.toFixed(2),
      row.cpuMicroseconds.toFixed(0),
      row.wrong,
      row.failed,
      row.calls,
    ];
    console.log(`| ${columns.join(" | ")} |`);
  }
  console.log("");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
