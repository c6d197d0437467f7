import { expect } from "chai";
import { request } from "undici";
import type { Ask } from "../../../bench/consistency/run-sessions.ts";
import type { SimulatedUpstream } from "../../../bench/ledger/simulated-upstream.ts";
import { Session } from "../../../src/call/session.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { writeError } from "../../../src/rpc/write-response.ts";
import { createTestUpstreams } from "../../upstream/harness.ts";
import { type Answering, runChecked } from "./run-checked.ts";

const seed = 7;
/** Long enough for lags to change several times. */
const run = { seed, sessions: 60, reads: 3000 };
/** A broken gateway shows sooner. */
const shortRun = { seed, sessions: 20, reads: 800 };

/** The gateway's own path to the upstreams, each session's calls in its session. */
function gateway(
  upstreams: readonly SimulatedUpstream[],
  sessionOf: (session: number) => Session | undefined,
): Answering {
  const bench = createTestUpstreams(
    upstreams.map(({ url }) => url),
    { upstream: { pollIntervalMs: 60 } },
  );
  return {
    async ask(session, method, params) {
      const own = sessionOf(session);
      const options = own === undefined ? {} : { session: own };
      try {
        return `{"result":${await bench.ask(method, JSON.stringify(params), options)}}`;
      } catch (caught) {
        return writeError("1", RpcError.from(caught)).toString();
      }
    },
    close: () => bench.close(),
  };
}

function withSessions(upstreams: readonly SimulatedUpstream[]): Answering {
  const sessions = new Map<number, Session>();
  return gateway(upstreams, (session) => {
    const known = sessions.get(session) ?? new Session();
    sessions.set(session, known);
    return known;
  });
}

/** No gateway: each call goes to the next upstream. */
function inTurn(upstreams: readonly SimulatedUpstream[]): Answering {
  let next = 0;
  return {
    async ask(_, method, params) {
      const upstream = upstreams[next % upstreams.length];
      next += 1;
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const { statusCode, body: answer } = await request(upstream?.url ?? "", { method: "POST", body });
      const text = await answer.text();
      return statusCode === 200 ? text : '{"error":{"code":-32000}}';
    },
    close: () => Promise.resolve(),
  };
}

/** Reads of one account that get a kept answer before it is read again. */
const keptReads = 10;

/** A gateway that keeps answers for longer than they are true: for a number of reads, since a time would depend on the machine. */
function withStaleAnswers(upstreams: readonly SimulatedUpstream[]): Answering {
  const { ask, close } = withSessions(upstreams);
  const kept = new Map<string, { readonly answer: Promise<string>; reads: number }>();
  const askKept: Ask = (session, method, params) => {
    if (method !== "getAccountInfo") return ask(session, method, params);
    const key = JSON.stringify(params);
    const known = kept.get(key);
    if (known !== undefined && known.reads < keptReads) {
      known.reads += 1;
      return known.answer;
    }
    const answer = ask(session, method, params);
    kept.set(key, { answer, reads: 0 });
    return answer;
  };
  return { ask: askKept, close };
}

describe("sessions over upstreams that lag, fail and fork @long", () => {
  it("are shown no older state, miss none of their own writes, and are refused nothing that builds on what they saw", async () => {
    const { proof, record } = await runChecked(run, withSessions);
    expect(proof.reads).to.be.at.least(run.reads);
    expect(proof.ownReads).to.be.above(100);
    expect(proof.sends).to.be.above(100);
    const { wentBack, unseenWrites, refusedSends } = proof;
    expect({ wentBack, unseenWrites, refusedSends }, `seed ${seed}, ${record.length} answers`).to.deep.equal({
      wentBack: 0,
      unseenWrites: 0,
      refusedSends: 0,
    });
  });

  it("are seen to go back, miss their writes and be refused if each call goes to the next upstream", async () => {
    const { proof } = await runChecked(shortRun, inTurn);
    expect(proof.wentBack).to.be.above(100);
    expect(proof.unseenWrites).to.be.above(0);
    expect(proof.refusedSends).to.be.above(0);
  });

  it("are seen to go back if answers are kept for too long", async () => {
    const { proof } = await runChecked(shortRun, withStaleAnswers);
    expect(proof.wentBack).to.be.above(10);
  });
});
