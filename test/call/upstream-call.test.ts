import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { Session } from "../../src/call/session.ts";
import { type CallFields, UpstreamCall } from "../../src/call/upstream-call.ts";
import type { Attempt } from "../../src/upstream/attempt/attempt.ts";
import { useFakeClock, usePatientClock } from "../fake-clock.ts";
import { DrivenLedger } from "../reads/driven-ledger.ts";
import { createTestUpstreams, networkOf, ScriptedUpstream, type TestUpstreams } from "../upstream/harness.ts";

type Name = keyof CallFields;

const inContext = (value: string) => `{"context":{"slot":1000},"value":${value}}`;

/** A call with all members: a member that is added must be given here. Its fresh answer is for itself alone. */
function fullCall(network = networkOf(["http://127.0.0.1:9"])): UpstreamCall {
  const members: Required<CallFields> = {
    network,
    method: methods.getAccountInfo,
    undocumentedMethod: "undocumented",
    params: '["11111111111111111111111111111111",{"encoding":"base64","commitment":"confirmed"}]',
    cancellation: new Cancellation(),
    deadline: performance.now() + 5000,
    notes: {},
    clientAddress: "192.0.2.1",
    charge: () => undefined,
    session: new Session(),
    minSlot: 7,
    preferredSlot: 8,
    floor: 9,
    agreement: { asked: 2, agree: 2 },
    bypassesCache: true,
    maxValues: 1000,
    span: { traceparent: "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01" },
    sending: "once",
    unfitReasons: new Map(),
    mergedCalls: [],
  };
  return new UpstreamCall(members);
}

/** The members in which two calls differ. */
const changed = (call: UpstreamCall, other: UpstreamCall): Name[] =>
  (Object.keys(call) as Name[]).filter((name) => call[name] !== other[name]).sort();

describe("a call to an upstream", () => {
  it("has every member that it was made from", () => {
    const missing = Object.entries(fullCall()).filter(([, value]) => value === undefined);
    expect(missing).to.deep.equal([]);
  });

  it("keeps every member but those that are changed", () => {
    const call = fullCall();
    expect(changed(call, call.with({ floor: 10 }))).to.deep.equal(["floor"]);
    expect(call.with({ floor: 10 }).floor).to.equal(10);
    expect(call.floor).to.equal(9);
  });

  it("is sent by the upstream name of its method, also of one that replaces it", () => {
    const call = fullCall();
    expect(call.upstreamMethod).to.equal("getAccountInfo");
    expect(call.with({ method: methods.getBalanceAndContext }).upstreamMethod).to.equal("getBalance");
    expect(call.with({ method: undefined }).upstreamMethod).to.equal("undocumented");
  });

  it("loses a member that is changed to undefined", () => {
    expect(fullCall().with({ clientAddress: undefined }).clientAddress).to.equal(undefined);
  });

  it("that is sent for several callers keeps the members they share and those it is given", () => {
    const one = fullCall();
    const other = one.with({ clientAddress: "192.0.2.2", deadline: 1 });
    const { network, method, params, cancellation, notes } = one;
    const merged = UpstreamCall.merge([one, other], {
      network,
      method,
      params,
      cancellation,
      notes,
      deadline: 2,
      maxValues: undefined,
    });
    expect(changed(one, merged)).to.deep.equal(["clientAddress", "deadline", "maxValues", "mergedCalls"]);
    expect(merged).to.include({ clientAddress: undefined, deadline: 2, maxValues: undefined });
    expect(merged.mergedCalls).to.deep.equal([one, other]);
  });
});

