import { runTraffic, type TrafficResult } from "./run-traffic.ts";
import { accounts, setUpTraffic, upstreamLatencyMs } from "./traffic-set-up.ts";

/** The traffic before the measured one, the same in each run: until most accounts that are read again and again are followed. */
const warmUpSeconds = 60;

/** What is switched on in each run of the same traffic. */
const modes: Readonly<Record<string, object>> = {
  "every step off": { cache: { enabled: false }, merge: { enabled: false } },
  defaults: {},
  "live accounts": { live: { enabled: true } },
  "live accounts from 2 reads a minute on": { live: { enabled: true, after_reads: 2, within_ms: 60_000 } },
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
    `mixed traffic: 50 clients, 400 calls a second for ${seconds} s after ${warmUpSeconds} s of the same, ${accounts} accounts (Zipf), one upstream that takes ${upstreamLatencyMs} ms\n`,
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
  const { ledger, source, random, upstream, gateway, close } = await setUpTraffic(steps);
  try {
    const url = gateway.url;
    await runTraffic({ url, ledger, source, random, seconds: warmUpSeconds });
    const cpuBefore = gateway.cpuSeconds();
    const before = new Map(upstream.calls);
    const notificationsBefore = upstream.notificationCount;
    const result = await runTraffic({ url, ledger, source, random, seconds });
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
    await close();
  }
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
