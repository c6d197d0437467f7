import { createRandom } from "../../bench/ledger/random.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { createBench, respond, respondError, type Script, ScriptedUpstream } from "./upstream-harness.ts";

/** What a soak does. */
export interface SoakOptions {
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
  /** Transactions that reached the upstreams more than once, all upstreams together. */
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

/** The faults, by name. Each is the script of an upstream that has it. */
const faults: Readonly<Record<string, Script>> = {
  reset: (_, __, socket) => void socket.resetAndDestroy(),
  "reset in the body": ({ id }, _, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"jsonrpc":"2.0","id":${id},"result":"`);
    setImmediate(() => socket.resetAndDestroy());
    return undefined;
  },
  hang: () => new Promise(() => undefined),
  drip: ({ id }, _, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{"jsonrpc":"2.0","id":${id},"result":[1`);
    const drip = setInterval(() => socket.write(",1"), 50);
    socket.on("close", () => clearInterval(drip));
    return undefined;
  },
  truncated: ({ id }, response) =>
    respond(response, `{"jsonrpc":"2.0","id":${id},"result":"tru`) as undefined,
  "wrong id": ({ id }, response) =>
    respond(response, `{"jsonrpc":"2.0","id":${id + 1},"result":"wrong"}`) as undefined,
  "lying length": ({ id }, _, socket) => {
    const body = `{"jsonrpc":"2.0","id":${id},"result":"wrong"}`;
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length - 4}\r\n\r\n${body}`);
    return undefined;
  },
  "error page": (_, response) => respond(response, "<html>502</html>", 502) as undefined,
  "page as answer": (_, response) => respond(response, "<html>hello</html>") as undefined,
  "too many requests": (_, response) =>
    respond(response, "slow down", 429, { "retry-after": "1" }) as undefined,
  behind: (asked, response) =>
    respondError(response, asked, -32005, "Node is behind by 500 slots") as undefined,
  slow: async (asked, response) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    respond(response, `{"jsonrpc":"2.0","result":${rightAnswer(asked.params)},"id":${asked.id}}`);
    return undefined;
  },
};
const refusing = "refuse";
const faultNames = [refusing, ...Object.keys(faults)];

interface FaultyUpstream {
  readonly upstream: ScriptedUpstream;
  fault: string | undefined;
  upSince: number;
  /** When it came back, until it has answered a call since. */
  backAt: number | undefined;
}

/** Runs clients against a network whose upstreams fail at random, and counts at both ends. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const random = createRandom(options.seed);
  const writesSeen = new Map<string, number>();
  const recoveriesMs: number[] = [];
  const upstreams: FaultyUpstream[] = await Promise.all(
    Array.from({ length: options.upstreams }, async () => ({
      upstream: await new ScriptedUpstream().start(),
      fault: undefined,
      upSince: Number.NEGATIVE_INFINITY,
      backAt: undefined,
    })),
  );
  for (const faulty of upstreams) {
    faulty.upstream.script = (asked, response, socket) => {
      faulty.upstream.asked.length = 0; // Counted here; an hour of them would fill the memory.
      if (asked.method === "sendTransaction") {
        const name = String((asked.params as unknown[])[0]);
        writesSeen.set(name, (writesSeen.get(name) ?? 0) + 1);
      }
      const fault = faulty.fault === undefined ? undefined : faults[faulty.fault];
      if (fault !== undefined) return fault(asked, response, socket);
      if (faulty.backAt !== undefined) {
        recoveriesMs.push(performance.now() - faulty.backAt);
        faulty.backAt = undefined;
      }
      return rightAnswer(asked.params);
    };
  }
  const bench = createBench(
    upstreams.map(({ upstream }) => upstream),
    {
      upstream: {
        pollIntervalMs: 500,
        hedge: { enabled: true, quantile: 0.95, minDelayMs: 20, budgetRatio: 0.1 },
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
    faults: 0,
  };
  // Reads of one slot share a call, which may have begun before most of them.
  const flights = new Map<number, { since: number; reads: number }>();
  let isDark = false;
  let lastDarkEnd = Number.NEGATIVE_INFINITY;
  let awaitsLight = false;
  const endsAt = performance.now() + options.durationMs;

  async function setFault(faulty: FaultyUpstream, fault: string | undefined): Promise<void> {
    const before = faulty.fault;
    faulty.fault = fault;
    if (fault === refusing) await faulty.upstream.stop();
    else if (before === refusing) await faulty.upstream.start();
    if (fault !== undefined) counts.faults += 1;
    else faulty.backAt = faulty.upSince = performance.now();
  }

  /** Breaks and repairs upstreams at random, one of them always up; now and then all are down for a moment. */
  async function breakThings(): Promise<void> {
    while (performance.now() < endsAt) {
      await delay(20 + random() * 200);
      const up = upstreams.filter(({ fault }) => fault === undefined);
      const faulty = upstreams[Math.floor(random() * upstreams.length)];
      if (faulty === undefined) continue;
      if (random() < 0.02) {
        isDark = true;
        await Promise.all(up.map((lit) => setFault(lit, refusing)));
        await delay(100 + random() * 500);
        await setFault(faulty, undefined);
        awaitsLight = true;
        lastDarkEnd = performance.now();
        isDark = false;
      } else if (faulty.fault !== undefined) {
        await setFault(faulty, undefined);
      } else if (up.length > 1) {
        await setFault(faulty, faultNames[Math.floor(random() * faultNames.length)]);
      }
    }
    for (const faulty of upstreams) if (faulty.fault !== undefined) await setFault(faulty, undefined);
  }

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
      if (awaitsLight && !isDark && startedAt < lastDarkEnd + 2000) {
        awaitsLight = false;
        recoveryFromDarknessMs.push(now - lastDarkEnd);
      }
    } catch (caught) {
      const wasOneUp = upstreams.some(({ fault, upSince }) => fault === undefined && upSince <= flight.since);
      if (!wasOneUp) counts.failedInTheDark += 1;
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

  await Promise.all([breakThings(), ...Array.from({ length: options.clients }, client)]);
  await bench.close();
  await Promise.all(upstreams.map(({ upstream }) => upstream.stop()));
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
    faultsInjected: counts.faults,
    recoveriesMs,
    recoveryFromDarknessMs,
  };
}

/** What a healthy upstream answers. */
function rightAnswer(params: unknown): string {
  return JSON.stringify({ answerTo: (params as unknown[])[0] });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
