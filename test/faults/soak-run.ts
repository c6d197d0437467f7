import { createRandom } from "../../bench/ledger/random.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { createTestUpstreams, ScriptedUpstream } from "../upstream/harness.ts";
import { delay, FaultyUpstream, RandomFaults } from "./random-faults.ts";

/** What a soak does. */
interface SoakOptions {
  readonly durationMs: number;
  readonly clients: number;
  readonly upstreams: number;
  readonly seed: number;
  /** Each call must have ended by then. */
  readonly timeoutMs: number;
  /** How much later it may end: by the clock of a machine, what the machine may add. */
  readonly lateMs: number;
}

/** What happened in a soak. */
export interface SoakReport {
  readonly seed: number;
  readonly reads: number;
  readonly writes: number;
  /** Reads with a wrong answer. */
  readonly wrong: readonly string[];
  /** Reads that failed although one upstream was up all the time. */
  readonly failed: readonly string[];
  /** Reads that failed while no upstream was up from their start to their end; they may. */
  readonly failedInTheDark: number;
  /** Calls that outlived their deadline. */
  readonly late: number;
  readonly longestReadMs: number;
  readonly medianReadMs: number;
  /** Transactions that reached the upstreams more than once, all upstreams together; not counted where one was too many. */
  readonly repeatedWrites: readonly string[];
  readonly failedWrites: number;
  /** Transactions that were answered with a signature that is not theirs. */
  readonly wrongWrites: number;
  readonly faultsInjected: number;
  /** From the return of an upstream to its first answer to a call. */
  readonly recoveriesMs: readonly number[];
  /** From the return of one upstream, when none had been up, to the first right answer. */
  readonly recoveryFromDarknessMs: readonly number[];
}

/** Runs clients against a network whose upstreams fail at random, and counts at both ends. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const random = createRandom(options.seed);
  const writesSeen = new Map<string, number>();
  const faults = new RandomFaults(random, { min: 20, max: 220 });
  const upstreams = await Promise.all(
    Array.from({ length: options.upstreams }, async () => {
      const server = await new ScriptedUpstream().start();
      return new FaultyUpstream(server, faults);
    }),
  );
  for (const upstream of upstreams) {
    upstream.server.script = async (asked, response, socket) => {
      upstream.server.asked.length = 0; // Counted here; an hour of them would fill the memory.
      const name = String((asked.params as unknown[])[0]);
      const count = (by: number) => {
        if (asked.method === "sendTransaction") writesSeen.set(name, (writesSeen.get(name) ?? 0) + by);
      };
      count(1);
      const isMet = await upstream.meet(asked, response, socket);
      // A write that was refused as one call too many never ran.
      if (response.statusCode === 429) count(-1);
      return isMet ? rightAnswer(asked.params) : undefined;
    };
  }
  const bench = createTestUpstreams(
    upstreams.map(({ server }) => server),
    {
      upstream: {
        pollIntervalMs: 500,
        hedge: { enabled: true, minDelayMs: 20, budgetRatio: 0.1 },
        breaker: { failures: 5, openMs: 2000 },
      },
    },
  );
  await bench.ask("getVoteAccounts");

  const wrong: string[] = [];
  const failed: string[] = [];
  const readMs: number[] = [];
  const recoveryFromDarknessMs: number[] = [];
  const counts = {
    reads: 0,
    writes: 0,
    late: 0,
    failedInTheDark: 0,
    failedWrites: 0,
    wrongWrites: 0,
  };
  // Reads of one slot share a call, which may have begun before most of them.
  const flights = new Map<number, { since: number; reads: number }>();
  /** The last end of darkness after which a read was answered. */
  let seenLightOf = faults.lastDarkEnd;
  const endsAt = performance.now() + options.durationMs;

  async function read(): Promise<void> {
    // Few enough that calls meet, above what is final so that the upstreams are asked.
    const slot = 1_000_000 + Math.floor(random() * 2000);
    const startedAt = performance.now();
    const flight = flights.get(slot) ?? { since: startedAt, reads: 0 };
    flights.set(slot, flight);
    flight.reads += 1;
    counts.reads += 1;
    try {
      const answer = await bench.ask("getBlockTime", `[${slot}]`, { timeoutMs: options.timeoutMs });
      const now = performance.now();
      if (answer !== rightAnswer([slot])) wrong.push(`${slot}: ${answer}`);
      readMs.push(now - startedAt);
      const { isDark, lastDarkEnd } = faults;
      if (seenLightOf < lastDarkEnd && !isDark && startedAt < lastDarkEnd + 2000) {
        seenLightOf = lastDarkEnd;
        recoveryFromDarknessMs.push(now - lastDarkEnd);
      }
    } catch (caught) {
      if (!faults.wasOneUpSince(flight.since)) counts.failedInTheDark += 1;
      else
        failed.push(`${RpcError.from(caught).message} after ${Math.round(performance.now() - startedAt)} ms`);
    }
    flight.reads -= 1;
    if (flight.reads === 0) flights.delete(slot);
    if (performance.now() - startedAt > options.timeoutMs + options.lateMs) counts.late += 1;
  }

  async function write(): Promise<void> {
    counts.writes += 1;
    const name = `transaction ${counts.writes}`;
    const startedAt = performance.now();
    try {
      const answer = await bench.ask("sendTransaction", `["${name}"]`, { timeoutMs: options.timeoutMs });
      if (answer !== rightAnswer([name])) counts.wrongWrites += 1;
    } catch (caught) {
      RpcError.from(caught);
      counts.failedWrites += 1;
    }
    if (performance.now() - startedAt > options.timeoutMs + options.lateMs) counts.late += 1;
  }

  async function client(): Promise<void> {
    while (performance.now() < endsAt) {
      await (random() < 0.1 ? write() : read());
      await delay(random() * 20);
    }
  }

  await Promise.all([faults.runUntil(endsAt), ...Array.from({ length: options.clients }, client)]);
  await bench.close();
  await Promise.all(upstreams.map(({ server }) => server.stop()));
  readMs.sort((a, b) => a - b);
  return {
    seed: options.seed,
    reads: counts.reads,
    writes: counts.writes,
    wrong,
    failed,
    failedInTheDark: counts.failedInTheDark,
    late: counts.late,
    longestReadMs: Math.round(readMs.at(-1) ?? 0),
    medianReadMs: Math.round((readMs[readMs.length >> 1] ?? 0) * 10) / 10,
    repeatedWrites: [...writesSeen]
      .filter(([, times]) => times > 1)
      .map(([name, times]) => `${name}: ${times} times`),
    failedWrites: counts.failedWrites,
    wrongWrites: counts.wrongWrites,
    faultsInjected: faults.injected,
    recoveriesMs: faults.recoveriesMs,
    recoveryFromDarknessMs,
  };
}

/** What a healthy upstream answers. */
function rightAnswer(params: unknown): string {
  return JSON.stringify({ answerTo: (params as unknown[])[0] });
}
