import { type Proof, Prover } from "../../../bench/consistency/prove.ts";
import type { RecordedAnswer } from "../../../bench/consistency/record.ts";
import { type Ask, runSessions } from "../../../bench/consistency/run-sessions.ts";
import { startSlots, startSwingingUpstreams } from "../../../bench/consistency/swinging-upstreams.ts";
import { ModelLedger } from "../../../bench/ledger/model-ledger.ts";
import { createRandom } from "../../../bench/ledger/random.ts";
import type { SimulatedUpstream } from "../../../bench/ledger/simulated-upstream.ts";

const slotMs = 60;

/** What a run does. */
interface CheckedRun {
  readonly seed: number;
  readonly sessions: number;
  readonly reads: number;
}

/** What answers the sessions of a run, and how it is closed. */
export interface Answering {
  readonly ask: Ask;
  close(): Promise<void>;
}

/** The result of a run. */
interface Checked {
  readonly proof: Proof;
  readonly record: readonly RecordedAnswer[];
}

/**
 * Lets sessions read, send, wait, read what they changed and send what depends on it, over three upstreams whose lag swings, of which one
 * fails and one forks now and then. The seed decides both what happens to the upstreams and what the sessions do.
 */
export async function runChecked(
  { seed, sessions, reads }: CheckedRun,
  start: (upstreams: readonly SimulatedUpstream[]) => Answering,
): Promise<Checked> {
  const random = createRandom(seed);
  const ledger = new ModelLedger();
  const upstreams = await startSwingingUpstreams(ledger, random, 2);
  const clock = startSlots(ledger, random, slotMs);
  const record: RecordedAnswer[] = [];
  const prover = new Prover();
  const answering = start(upstreams);
  try {
    await runSessions({
      ledger,
      ask: answering.ask,
      record: (answer) => {
        record.push(answer);
        prover.take(answer);
      },
      seed,
      sessions,
      reads,
      slotMs,
      pauseMs: (own) => own() * slotMs,
    });
  } finally {
    clearInterval(clock);
    await answering.close();
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  }
  return { proof: prover.proof, record };
}
