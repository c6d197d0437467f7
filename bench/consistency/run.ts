import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import { depths, ModelLedger } from "../ledger/model-ledger.ts";
import { createRandom } from "../ledger/random.ts";
import type { SimulatedUpstream } from "../ledger/simulated-upstream.ts";
import { MeasuredProcess, measuredCore } from "../measured-process.ts";
import { type Proof, Prover } from "./prove.ts";
import { RoundRobinProxy } from "./round-robin-proxy.ts";
import { runSessions } from "./run-sessions.ts";
import { startSlots, startSwingingUpstreams } from "./swinging-upstreams.ts";

const slotLengths = [400, 200];
const sessions = 100;
/** Upstreams and gateway run this long before the first read: a gateway in use knows its upstreams. */
const warmUpMs = 10_000;
/** Latencies of the first reads are left out: all sessions begin at once, while Node still compiles what the gateway runs. */
const compilingMs = 2000;
const upstreamLatencyMs = 10;
/** The same seed makes the same weather and the same sessions. */
const seed = 11;

interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

interface Row extends Proof {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Slots that reads are behind the ledger at their commitment, at the median and for one in a hundred. */
  readonly behind: Quantiles;
  /** The same of the upstream that was nearest to the ledger: no front can do better. */
  readonly nearest: Quantiles;
}

/** What answers the sessions. */
interface Front {
  readonly url: string;
  readonly path: string;
  stop(): Promise<void>;
}

/** Lets the same sessions work through a plain proxy and through the gateway, and prints what they saw of the ledger going back. */
export async function benchConsistency(names: readonly string[], reads: number): Promise<void> {
  console.log(
    `three upstreams of one ledger, lag 0 to 20 slots, one forking now and then; ${sessions} sessions, ${reads} reads; latencies after the first ${compilingMs / 1000} s`,
  );
  for (const isFailing of [true, false])
    for (const slotMs of slotLengths) {
      console.log(
        `\n${isFailing ? "one upstream failing now and then" : "none failing"}, slots of ${slotMs} ms\n`,
      );
      console.log(header);
      for (const { name, title, withSessions, start } of fronts)
        if (names.length === 0 || names.includes(name))
          await measure(title, { reads, slotMs, isFailing, withSessions }, start);
    }
}

/** What is measured. */
interface Round {
  readonly reads: number;
  readonly slotMs: number;
  /** One upstream fails now and then. */
  readonly isFailing: boolean;
  readonly withSessions: boolean;
}

async function measure(
  name: string,
  { reads, slotMs, isFailing, withSessions }: Round,
  start: (upstreams: readonly SimulatedUpstream[]) => Promise<Front | undefined>,
): Promise<void> {
  const ledger = new ModelLedger();
  const upstreams = await startSwingingUpstreams(ledger, createRandom(seed), upstreamLatencyMs, isFailing);
  const front = await start(upstreams);
  // Changes have a random of their own, and slots wait for the front: else its start and the load would decide the weather.
  const clock = startSlots(ledger, createRandom(seed + 1), slotMs);
  const agent = new Agent({ connections: sessions });
  const prover = new Prover();
  const times: number[] = [];
  const behind: number[] = [];
  const nearest: number[] = [];
  try {
    if (front === undefined) {
      console.log(`${name}: not installed here`);
      return;
    }
    const { url, path } = front;
    await wait(warmUpMs);
    const timedFrom = performance.now() + compilingMs;
    const ask = async (session: number, method: string, params: readonly unknown[]): Promise<string> => {
      const started = performance.now();
      const { body } = await agent.request({
        origin: url,
        path,
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(withSessions ? { "x-session": `session ${session}` } : {}),
          // Each session comes from an address of its own.
          "x-forwarded-for": `10.0.${session >> 8}.${session & 255}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      const text = await body.text();
      if (started >= timedFrom) times.push(performance.now() - started);
      return text;
    };
    await runSessions({
      ledger,
      ask,
      record: (answer) => {
        prover.take(answer);
        const { kind, slot, commitment } = answer;
        if (kind !== "read" || slot === undefined) return;
        const newest = ledger.head - depths[commitment];
        const working = upstreams.filter(({ behaviour }) => !behaviour.isFailing);
        behind.push(Math.max(newest - slot, 0));
        nearest.push(Math.max(newest - Math.max(...working.map(({ view }) => view.slotAt(commitment))), 0));
      },
      seed,
      sessions,
      reads,
      slotMs,
      pauseMs: (own) => own() * slotMs,
    });
    print(name, {
      ...prover.proof,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      behind: quantiles(behind),
      nearest: quantiles(nearest),
    });
  } finally {
    clearInterval(clock);
    await agent.close();
    await front?.stop();
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  }
}

/** What sessions work through, by the names that select them on the command line. */
const fronts = [
  { name: "round-robin", title: "round-robin (nginx)", withSessions: false, start: startProxy },
  { name: "gateway", title: "gateway", withSessions: false, start: startGateway },
  { name: "sessions", title: "gateway, sessions", withSessions: true, start: startGateway },
];

async function startProxy(upstreams: readonly SimulatedUpstream[]): Promise<Front | undefined> {
  const proxy = await RoundRobinProxy.start(upstreams.map(({ port }) => port));
  return proxy === undefined ? undefined : { url: proxy.url, path: "/", stop: () => proxy.stop() };
}

async function startGateway(upstreams: readonly SimulatedUpstream[]): Promise<Front> {
  const gateway = await MeasuredProcess.startGateway(measuredCore, gatewayConfig(upstreams));
  return { url: gateway.url, path: "/networks/bench", stop: () => gateway.stop() };
}

function gatewayConfig(upstreams: readonly SimulatedUpstream[]): object {
  return {
    default_network: "bench",
    svm_networks: {
      bench: {
        name: "Bench",
        rpc_urls: upstreams.map(({ url }) => url),
        ws_urls: upstreams.map(({ wsUrl }) => wsUrl),
        type: "mainnet",
        enabled: true,
      },
    },
    server_config: { rate_limit: { enabled: false }, trust_proxy: 1 },
    log: { level: "error" },
  };
}

const header =
  "front               reads   went back (of 1,000)   own writes unseen   dependent sends refused   failed   p50 ms   p99 ms   slots behind p50   p99   nearest upstream p50   p99";

function print(name: string, row: Row): void {
  const columns = [
    name.padEnd(17),
    String(row.reads).padStart(8),
    `${row.wentBack} (${((row.wentBack / row.reads) * 1000).toFixed(1)})`.padStart(22),
    `${row.unseenWrites} of ${row.ownReads}`.padStart(19),
    `${row.refusedSends} of ${row.sends}`.padStart(25),
    String(row.failed).padStart(8),
    row.p50Ms.toFixed(1).padStart(8),
    row.p99Ms.toFixed(1).padStart(8),
    String(row.behind.p50).padStart(18),
    String(row.behind.p99).padStart(5),
    String(row.nearest.p50).padStart(22),
    String(row.nearest.p99).padStart(5),
  ];
  console.log(columns.join(" "));
}

function quantiles(values: readonly number[]): Quantiles {
  return { p50: quantile(values, 0.5), p99: quantile(values, 0.99) };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
