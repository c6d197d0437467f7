import { expect } from "chai";
import { Session } from "../../../src/call/session.ts";
import type { RpcError } from "../../../src/rpc/rpc-error.ts";
import { tickUntilSettled, useFakeClock, useQuickClock } from "../../fake-clock.ts";
import {
  type AskOptions,
  createTestUpstreams,
  errorOf,
  respondError,
  type Script,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../../upstream/harness.ts";

const inContext = (slot: number, value = "1") => `{"context":{"slot":${slot}},"value":${value}}`;
const atConfirmed = '[{"commitment":"confirmed"}]';
const account = '["11111111111111111111111111111111",{"encoding":"base64","commitment":"confirmed"}]';
const transaction = '["AQ==",{"encoding":"base64","preflightCommitment":"confirmed"}]';
const failing: Script = (_, response) => {
  response.writeHead(503).end();
  return undefined;
};

describe("a session", () => {
  const upstreams: ScriptedUpstream[] = [];
  let bench: TestUpstreams;
  let counted: string[] = [];

  async function build(
    slots: readonly number[],
    change: Parameters<typeof createTestUpstreams>[1] = {},
  ): Promise<void> {
    for (const slot of slots) {
      const upstream = await new ScriptedUpstream().start();
      upstream.facts.slot = slot;
      upstream.script = () => inContext(upstream.facts.slot);
      upstreams.push(upstream);
    }
    counted = [];
    bench = createTestUpstreams(upstreams, {
      onFloor: (outcome) => counted.push(outcome),
      ...change,
    });
    const [highest = 0, second] = slots.toSorted((one, other) => other - one);
    const leader = upstreams.find(({ facts }) => facts.slot === highest);
    if (leader !== undefined && second !== highest) bench.proveAhead(leader);
    // Their slots are known before the first call.
    await bench.upstreams.check(bench.network);
  }

  const at = (index: number): ScriptedUpstream => {
    const upstream = upstreams[index];
    if (upstream === undefined) throw new Error(`no upstream ${index}`);
    return upstream;
  };
  const ask = (options: AskOptions, method = "getLatestBlockhash", params = atConfirmed) =>
    bench.ask(method, params, options);
  const askAccount = (options: AskOptions) => ask(options, "getAccountInfo", account);
  const contextSlot = ({ ledgerError }: RpcError) =>
    (JSON.parse(ledgerError?.toString() ?? "{}") as { data: { contextSlot: number } }).data.contextSlot;
  const params = (index: number, method: string) =>
    at(index).asked.find((asked) => asked.method === method)?.params;

  beforeEach(useQuickClock);
  afterEach(async () => {
    await bench.close();
    await Promise.all(upstreams.map((upstream) => upstream.stop()));
    upstreams.length = 0;
  });

  it("gets no older answer from a single upstream with several nodes behind its address", async () => {
    await build([1000]);
    const session = new Session();
    at(0).script = () => inContext(1000);
    await askAccount({ session });
    let asked = 0;
    at(0).script = () => {
      asked += 1;
      return inContext(asked < 3 ? 990 : 1001);
    };
    expect(await ask({ session })).to.equal(inContext(1001));
    expect(counted).to.deep.equal(["behind", "waited"]);
  });

  it("bypasses cached answers, and names the slot to upstreams that support it", async () => {
    await build([1000]);
    const session = new Session();
    await askAccount({ session });
    at(0).script = ({ params: given }) =>
      inContext(JSON.stringify(given).includes("minContextSlot") ? 1000 : 990);
    expect(await askAccount({ session })).to.equal(inContext(1000));
    expect(at(0).asked.at(-1)?.params).to.deep.equal([
      "11111111111111111111111111111111",
      { encoding: "base64", commitment: "confirmed", minContextSlot: 1000 },
    ]);
  });

  it("keeps its floor for a call whose config comes before an optional parameter", async () => {
    await build([1000, 990]);
    const session = new Session();
    await askAccount({ session });
    for (const upstream of upstreams) upstream.script = () => "[1,2]";
    await ask({ session }, "getBlocks", '[1,{"commitment":"confirmed"}]');
    expect(params(0, "getBlocks")).to.deep.equal([1, { commitment: "confirmed", minContextSlot: 1000 }]);
    expect(params(1, "getBlocks")).to.equal(undefined);
  });

  it("names no slot to the single node of a development ledger, which is never behind itself", async () => {
    await build([1000], { network: { type: "localnet" } });
    at(0).script = () => "7";
    expect(await ask({ minSlot: 1000 }, "getBlockHeight")).to.equal("7");
    expect(params(0, "getBlockHeight")).to.deep.equal([{ commitment: "confirmed" }]);
  });

  it("accepts a slot below that of an earlier context on a development ledger, whose contexts always name its newest slot", async () => {
    await build([1000], { network: { type: "localnet" } });
    const session = new Session();
    const atFinalized = '[{"commitment":"finalized"}]';
    await ask({ session }, "getLatestBlockhash", atFinalized);
    expect(await ask({ session }, "getSlot", atFinalized)).to.equal("968");
    expect(await ask({ session }, "getEpochInfo", atFinalized)).to.include('"absoluteSlot":968');
    expect(counted).to.deep.equal([]);
    expect(await errorOf(ask({ session, minSlot: 1000 }, "getSlot", atFinalized))).to.have.property(
      "code",
      -32016,
    );
  });

  it("accepts answers of a development ledger whose finalized slot is below that of an earlier context", async () => {
    await build([1000], { network: { type: "localnet" } });
    const session = new Session();
    await ask({ session }, "getLatestBlockhash", '[{"commitment":"finalized"}]');
    // A probe at finalized: a lower slot than the context showed.
    await bench.upstreams.check(bench.network);
    at(0).script = () => "[]";
    const accounts = '["11111111111111111111111111111111",{"commitment":"finalized"}]';
    expect(await ask({ session }, "getProgramAccounts", accounts)).to.equal("[]");
    expect(counted).to.deep.equal([]);
  });

  it("gets the ledger's own error, with the slot that was reached, when its wait times out", async () => {
    await build([1000]);
    const session = new Session();
    await askAccount({ session });
    at(0).facts.slot = 990;
    const error = await errorOf(askAccount({ session }));
    expect(error.code).to.equal(-32016);
    expect(contextSlot(error)).to.be.within(990, 999);
    expect(counted).to.deep.equal(["behind", "refused"]);
  });

  it("asks once more at the end of its wait", async () => {
    await build([1000]);
    const session = new Session();
    await askAccount({ session });
    const clock = useFakeClock();
    const reachedAt = performance.now() + 0.95 * 8 * 400;
    at(0).script = () => inContext(performance.now() < reachedAt ? 990 : 1000);
    const asked = askAccount({ session });
    await tickUntilSettled(clock, asked, { maxMs: 5000 });
    expect(await asked).to.equal(inContext(1000));
  });

  it("does not delay calls that have no session", async () => {
    await build([1000]);
    await askAccount({ session: new Session() });
    at(0).facts.slot = 990;
    expect(await askAccount({})).to.equal(inContext(990));
  });

  it("waits for another upstream to catch up if the one that showed it a slot fails", async () => {
    await build([1005, 990]);
    const session = new Session();
    expect(await askAccount({ session })).to.equal(inContext(1005));
    at(0).script = failing;
    const answer = askAccount({ session });
    await until(() => at(0).count() > 1, "the call was tried where the last one was answered");
    at(1).facts.slot = 1005;
    expect(await answer).to.equal(inContext(1005));
    expect(at(1).count("getAccountInfo")).to.be.at.least(1);
  });

  it("never gets a lower height than before, but does not wait forever for one that no longer exists", async () => {
    await build([1000]);
    const session = new Session();
    const heights = [900, 899, 901, 890];
    at(0).script = () => String(heights.length > 1 ? heights.shift() : heights[0]);
    const height = () => ask({ session }, "getBlockHeight");
    expect([await height(), await height()]).to.deep.equal(["900", "901"]);
    expect((await errorOf(height())).code).to.equal(-32016);
    expect(await height()).to.equal("890");
  });

  it("keeps its height while no upstream has its slot: only one that has can show that the height was never there", async () => {
    await build([1000]);
    const session = new Session();
    at(0).script = () => "900";
    const height = () => ask({ session }, "getBlockHeight");
    expect(await height()).to.equal("900");
    const unreached = errorOf(ask({ session, minSlot: 2000 }, "getBlockHeight"));
    expect((await unreached).code).to.equal(-32016);
    at(0).script = () => "899";
    const error = await errorOf(height());
    expect(error.code).to.equal(-32016);
    expect(error.message).to.include("no upstream of network test is at block height 900");
  });

  it("is not answered by an upstream below its slot if the answer names no slot", async () => {
    await build([1005, 1000]);
    const session = new Session();
    await askAccount({ session });
    at(0).script = failing;
    at(1).script = () => "[]";
    const error = await errorOf(ask({ session }, "getProgramAccounts", account));
    expect(at(1).count()).to.equal(0);
    expect(error.code).to.equal(-32016);
    expect(await ask({}, "getProgramAccounts", account)).to.equal("[]");
  });

  it("takes an error about state only from an upstream that is at its slot", async () => {
    await build([1000, 990]);
    const session = new Session();
    await askAccount({ session });
    at(0).script = failing;
    at(1).script = (asked, response) => {
      respondError(response, asked, -32602, "could not find account");
      return undefined;
    };
    const error = await errorOf(ask({ session }, "getTokenAccountBalance", account));
    expect(error.code).to.equal(-32016);
    expect((await errorOf(ask({}, "getTokenAccountBalance", account))).code).to.equal(-32602);
  });

  it("sends transactions with its slot, to upstreams that have reached it", async () => {
    await build([1000, 1000]);
    const session = new Session();
    for (const index of [0, 1])
      at(index).script = ({ method }) => (method === "sendTransaction" ? `"${index}"` : inContext(1001));
    await askAccount({ session });
    const shown = at(0).count() > 0 ? 0 : 1;
    at(shown).facts.slot = 1001;
    expect(await ask({ session }, "sendTransaction", transaction)).to.equal(`"${shown}"`);
    expect(params(shown, "sendTransaction")).to.deep.equal([
      "AQ==",
      { encoding: "base64", preflightCommitment: "confirmed", minContextSlot: 1001 },
    ]);
  });

  it("broadcasts transactions with its slot once one upstream has reached it, even if another is behind", async () => {
    await build([1000, 990], { sending: "broadcast" });
    const session = new Session();
    await ask({ session });
    for (const upstream of upstreams)
      upstream.script = (asked, response) => {
        const { minContextSlot = 0 } = (asked.params as [string, { minContextSlot?: number }?])[1] ?? {};
        if (minContextSlot <= upstream.facts.slot) return '"signature"';
        return respondError(
          response,
          asked,
          -32016,
          "Minimum context slot has not been reached",
        ) as undefined;
      };
    expect(await ask({ session }, "sendTransaction", transaction)).to.equal('"signature"');
    for (const index of [0, 1])
      expect(params(index, "sendTransaction")).to.deep.equal([
        "AQ==",
        { encoding: "base64", preflightCommitment: "confirmed", minContextSlot: 1000 },
      ]);
    expect(counted).to.deep.equal([]);
  });

  it("sends a transaction again only if it was refused because an upstream had not reached the slot", async () => {
    await build([1000]);
    const session = new Session();
    await askAccount({ session });
    let sent = 0;
    const refuse =
      (code: number): Script =>
      ({ id }, response) => {
        sent += 1;
        if (sent > 1) return '"signature"';
        response.end(`{"jsonrpc":"2.0","error":{"code":${code},"message":"no"},"id":${id}}`);
        return undefined;
      };
    at(0).script = refuse(-32016);
    expect(await ask({ session }, "sendTransaction", transaction)).to.equal('"signature"');
    expect(sent).to.equal(2);
    sent = 0;
    at(0).script = refuse(-32002);
    expect((await errorOf(ask({ session }, "sendTransaction", transaction))).code).to.equal(-32002);
    expect(sent).to.equal(1);
  });

  it("forgets a processed slot that was dropped with its fork, after waiting for it", async () => {
    await build([1005, 1000]);
    const session = new Session();
    const processed = '[{"commitment":"processed"}]';
    expect(await ask({ session }, "getLatestBlockhash", processed)).to.equal(inContext(1005));
    at(0).facts.slot = 1001;
    expect(await ask({ session }, "getLatestBlockhash", processed)).to.match(/"slot":100[01]/);
    expect(counted).to.deep.equal(["behind", "dropped"]);
  });

  it("recovers after upstreams claimed a slot far ahead of the ledger", async () => {
    await build([1000, 1000, 1000]);
    const session = new Session();
    for (const upstream of upstreams) upstream.script = () => inContext(9_000_000_000_000_000);
    for (const upstream of upstreams) upstream.facts.slot += 1;
    await bench.upstreams.check(bench.network);
    await ask({ session });
    for (const upstream of upstreams) upstream.script = () => inContext(upstream.facts.slot);
    await bench.upstreams.check(bench.network);
    expect(await ask({ session })).to.match(/"slot":10\d\d/);
  });

  it("forgets its slots when the addresses of its network change", async () => {
    await build([1000, 500]);
    const session = new Session();
    const first = { ...bench.network, httpAddresses: bench.network.httpAddresses.slice(0, 1) };
    const other = { ...bench.network, httpAddresses: bench.network.httpAddresses.slice(1) };
    expect(await ask({ session, network: first })).to.equal(inContext(1000));
    expect(await ask({ session, network: other })).to.equal(inContext(500));
  });

  it("shares a call in flight whose answer names no slot only if that call's floor is at least as high", async () => {
    await build([1000]);
    // The upstream holds its answers for as long as the machine needs.
    const timeoutMs = 120_000;
    const answers: ((text: string) => void)[] = [];
    at(0).script = () => new Promise((resolve) => answers.push(resolve));
    const early = ask({ timeoutMs }, "getVoteAccounts", atConfirmed);
    await until(() => answers.length === 1, "the first call is under way");
    at(0).facts.slot = 1001;
    await bench.upstreams.check(bench.network);
    const late = ask({ minSlot: 1001, timeoutMs }, "getVoteAccounts", atConfirmed);
    const later = ask({ minSlot: 1000, timeoutMs }, "getVoteAccounts", atConfirmed);
    await until(() => answers.length === 2, "the second call did not join");
    answers[1]?.('["new"]');
    expect(await Promise.all([late, later])).to.deep.equal(['["new"]', '["new"]']);
    answers[0]?.('["old"]');
    expect(await early).to.equal('["old"]');
  });

  it("does not remember the slot of x-min-slot", async () => {
    await build([1000]);
    const session = new Session();
    expect((await errorOf(ask({ session, minSlot: 1010 }))).code).to.equal(-32016);
    expect(await ask({ session, minSlot: 1000 })).to.equal(inContext(1000));
    expect(await ask({ session })).to.equal(inContext(1000));
  });

  it("refuses a call that names a slot once such calls fill half of the queue", async () => {
    const clock = useFakeClock();
    await build([1000], { limits: { maxConcurrentRequests: 1 } });
    await ask({});
    const waiting = Array.from({ length: 10 }, () => errorOf(ask({ minSlot: 2000 })));
    await until(() => at(0).count() > 1, "they wait");
    // At once: the clock stands still.
    expect((await errorOf(ask({ minSlot: 2001 }))).code).to.equal(-32016);
    expect(await tickUntilSettled(clock, Promise.all(waiting), { maxMs: 5000 })).to.be.above(0);
    for (const error of waiting) expect((await error).code).to.equal(-32016);
  });

  describe("on a ledger whose finalized slot is briefly above the confirmed one", () => {
    const sender = ["getAccountInfo", "getLatestBlockhash"] as const;

    /** Answers from the slot of the commitment that is asked for, and refuses a higher minContextSlot as nodes do. */
    const answers =
      (value = "1", isBare = false): Script =>
      (asked, response) => {
        const text = JSON.stringify(asked.params);
        const { finalized, confirmed = 0 } = at(0).facts;
        const slot = text.includes("finalized") ? finalized : confirmed;
        const least = Number(/"minContextSlot":(\d+)/.exec(text)?.[1] ?? 0);
        if (slot >= least) return isBare ? value : inContext(slot, value);
        respondError(response, asked, -32016, "Minimum context slot has not been reached");
        return undefined;
      };

    async function shownFinalized(): Promise<Session> {
      await build([1009]);
      Object.assign(at(0).facts, { confirmed: 1005, finalized: 1010 });
      await bench.upstreams.check(bench.network);
      at(0).script = answers();
      const session = new Session();
      expect(await ask({ session }, "getLatestBlockhash", '[{"commitment":"finalized"}]')).to.equal(
        inContext(1010),
      );
      return session;
    }

    for (const method of sender)
      it(`gets the finalized answer to ${method} at once`, async () => {
        const session = await shownFinalized();
        const given = method === "getAccountInfo" ? account : atConfirmed;
        expect(await ask({ session }, method, given)).to.equal(inContext(1010));
        expect(counted).to.deep.equal(["behind"]);
      });

    it("gets the finalized answer of a method whose answers name no slot", async () => {
      const session = await shownFinalized();
      at(0).script = answers("[]", true);
      const given = '["11111111111111111111111111111111",{"commitment":"confirmed"}]';
      expect(await ask({ session }, "getProgramAccounts", given)).to.equal("[]");
    });

    it("gets the finalized slot", async () => {
      const session = await shownFinalized();
      expect(Number(await ask({ session }, "getSlot", atConfirmed))).to.be.at.least(1010);
    });

    it("gets no error from older state", async () => {
      const session = await shownFinalized();
      at(0).script = (asked, response) => {
        if (JSON.stringify(asked.params).includes("finalized")) return inContext(1010, "{}");
        respondError(response, asked, -32602, "Invalid param: could not find account");
        return undefined;
      };
      const given = '["11111111111111111111111111111111",{"commitment":"confirmed"}]';
      expect(await ask({ session }, "getTokenAccountBalance", given)).to.equal(inContext(1010, "{}"));
    });

    it("sends a transaction that is simulated at finalized", async () => {
      const session = await shownFinalized();
      at(0).script = answers('"signature"', true);
      expect(await ask({ session }, "sendTransaction", transaction)).to.equal('"signature"');
    });

    it("gets confirmed answers again once the confirmed slot has caught up", async () => {
      const session = await shownFinalized();
      Object.assign(at(0).facts, { slot: 1011, confirmed: 1011, finalized: 1010 });
      expect(await askAccount({ session })).to.equal(inContext(1011));
      expect(counted).to.deep.equal([]);
    });
  });
});
