import { monitorEventLoopDelay } from "node:perf_hooks";
import { delay, FaultyUpstream, RandomFaults } from "../../test/faults/random-faults.ts";
import { startSlots, startSwingingUpstreams } from "../consistency/swinging-upstreams.ts";
import { ModelLedger } from "../ledger/model-ledger.ts";
import { createRandom } from "../ledger/random.ts";
import type { SimulatedUpstream } from "../ledger/simulated-upstream.ts";
import { RequestSource } from "../traffic/request-mix.ts";
import { callsPerSecond, connections, repeat, runClients, socketCount, timeoutMs } from "./clients.ts";
import { Seen } from "./scene.ts";
import { type MemorySample, WatchedGateway } from "./watched-gateway.ts";

const slotMs = 400;
const accounts = 400;
const latencyMs = 4;
/** The last minutes' memory is compared with that of one minute, when all that is kept has been filled. */
const settledMinute = 5;
const lastMinutes = 5;
const mostGrowth = 0.05;
/** Answered rightly whatever the fault, as by the upstreams of the tests of faults: an upstream that no one could verify gets no calls. */
const saysOfItself: ReadonlySet<string> = new Set(["getGenesisHash", "getHealth"]);

/**
 * Lets a gateway work under a steady load over upstreams that fail at random, while clients come and go and its configuration changes. Exits with 1
 * if an answer was wrong, a read failed although an upstream was up, a transaction was sent twice, the gateway logged an error, or memory grew.
 */
export async function benchSoak(minutes: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const ledger = new ModelLedger({ dataLength: 200 });
  for (let index = 0; index < accounts; index += 1)
    if (index % 3 === 1) ledger.addTokenAccount(`account ${index}`, `mint ${index % 20}`);
    else ledger.addAccount(`account ${index}`);
  const upstreams = await startSwingingUpstreams(ledger, random, latencyMs, false);
  const slots = startSlots(ledger, random, slotMs);
  const faults = new RandomFaults(random, { min: 100, max: 1500 });
  const sends = new Map<string, number>();
  for (const upstream of upstreams) letFail(upstream, faults, sends);
  const gateway = await WatchedGateway.start(configOf(upstreams));
  const source = new RequestSource(ledger, random);
  const seen = new Seen();
  const { url, wsUrl } = gateway;
  console.log(
    `soak of ${minutes} minutes, ${callsPerSecond} calls a second, ${socketCount} sockets, ${upstreams.length} upstreams that fail at random; seed ${seed}\n`,
  );
  await delay(3000);

  const endsAt = performance.now() + minutes * 60_000;
  let heavier = 0;
  const [residentByMinute] = await Promise.all([
    watchMemory(gateway, endsAt, minutes, seen, faults),
    faults.runUntil(endsAt),
    runClients({ url, wsUrl, ledger, source, random, slotMs, faults }, endsAt, seen),
    repeat(7000, () => upstreams[Math.floor(random() * upstreams.length)]?.dropSockets(), endsAt),
    repeat(20_000, () => gateway.reload(configOf(upstreams, heavier++ % upstreams.length)), endsAt),
  ]);
  clearInterval(slots);
  await gateway.collect();
  const rest = await gateway.sample();
  await gateway.stop();
  for (const upstream of upstreams) await upstream.close();

  const twice = [...sends.values()].filter((times) => times > 1).map((times) => `a send came ${times} times`);
  console.log(`
  calls                       ${seen.calls}, of which ${seen.late.length} past their time
  faults of upstreams         ${faults.injected}
  sockets                     ${seen.sockets}, of which ${seen.closedSockets} closed by the gateway; ${seen.notifications} notifications
  wrong answers               ${seen.wrong.length}
  failed with an upstream up  ${seen.failed.length}, with none up ${seen.failedInTheDark}
  failed at their one attempt ${seen.failedAtOnce} sends, simulations and heavy reads
  transactions sent twice     ${twice.length} of ${sends.size}
  an upstream back in use     after ${spread(faults.recoveriesMs)}
  logged errors               ${gateway.logged.length}
  after a collection          RSS ${mebibytes(rest.resident)} MiB, heap ${mebibytes(rest.heapUsed)} MiB, external ${mebibytes(rest.external)} MiB`);
  const defects = [...seen.wrong, ...seen.failed, ...seen.late, ...twice, ...gateway.logged];
  for (const line of defects.slice(0, 30)) console.log(`  ! ${line.slice(0, 500)}`);
  const growth = growthOf(residentByMinute);
  if (growth !== undefined)
    console.log(
      `  RSS of the last ${lastMinutes} minutes is ${(growth * 100).toFixed(1)} % above that of minute ${settledMinute} (goal: at most ${mostGrowth * 100} %)`,
    );
  if (defects.length > 0 || (growth ?? 0) > mostGrowth) process.exitCode = 1;
}

