import { type Proof, Prover } from "../../../bench/consistency/prove.ts";
import { runSessions } from "../../../bench/consistency/run-sessions.ts";
import { letLagsSwing, type Swinging, startSlots } from "../../../bench/consistency/swinging-upstreams.ts";
import { answerRequest } from "../../../bench/ledger/answer-request.ts";
import { LedgerView } from "../../../bench/ledger/ledger-view.ts";
import { depths, ModelLedger } from "../../../bench/ledger/model-ledger.ts";
import { createRandom } from "../../../bench/ledger/random.ts";
import { Session } from "../../../src/call/session.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { LedgerStates, type SlotListener } from "../../../src/reads/state/ledger-states.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { writeError } from "../../../src/rpc/write-response.ts";
import type { Upstream } from "../../../src/upstream/node/upstream.ts";
import { HandDrivenTime } from "../../hand-driven-time.ts";
import { createTestUpstreams } from "../../upstream/harness.ts";

/** A gateway in use knows its upstreams. */
const usualWarmUpMs = 10_000;

/** What a run does. */
export interface DrivenRun {
  readonly seed: number;
  readonly slotMs: number;
  readonly clients: number;
  readonly reads: number;
  /** Each client has a session; otherwise it is known by its address alone. */
  readonly withSessions: boolean;
  /** Whether reads are answered from what is known of the ledger. */
  readonly withReads?: boolean;
  readonly mayFail?: boolean;
  readonly warmUpMs?: number;
  /** Milliseconds from the gateway to an upstream, or back. */
  readonly wayMs?: (random: () => number, upstream: number) => number;
  /** Milliseconds for which the process stands still, drawn once a slot. */
  readonly stallMs?: (random: () => number) => number;
  /** Slots by which the last upstream claims to be ahead of the ledger; 0 while it is honest. */
  readonly claimed?: (head: number) => number;
}

/** What came of it. */
interface Driven {
  readonly proof: Proof;
  /** Slots that reads were behind the ledger. */
  readonly behind: readonly number[];
  /** Milliseconds that calls took. */
  readonly times: readonly number[];
}

/** A run like that of run-checked.ts, over the whole path of a call but its sockets: time is driven by hand, so that the seed decides everything. */
export async function runDriven(run: DrivenRun): Promise<Driven> {
  const { seed, slotMs, clients, reads, withSessions, withReads = true, mayFail = false } = run;
  const { warmUpMs = usualWarmUpMs, wayMs = () => 5, stallMs = () => 0, claimed = () => 0 } = run;
  const time = new HandDrivenTime().install();
  const realRandom = Math.random;
  Math.random = createRandom(seed + 1);
  try {
    const random = createRandom(seed);
    const timesRandom = createRandom(seed + 2);
    const ledger = new ModelLedger();
    const nodes = [0, 1, 2].map(
      (): Swinging => ({
        view: new LedgerView(ledger),
        behaviour: { isFailing: false },
      }),
    );
    letLagsSwing(ledger, nodes, random, mayFail);
    const ledgers = new LedgerStates({ maxBytes: 1e8, acceptedLagSlots: 0 });
    ledgers.followWith((_, onSlot) => Promise.resolve(follow(ledger, nodes, onSlot)));
    const bench = createTestUpstreams(
      nodes.map((_, index) => `http://node${index}.test/`),
      {
        upstream: { pollIntervalMs: undefined },
        ledgers: withReads ? ledgers : "none",
        network: { type: "mainnet" },
      },
    );
    const { upstreams } = bench.upstreams.set(bench.network);
    for (const [index, upstream] of upstreams.entries())
      connect(upstream, nodes[index] as Swinging, {
        wayMs: () => wayMs(timesRandom, index),
        claimed: () => (index === nodes.length - 1 ? claimed(ledger.head) : 0),
      });
    const clock = startSlots(ledger, random, slotMs);
    const sessions = Array.from({ length: clients }, () => new Session());
    const prover = new Prover();
    const behind: number[] = [];
    const times: number[] = [];
    void bench.ask("getSlot").catch(() => undefined);
    await time.pass(warmUpMs);
    let isOver = false;
    const done = runSessions({
      ledger,
      ask: async (client, method, params) => {
        const own = withSessions ? { session: sessions[client] as Session } : {};
        const options = { client: `10.0.0.${client}`, ...own };
        const startedAt = performance.now();
        try {
          const result = await bench.ask(method, JSON.stringify(params), options);
          times.push(performance.now() - startedAt);
          return `{"result":${result}}`;
        } catch (caught) {
          return writeError("1", RpcError.from(caught)).toString();
        }
      },
      record: (answer) => {
        prover.take(answer);
        if (answer.kind === "read" && answer.slot !== undefined)
          behind.push(Math.max(ledger.head - depths[answer.commitment] - answer.slot, 0));
      },
      seed,
      sessions: clients,
      reads,
      slotMs,
      pauseMs: (own) => own() * slotMs,
    }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await time.pass(slotMs);
      time.stall(stallMs(timesRandom));
    }
    await done;
    clearInterval(clock);
    ledgers.close();
    const closed = bench.close();
    await time.pass(1000);
    await closed;
    return { proof: prover.proof, behind, times };
  } finally {
    Math.random = realRandom;
    time.restore();
  }
}

interface Connection {
  readonly wayMs: () => number;
  readonly claimed: () => number;
}

/** Answers attempts from a node, in place of its address. */
function connect(upstream: Upstream, { view, behaviour }: Swinging, { wayMs, claimed }: Connection): void {
  const way = () => new Promise((resolve) => setTimeout(resolve, wayMs()));
  upstream.http.send = async ({ servedName, params }) => {
    await way();
    const { isFailing } = behaviour;
    const ahead = claimed();
    // What it gives is true, and newer than what others have: only its slots are not.
    const seen = ahead === 0 ? view : new LedgerView(view.ledger);
    const asked = params.replace(/(?<="minContextSlot":)\d+/, (slot) => String(Number(slot) - ahead));
    const outcome = answerRequest(seen, servedName, JSON.parse(asked === "" ? "[]" : asked));
    await way();
    if (isFailing) throw RpcError.of("upstreamUnreachable", "It answered HTTP 503.");
    if ("result" in outcome)
      return RawJson.fromText(
        outcome.result.replace(/^\d+$|(?<="slot":)\d+/g, (slot) => String(Number(slot) + ahead)),
      );
    const code = Number(/"code":(-?\d+)/.exec(outcome.error)?.[1]);
    throw RpcError.fromLedger(code, "refused by the ledger", RawJson.fromText(outcome.error));
  };
}

/** Reports the slots of the first node as its socket would. */
function follow(ledger: ModelLedger, [first]: readonly Swinging[], onSlot: SlotListener): () => void {
  return ledger.onSlot(() => {
    const slot = first?.view.slotAt("processed") ?? 0;
    onSlot(slot + 1, slot);
  });
}