describe("the steps of a call", () => {
  const nodes: ScriptedUpstream[] = [];
  let attempts: Attempt[];
  let bench: TestUpstreams;

  async function start(count: number, change: Parameters<typeof createTestUpstreams>[1] = {}): Promise<void> {
    for (let index = 0; index < count; index += 1)
      nodes.push(
        await new ScriptedUpstream(({ method }) =>
          method === "getMultipleAccounts" ? inContext("[null]") : inContext("null"),
        ).start(),
      );
    attempts = [];
    const tracing = {
      wrapMergedCall: (next: (call: UpstreamCall) => Promise<never>) => next,
      wrapAttempt: (next: (attempt: Attempt) => Promise<never>) => (attempt: Attempt) => {
        attempts.push(attempt);
        return next(attempt);
      },
    } as unknown as NonNullable<Parameters<typeof createTestUpstreams>[1]>["tracing"];
    bench = createTestUpstreams(nodes, { tracing, ...change });
    await bench.upstreams.check(bench.network);
  }

  beforeEach(usePatientClock);
  afterEach(async () => {
    await bench.close();
    await Promise.all(nodes.map((node) => node.stop()));
    nodes.length = 0;
  });

  /** Sends a call; the members that are not the caller's own when it is attempted, each attempt in turn. */
  async function changedBySteps(call: UpstreamCall): Promise<Name[][]> {
    await bench.upstreams.send(call).catch(() => undefined);
    return attempts.map((attempt) => changed(call, attempt.call));
  }

  const plain = () =>
    fullCall(bench.network).with({ agreement: undefined, session: undefined, minSlot: undefined });
  const members: readonly {
    readonly step: string;
    readonly upstreams?: number;
    readonly change?: Parameters<typeof createTestUpstreams>[1];
    readonly call: () => UpstreamCall;
    readonly changes: readonly Name[];
  }[] = [
    { step: "nothing but the last ones", call: plain, changes: [] },
    {
      step: "hedging and failover",
      upstreams: 2,
      change: { upstream: { hedge: { enabled: true, minDelayMs: 1000, budgetRatio: 1 } } },
      call: plain,
      changes: [],
    },
    {
      step: "broadcast",
      upstreams: 2,
      change: { sending: "broadcast" },
      call: () => plain().with({ method: methods.sendTransaction }),
      changes: [],
    },
    {
      step: "sharing",
      change: { ledgers: "none" },
      call: () => plain().with({ bypassesCache: false, mergedCalls: undefined }),
      changes: ["cancellation"],
    },
    {
      step: "the cache",
      call: () =>
        plain().with({
          bypassesCache: false,
          mergedCalls: undefined,
          method: methods.getBlockTime,
          params: "[5]",
        }),
      changes: ["cancellation"],
    },
    {
      step: "the floor of a session",
      call: () => fullCall(bench.network).with({ agreement: undefined }),
      changes: ["preferredSlot"],
    },
    {
      step: "agreement",
      upstreams: 2,
      call: () => fullCall(bench.network).with({ session: undefined, minSlot: undefined }),
      // A round has a part of the call's time.
      changes: ["deadline", "params"],
    },
  ];

  for (const { step, upstreams = 1, change, call, changes } of members) {
    it(`keep every member: ${step}`, async () => {
      await start(upstreams, change);
      const seen = await changedBySteps(call());
      expect(seen).not.to.be.empty;
      for (const names of seen) expect(names).to.deep.equal(changes);
    });
  }

  describe("of reads", () => {
    const driven = new DrivenLedger();
    let clock: ReturnType<typeof useFakeClock>;

    beforeEach(() => {
      clock = useFakeClock();
    });

    async function ask(method: string, params: unknown[], members: Partial<CallFields> = {}): Promise<void> {
      const answer = driven.ask(method, params, members);
      await clock.tickAsync(20);
      await answer;
    }

    /** The members of a whole call that a read may have. */
    function askedMembers(): Partial<CallFields> {
      const { network: _, method, undocumentedMethod, params, ...members } = fullCall();
      return { ...members, bypassesCache: false, floor: undefined, mergedCalls: undefined, preferredSlot: 0 };
    }

    /** The members that the last call upstream has otherwise. */
    function changedOf(members: Partial<CallFields>): Name[] {
      const { call } = driven.got.at(-1) ?? {};
      return (Object.keys(members) as Name[]).filter((name) => call?.[name] !== members[name]).sort();
    }

    it("keep every member: a call for several reads", async () => {
      const address = driven.ledger.addAccount("an account");
      const params = [address, { encoding: "base64", commitment: "confirmed" }];
      for (let reads = 0; reads < 3; reads += 1) await ask("getSlot", []);
      await ask("getAccountInfo", params);
      driven.ledger.touch(address);
      driven.advance();
      await clock.tickAsync(1);
      const members = askedMembers();
      await ask("getAccountInfo", params, members);
      expect(driven.got.at(-1)?.method).to.equal("getMultipleAccounts");
      expect(changedOf(members)).to.deep.equal(["cancellation", "maxValues", "mergedCalls", "notes", "span"]);
    });

    it("keep every member: a call of another method, which shows the answer", async () => {
      const params = [{ commitment: "confirmed" }];
      await ask("getTransactionCount", params);
      driven.advance();
      await clock.tickAsync(1);
      const members = askedMembers();
      await ask("getBlockHeight", params, members);
      expect(driven.got.at(-1)?.method).to.equal("getEpochInfo");
      expect(driven.counted.at(-1)).to.equal("getBlockHeight");
      expect(changedOf(members)).to.deep.equal(["cancellation", "deadline", "maxValues"]);
    });
  });
});