/** Lets an upstream have faults, and counts how often each transaction comes to it. */
function letFail(upstream: SimulatedUpstream, faults: RandomFaults, sends: Map<string, number>): void {
  const server = { start: () => upstream.start(), stop: () => upstream.close() };
  const faulty = new FaultyUpstream(server, faults);
  upstream.behaviour.meets = (call, response, socket) => {
    if (call.method === "sendTransaction") {
      const text = String(call.params?.[0]);
      sends.set(text, (sends.get(text) ?? 0) + 1);
    }
    return saysOfItself.has(call.method) || faulty.meet(call, response, socket);
  };
}

/** Prints a line each minute, and gives the mean memory of each, in bytes. */
async function watchMemory(
  gateway: WatchedGateway,
  endsAt: number,
  minutes: number,
  seen: Seen,
  faults: RandomFaults,
): Promise<number[]> {
  const titles =
    "calls faults wrong failed in-the-dark RSS-MiB heap-MiB live-MiB external-MiB files stall-ms";
  const print = (cells: readonly unknown[]) =>
    console.log(cells.map((cell) => String(cell).padStart(13)).join(""));
  print(["minute", ...titles.split(" ")]);
  const residentByMinute: number[] = [];
  const stalls = monitorEventLoopDelay();
  stalls.enable();
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = { calls: seen.calls, faults: faults.injected };
    const samples: MemorySample[] = [];
    while (performance.now() < endsAt - (minutes - minute) * 60_000) {
      samples.push(await gateway.sample());
      await delay(1000);
    }
    const all = (key: keyof MemorySample) => samples.map((sample) => sample[key]);
    residentByMinute.push(mean(all("resident")));
    print([
      minute,
      seen.calls - before.calls,
      faults.injected - before.faults,
      seen.wrong.length,
      seen.failed.length,
      seen.failedInTheDark,
      mebibytes(mean(all("resident"))),
      mebibytes(mean(all("heapTotal"))),
      // What the engine's own collections leave: a forced one would change what is measured.
      mebibytes(Math.min(...all("heapUsed"))),
      mebibytes(mean(all("external"))),
      all("descriptors").at(-1),
      // How long this process stood still: that much later its clients saw an answer.
      Math.round(stalls.max / 1e6),
    ]);
    stalls.reset();
  }
  return residentByMinute;
}

/** How far memory grew after it had settled; undefined where the soak was too short. */
function growthOf(residentByMinute: readonly number[]): number | undefined {
  const settled = residentByMinute[settledMinute - 1];
  if (settled === undefined || residentByMinute.length < settledMinute + lastMinutes) return undefined;
  return mean(residentByMinute.slice(-lastMinutes)) / settled - 1;
}

/** The gateway's configuration; one upstream may have twice the weight of the others. */
function configOf(upstreams: readonly SimulatedUpstream[], heavier?: number): object {
  const entries = upstreams.map(({ url, wsUrl }, index) => ({
    url,
    ws_url: wsUrl,
    weight: index === heavier ? 2 : 1,
  }));
  return {
    default_network: "bench",
    svm_networks: { bench: { name: "Bench", type: "devnet", enabled: true, upstreams: entries } },
    server_config: {
      rate_limit: { enabled: false },
      request_timeout_ms: timeoutMs,
      // Calls at upstreams that hang take turns from no others: all clients have one address here, which gets half of the places.
      max_concurrent_requests: 3 * connections,
    },
    log: { level: "error" },
  };
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `${at(0.5)} ms (median), ${at(1)} ms (longest), ${sorted.length} times`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
