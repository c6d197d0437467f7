import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { barChart } from "../bar-chart.ts";
import { loadCore, MeasuredProcess, measuredCore } from "../measured-process.ts";
import { generateLoad, hasWrk, type LoadResult } from "./load.ts";
import { type Scenario, scenarios } from "./scenario.ts";

/** One server under one scenario. */
interface Row extends LoadResult {
  readonly server: string;
  readonly cpuMicroseconds: number;
  /** CPU as a multiple of the baseline's in the same round. */
  readonly ratio: number;
}

const here = fileURLToPath(new URL(".", import.meta.url));
/** As short as a load generator can: what disturbs a machine lasts for seconds, and must not meet one server alone. */
const roundSeconds = 1;
/** In each round: a process that was idle while the others had their turn has lost memory and code. */
const warmUpSeconds = 1;
const firstWarmUpSeconds = 3;

/** Measures every scenario (or those named) in a number of rounds, prints tables and writes the chart. */
export async function benchHttp(names: readonly string[], rounds: number): Promise<void> {
  const chosen =
    names.length === 0 ? scenarios : scenarios.filter((scenario) => names.includes(scenario.name));
  if (chosen.length === 0)
    throw new Error(`no such scenario; there are ${scenarios.map(({ name }) => name).join(", ")}`);
  console.log(
    `load generator: ${hasWrk ? "wrk" : "autocannon"}, ${rounds} rounds of ${roundSeconds} s for each server, medians; a ratio is to the baseline of the same round\n`,
  );
  const bars: { label: string; value: number; emphasis: boolean }[] = [];
  for (const scenario of chosen) {
    const rows = await measure(scenario, rounds);
    print(scenario, rows);
    for (const row of rows) {
      bars.push({
        label: `${scenario.name}: ${row.server}`,
        value: row.cpuMicroseconds,
        emphasis: row.server === "gateway",
      });
    }
  }
  const file = fileURLToPath(new URL("../results/http.svg", import.meta.url));
  writeFileSync(file, barChart("CPU per request in microseconds, lower is better", bars));
  console.log("chart: bench/results/http.svg");
}

async function measure(scenario: Scenario, rounds: number): Promise<Row[]> {
  const upstream = await MeasuredProcess.start(
    loadCore,
    ["--import", "tsx", join(here, "upstream-process.ts")],
    scenario.upstreamResult,
  );
  const servers = new Map<string, { process: MeasuredProcess; path: string }>();
  try {
    const gateway = await MeasuredProcess.startGateway(measuredCore, gatewayConfig(upstream.url));
    servers.set("gateway", { process: gateway, path: scenario.path });
    for (const name of scenario.baselines) {
      const args = ["--import", "tsx", join(here, "baseline-process.ts"), name, upstream.url];
      servers.set(name, { process: await MeasuredProcess.start(measuredCore, args), path: "/" });
    }
    return await interleaved(servers, scenario, rounds);
  } finally {
    for (const { process } of servers.values()) await process.stop();
    await upstream.stop();
  }
}

/** Rounds go through all servers in turn, and ratios are taken in a round: a machine that slows down slows all of them. */
async function interleaved(
  servers: ReadonlyMap<string, { process: MeasuredProcess; path: string }>,
  scenario: Scenario,
  rounds: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured: Omit<Row, "ratio">[] = [];
    for (const [server, { process, path }] of servers) {
      const warmUp = round === 0 ? firstWarmUpSeconds : warmUpSeconds;
      await generateLoad(process.url + path, scenario.body, warmUp);
      const before = process.cpuSeconds();
      const load = await generateLoad(process.url + path, scenario.body, roundSeconds);
      const cpuMicroseconds = ((process.cpuSeconds() - before) * 1e6) / load.requests;
      measured.push({ server, cpuMicroseconds, ...load });
    }
    const base = measured.find(({ server }) => server === scenario.against)?.cpuMicroseconds ?? Number.NaN;
    rows.push(...measured.map((row) => ({ ...row, ratio: row.cpuMicroseconds / base })));
  }
  return [...servers.keys()].map((name) => medianRow(rows.filter(({ server }) => server === name)));
}

function medianRow(rows: readonly Row[]): Row {
  const middle = rows.toSorted((a, b) => a.cpuMicroseconds - b.cpuMicroseconds)[rows.length >> 1];
  const ratio = rows.map((row) => row.ratio).toSorted((a, b) => a - b)[rows.length >> 1];
  if (middle === undefined || ratio === undefined) throw new Error("nothing was measured");
  return { ...middle, ratio };
}

/** Settings of a gateway whose calls pass every step but those that spare calls. */
export function gatewayConfig(upstreamUrl: string): object {
  const network = (name: string) => ({ name, rpc_url: upstreamUrl, type: "localnet", enabled: true });
  return {
    default_network: "bench-a",
    svm_networks: { "bench-a": network("A"), "bench-b": network("B"), "bench-c": network("C") },
    // The path of a call that none of the steps in front of the upstreams answers or gathers: bench/traffic measures those.
    reads: { enabled: false },
    server_config: { rate_limit: { enabled: false }, max_concurrent_requests: 1000 },
    log: { level: "error" },
  };
}

function print(scenario: Scenario, rows: readonly Row[]): void {
  console.log(`${scenario.title} (${scenario.name})`);
  console.log("server      requests/s   p50 ms   p99 ms   CPU us/request   CPU ratio   failures");
  for (const row of rows) {
    console.log(
      `${row.server.padEnd(10)} ${row.requestsPerSecond.toFixed(0).padStart(11)} ${row.p50Ms.toFixed(2).padStart(8)} ` +
        `${row.p99Ms.toFixed(2).padStart(8)} ${row.cpuMicroseconds.toFixed(1).padStart(16)} ${`${row.ratio.toFixed(2)} x`.padStart(11)} ${String(row.failures).padStart(10)}`,
    );
  }
  console.log("");
}
