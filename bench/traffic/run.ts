import { runTraffic, type TrafficOptions, type TrafficResult } from "./run-traffic.ts";
import { accounts, setUpTraffic, type TrafficSetUp, upstreamLatencyMs } from "./traffic-set-up.ts";

/** The traffic before the measured one: until what is read often is known. */
const warmUpSeconds = 4;

/** How often clients call, and how long a slot lasts. */
const loads: readonly Pick<TrafficOptions, "clients" | "callsPerSecond" | "slotMs">[] = [
  { clients: 50, callsPerSecond: 400, slotMs: 400 },
  { clients: 150, callsPerSecond: 1200, slotMs: 400 },
  { clients: 50, callsPerSecond: 400, slotMs: 200 },
  { clients: 150, callsPerSecond: 1200, slotMs: 200 },
];

/** What is switched on in each run of the same traffic, and the most upstream calls per 100 with each load. */
const modes: Readonly<Record<string, { readonly steps: object; readonly targets: readonly number[] }>> = {
  direct: { steps: { reads: { enabled: false }, cache: { enabled: false } }, targets: [] },
  defaults: { steps: {}, targets: [31, 20.5, 38, 25.5] },
  behind: { steps: { reads: { behind: 1 } }, targets: [27.5, 18, 33, 22.5] },
};

/** How the CPU of calls is compared, with reads and without: in turns, so that other work of the machine meets both alike. */
const turns = { warmUp: 8, warmUpCallsPerSecond: 800, seconds: 2 };

/** Gateways that share one Redis, whose address REDIS_URL names. */
const shared = [1, 2, 5];

interface Row extends TrafficResult {
  readonly upstreamCalls: number;
  /** The same by method. */
  readonly byMethod: ReadonlyMap<string, number>;
  readonly notifications: number;
  readonly cpuMicroseconds: number;
}

/** Sends the same mixed traffic of wallets and bots through a gateway with each set of steps, and prints tables. `names`: modes, `cpu`, `replicas`, or all modes. */
export async function benchTraffic(names: readonly string[], seconds: number): Promise<void> {
  console.log(
    `mixed traffic for ${seconds} s after ${warmUpSeconds} s of the same: ${accounts} accounts (Zipf), one upstream that takes ${upstreamLatencyMs} ms; probes and subscriptions count as upstream calls\n`,
  );
  if (names.includes("replicas")) await benchReplicas(seconds);
  else if (names.includes("cpu")) await benchCpu(seconds);
  else await benchModes(names, seconds);
}

async function benchModes(names: readonly string[], seconds: number): Promise<void> {
  for (const [index, load] of loads.entries()) {
    console.log(
      `${load.callsPerSecond} calls a second by ${load.clients} clients, slots of ${load.slotMs} ms\n`,
    );
    const rows: [string, Row, number | undefined][] = [];
    for (const [name, { steps, targets }] of Object.entries(modes)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const row = await measure([steps], load, seconds);
      rows.push([name, row, targets[index]]);
      if (row.wrong > 0) process.exitCode = 1;
    }
    printTable(rows);
  }
}

async function benchReplicas(seconds: number): Promise<void> {
  const [load] = loads;
  if (load === undefined) return;
  const redis = process.env.REDIS_URL === undefined ? {} : { url: process.env.REDIS_URL };
  console.log(
    `400 calls a second through several gateways, ${process.env.REDIS_URL ? "on one Redis" : "without Redis"}\n`,
  );
  const rows: [string, Row, undefined][] = [];
  for (const count of shared)
    rows.push([`${count}`, await measure(Array(count).fill({ redis }), load, seconds), undefined]);
  printTable(rows);
}

