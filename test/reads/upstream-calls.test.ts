import { expect } from "chai";
import { createRandom } from "../../bench/ledger/random.ts";
import { checkAnswer } from "../../bench/traffic/check-answer.ts";
import { type MixedRequest, RequestSource } from "../../bench/traffic/request-mix.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { HandDrivenTime } from "../hand-driven-time.ts";
import { DrivenLedger } from "./driven-ledger.ts";

const warmUpSeconds = 4;
const seconds = 12;
/** What the cache keeps before reads are asked. */
const cached = "getMinimumBalanceForRentExemption";

/** Most upstream calls per 100 in these seconds, with a load, each change of it, and all of them; in a longer run, in which more is known, there are fewer. */
const loads = [
  { callsPerSecond: 400, slotMs: 400, behind: 0, most: 32 },
  { callsPerSecond: 400, slotMs: 200, behind: 0, most: 37.7 },
  { callsPerSecond: 400, slotMs: 400, behind: 1, most: 26 },
  { callsPerSecond: 1200, slotMs: 200, behind: 1, most: 21 },
] as const;

/** Sends the traffic of `npm run bench -- traffic`, and counts: the same calls on every machine. */
async function countCalls({ callsPerSecond, slotMs, behind }: (typeof loads)[number], time: HandDrivenTime) {
  const random = createRandom(7);
  const driven = new DrivenLedger({ slotMs, behind });
  const changes: [address: string, every: number][] = [];
  for (let index = 0; index < 2000; index += 1) {
    const name = `account ${index}`;
    const address =
      index % 3 === 1
        ? driven.ledger.addTokenAccount(name, `mint ${index % 20}`)
        : driven.ledger.addAccount(name);
    const power = Math.floor(random() * 12);
    if (power < 11) changes.push([address, 2 ** power]);
  }
  const source = new RequestSource(driven.ledger, random);
  const counted = { calls: 0, wrong: 0 };

  async function call(request: MixedRequest): Promise<void> {
    counted.calls += request.method === cached ? 0 : 1;
    try {
      const text = await driven.ask(request.method, request.params);
      if (checkAnswer(driven.ledger, request, `{"result":${text}}`).isWrong) counted.wrong += 1;
    } catch (caught) {
      // The ledger refuses the amount of an account that holds no tokens.
      if (RpcError.from(caught).kind !== "ledger") throw caught;
    }
    for (const [index, next] of (request.follows ?? []).entries())
      setTimeout(() => void call(next), slotMs * (index + 0.5 + random()));
  }
  const draw = () => {
    void call(source.next());
    const meanMs = (1000 * RequestSource.requestsPerDraw) / callsPerSecond;
    setTimeout(draw, -Math.log(1 - random()) * meanMs);
  };

  setInterval(() => {
    for (const [address, every] of changes) if (random() * every < 1) driven.ledger.touch(address);
    driven.advance();
  }, slotMs);
  draw();
  await time.pass(warmUpSeconds * 1000);
  const before = { calls: counted.calls, got: driven.got.length };
  await time.pass(seconds * 1000);
  const got = driven.got.slice(before.got).filter(({ method }) => method !== cached).length;
  return { per100: (got * 100) / (counted.calls - before.calls), wrong: counted.wrong };
}

describe("mixed traffic of wallets and bots @long", () => {
  let time: HandDrivenTime;
  beforeEach(() => {
    time = new HandDrivenTime().install();
  });
  afterEach(() => time.restore());

  for (const load of loads) {
    const { callsPerSecond, slotMs, behind, most } = load;
    it(`takes at most ${most} upstream calls per 100 at ${callsPerSecond} a second with slots of ${slotMs} ms, ${behind} behind, and no answer is wrong`, async () => {
      const { per100, wrong } = await countCalls(load, time);
      expect(wrong).to.equal(0);
      expect(per100).to.be.below(most);
    }).timeout(600_000);
  }
});