/** The CPU of calls as it is once their code is compiled, which takes some thousands of them. */
async function benchCpu(seconds: number): Promise<void> {
  console.log(
    "| calls a second | CPU per call with `reads.enabled: false`, us | with reads | part of it, median of turns |",
  );
  console.log("|---|---|---|---|");
  for (const load of loads.filter(({ slotMs }) => slotMs === 400)) {
    const setUp = await setUpTraffic([{ reads: { enabled: false } }, {}], load.slotMs);
    try {
      const warmUp = { ...load, callsPerSecond: turns.warmUpCallsPerSecond };
      for (let turn = 0; turn < turns.warmUp; turn += 1) await measureTurn(setUp, warmUp, turn);
      const measured: (readonly [alone: number, together: number])[] = [];
      for (let turn = 0; turn * 2 * turns.seconds < seconds; turn += 1)
        measured.push(await measureTurn(setUp, load, turn));
      const parts = measured.map(([alone, together]) => together / alone);
      const [alone, together] = [0, 1].map((which) => median(measured.map((each) => each[which] ?? 0)));
      console.log(
        `| ${load.callsPerSecond} | ${alone?.toFixed(0)} | ${together?.toFixed(0)} | ${median(parts).toFixed(2)} |`,
      );
    } finally {
      await setUp.close();
    }
  }
}

/** Microseconds of CPU per call of each gateway, one after the other, every second time in the other order. */
async function measureTurn(
  setUp: TrafficSetUp,
  load: (typeof loads)[number],
  turn: number,
): Promise<[alone: number, together: number]> {
  const result: [number, number] = [0, 0];
  for (const which of turn % 2 === 0 ? [0, 1] : [1, 0]) {
    const gateway = setUp.gateways[which];
    if (gateway === undefined) continue;
    const before = gateway.cpuSeconds();
    const { calls } = await runTraffic(setUp, { ...load, urls: [gateway.url], seconds: turns.seconds });
    result[which] = ((gateway.cpuSeconds() - before) * 1e6) / calls;
  }
  return result;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(
  settings: readonly object[],
  load: (typeof loads)[number],
  seconds: number,
): Promise<Row> {
  const setUp = await setUpTraffic(settings, load.slotMs);
  try {
    const urls = setUp.gateways.map(({ url }) => url);
    await runTraffic(setUp, { ...load, urls, seconds: warmUpSeconds });
    const before = countsOf(setUp);
    const result = await runTraffic(setUp, { ...load, urls, seconds });
    const after = countsOf(setUp);
    const byMethod = new Map(
      [...after.byMethod].map(([method, calls]) => [method, calls - (before.byMethod.get(method) ?? 0)]),
    );
    return {
      ...result,
      byMethod,
      upstreamCalls: [...byMethod.values()].reduce((total, each) => total + each, 0),
      notifications: after.notifications - before.notifications,
      cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / result.calls,
    };
  } finally {
    await setUp.close();
  }
}

function countsOf({ upstream, gateways }: TrafficSetUp): {
  byMethod: ReadonlyMap<string, number>;
  notifications: number;
  cpuSeconds: number;
} {
  return {
    byMethod: new Map([...upstream.calls, ...upstream.subscriptions]),
    notifications: upstream.notificationCount,
    cpuSeconds: gateways.reduce((sum, gateway) => sum + gateway.cpuSeconds(), 0),
  };
}

/** Prints a table as pages of docs hold it, and upstream calls per 100 by method. */
function printTable(rows: readonly (readonly [name: string, row: Row, target: number | undefined])[]): void {
  console.log(
    "| reads | upstream calls per 100 | at most | notifications per 100 | p50 ms | p99 ms | slots behind, mean and most | CPU per call, us | wrong | failed | calls a second |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|");
  for (const [name, row, target] of rows) {
    const columns = [
      name,
      per100(row.upstreamCalls, row),
      target ?? "",
      per100(row.notifications, row),
      row.p50Ms.toFixed(1),
      row.p99Ms.toFixed(1),
      `${row.meanStaleSlots.toFixed(2)}, ${row.maxStaleSlots}`,
      row.cpuMicroseconds.toFixed(0),
      row.wrong,
      row.failed,
      row.callsPerSecond.toFixed(0),
    ];
    console.log(`| ${columns.join(" | ")} |`);
  }
  for (const [name, row] of rows) {
    const most = [...row.byMethod].toSorted(([, a], [, b]) => b - a);
    console.log(`${name}: ${most.map(([method, calls]) => `${method} ${per100(calls, row)}`).join(", ")}`);
  }
  console.log("");
}

function per100(count: number, { calls }: Row): string {
  return ((count * 100) / calls).toFixed(1);
}
