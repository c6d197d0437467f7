import type { Clock } from "@sinonjs/fake-timers";
import { expect } from "chai";
import { createRandom } from "../../../bench/ledger/random.ts";
import { TimerWheel } from "../../../src/call/timer-wheel.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { Network } from "../../../src/networks/network.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import type { SendAttempt } from "../../../src/upstream/attempt/attempt.ts";
import type { Upstream } from "../../../src/upstream/node/upstream.ts";
import type { UpstreamSet } from "../../../src/upstream/node/upstream-set.ts";
import { chooseUpstream } from "../../../src/upstream/routing/choose-upstream.ts";
import { UpstreamSets } from "../../../src/upstream/watch/upstream-sets.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { needsOf, networkOf, testConfig } from "../harness.ts";
import { ignoringListener } from "../ignoring-listener.ts";

const realRandom = Math.random;
const slotMs = 400;
const firstSlot = 1000;

/** The claims of one node; an honest one claims what it has. */
interface Node {
  /** Claimed lag behind the ledger in slots; negative if it claims to be ahead. */
  lag: number;
  isDown: boolean;
  /** The slot whose blockhash it returns for a claimed slot. */
  hashOf: (slot: number) => number;
}

/** Nodes of one ledger, whose slots follow the clock that the test moves. */
class Ledger {
  readonly nodes: Node[];
  readonly set: UpstreamSet;
  readonly asked = new Map<string, number>();
  readonly #clock: Clock;
  readonly #sets: UpstreamSets;
  readonly #network: Network;
  readonly #startedAt: number;

  constructor(lags: readonly number[]) {
    this.#clock = useFakeClock(1_000_000);
    // No jitter, so that probes are sent at known times.
    Math.random = createRandom(1);
    this.#startedAt = performance.now();
    this.nodes = lags.map((lag) => ({ lag, isDown: false, hashOf: (slot) => slot }));
    const httpAddresses = lags.map((_, index) => ({
      url: `http://node${index}.test/`,
      weight: 1,
      trusted: true,
    }));
    this.#network = networkOf([], { httpAddresses });
    this.#sets = new UpstreamSets({
      prefer: "speed",
      processes: 1,
      config: { ...testConfig, pollIntervalMs: undefined },
      timers: new TimerWheel(),
      listener: ignoringListener,
      sendProbe: this.#answer,
      isEnabled: () => true,
      wantsEpoch: false,
    });
    this.set = this.#sets.use(this.#network, performance.now());
  }

  get slot(): number {
    return firstSlot + Math.floor((performance.now() - this.#startedAt) / slotMs);
  }

  /** Lets slots pass while calls arrive. */
  async pass(slots: number): Promise<void> {
    for (let count = 0; count < slots; count += 1) {
      this.#sets.use(this.#network, performance.now());
      await this.#clock.tickAsync(slotMs);
    }
  }

  upstream(index: number): Upstream {
    const upstream = this.set.upstreams[index];
    if (upstream === undefined) throw new Error(`no upstream ${index}`);
    return upstream;
  }

  head(): number {
    return this.set.headAt("processed", performance.now());
  }

  isBelieved(slot: number): boolean {
    return this.set.isBelieved("processed", slot, performance.now());
  }

  /** How many of 300 calls each upstream gets. */
  shares(): number[] {
    const now = performance.now();
    const chosen = Array.from({ length: 300 }, () => chooseUpstream(this.set, [], needs, now));
    return this.set.upstreams.map((upstream) => chosen.filter((each) => each === upstream).length);
  }

  close(): Promise<void> {
    Math.random = realRandom;
    return this.#sets.close();
  }

  readonly #answer: SendAttempt = async ({ upstream, servedName, params }) => {
    const node = this.nodes[Number(/\d+/.exec(upstream.name)?.[0])];
    if (node === undefined) throw new Error(`no node behind ${upstream.name}`);
    this.asked.set(servedName, (this.asked.get(servedName) ?? 0) + 1);
    if (node.isDown) throw RpcError.of("upstreamUnreachable", "It is down.");
    const slot = this.slot - node.lag;
    const of = node.hashOf(slot);
    // No one knows the blockhash of a future slot.
    const hash = of <= this.slot ? of : -of;
    const answer = {
      getGenesisHash: '"GenesisA"',
      getHealth: '"ok"',
      getSlot: String(slot),
      getLatestBlockhash: `{"context":{"slot":${slot}},"value":{"blockhash":"hash ${hash}"}}`,
      isBlockhashValid: `{"context":{"slot":${slot}},"value":${isValid(params, Math.min(slot, this.slot))}}`,
    }[servedName];
    if (answer === undefined) throw new Error(`nothing asks for ${servedName}`);
    return RawJson.fromText(answer);
  };
}

/** Whether a node that has the ledger up to `slot` accepts a blockhash. */
function isValid(params: string, slot: number): boolean {
  const of = Number(/hash (-?\d+)/.exec(params)?.[1]);
  return of <= slot && slot - of <= 150;
}

const needs = needsOf();

describe("the believed head", () => {
  let ledger: Ledger;
  afterEach(() => ledger.close());

  const expectDoubt = () => {
    expect(ledger.head()).to.be.within(ledger.slot - 3, ledger.slot + 1);
    const [first, second, doubted] = ledger.shares();
    expect(first).to.be.within(90, 210);
    expect([(first ?? 0) + (second ?? 0), doubted]).to.deep.equal([300, 0]);
    const { shown } = ledger.set.clients.ofAddress("198.51.100.7");
    shown.raise("processed", ledger.upstream(2).slots.newest("processed") ?? 0);
    // Until slots are measured they may be four times as short as these.
    const above = ledger.set.clock.measuredSlotMs === undefined ? 8 : 6;
    expect(shown.processed).to.be.at.most(ledger.slot + above);
    expect(ledger.isBelieved(ledger.upstream(2).slots.newest("processed") ?? 0)).to.equal(false);
  };

  it("follows an upstream that is ahead of the others' last slots, before slots of 100 ms were measured", async () => {
    ledger = new Ledger([0, 0]);
    await ledger.pass(1);
    const later = performance.now() + 500;
    const slot = ledger.slot + 5;
    expect(ledger.set.clock.measuredSlotMs).to.equal(undefined);
    expect(ledger.set.isBelieved("processed", slot, later)).to.equal(true);
  });

  it("believes no processed slot far above a proven confirmed one because a single upstream shows both", async () => {
    ledger = new Ledger([0, 0]);
    const now = performance.now();
    const { slots } = ledger.upstream(1);
    for (let slot = ledger.slot; slot < ledger.slot + 15; slot += 1) {
      slots.pace.record("confirmed", slot, now);
      slots.pace.record("processed", slot + 30, now);
    }
    ledger.set.believed.prove({ slot: ledger.slot, at: now });
    expect([ledger.isBelieved(ledger.slot + 6), ledger.isBelieved(ledger.slot + 20)]).to.deep.equal([
      true,
      false,
    ]);
  });

  for (const ahead of [10, 40, 100, 149, 5000]) {
    it(`ignores an upstream that claims to be ${ahead} slots ahead from the start, and that gets no calls`, async () => {
      ledger = new Ledger([0, 0, -ahead]);
      for (let round = 0; round < 40; round += 1) {
        await ledger.pass(5);
        expectDoubt();
      }
    });

    it(`ignores an upstream while it claims to be ${ahead} slots ahead, and follows it again once it is honest`, async () => {
      ledger = new Ledger([0, 1, 0]);
      await ledger.pass(60);
      (ledger.nodes[2] as Node).lag = -ahead;
      for (let round = 0; round < 10; round += 1) {
        await ledger.pass(5);
        expectDoubt();
      }
      (ledger.nodes[2] as Node).lag = 0;
      await ledger.pass(3);
      expect(ledger.upstream(2).slots.newest("processed")).to.be.at.most(ledger.slot);
      expect(ledger.head()).to.be.within(ledger.slot - 2, ledger.slot);
    });

    it(`ignores an upstream that is ${ahead} slots ahead but shows the blockhashes of an honest one`, async () => {
      ledger = new Ledger([0, 12, -ahead]);
      (ledger.nodes[2] as Node).hashOf = () => ledger.slot;
      await ledger.pass(300);
      expect(ledger.isBelieved(ledger.slot + ahead)).to.equal(false);
      expect(ledger.head()).to.be.within(ledger.slot - 3, ledger.slot + 1);
    });
  }

  it("follows an upstream that is truly ahead, once the others have reached what it showed", async () => {
    ledger = new Ledger([0, 12, 12]);
    await ledger.pass(5);
    expect(ledger.head()).to.be.at.most(ledger.slot - 8);
    expect(ledger.shares()[0]).to.equal(0);
    await ledger.pass(15);
    expect(ledger.head()).to.be.at.least(ledger.slot - 2);
    expect(ledger.shares()).to.deep.equal([300, 0, 0]);
  });

  it("keeps following an upstream that proves again and again that it is ahead", async () => {
    ledger = new Ledger([0, 30, 40]);
    await ledger.pass(60);
    for (let round = 0; round < 40; round += 1) {
      await ledger.pass(5);
      expect(ledger.head(), `round ${round}`).to.be.at.least(ledger.slot - 4);
    }
  });

  describe("once an upstream lies that had proven to be ahead", () => {
    beforeEach(async () => {
      ledger = new Ledger([12, 12, 0]);
      await ledger.pass(30);
      expect(ledger.head()).to.be.at.least(ledger.slot - 2);
      (ledger.nodes[2] as Node).lag = -40;
    });

    it("follows it only as far as the rate allows", async () => {
      await ledger.pass(3);
      expect(ledger.head()).to.be.at.most(ledger.slot + 15);
    });

    it("no longer follows it once a proof has failed", async () => {
      await ledger.pass(73);
      expect(ledger.head()).to.be.at.most(ledger.slot - 10);
      expect(ledger.isBelieved(ledger.slot)).to.equal(false);
    });
  });

  it("follows the only upstream that is not down, as far as the rate allows", async () => {
    ledger = new Ledger([0, 3, 3]);
    await ledger.pass(10);
    for (const index of [1, 2]) (ledger.nodes[index] as Node).isDown = true;
    await ledger.pass(20);
    expect(ledger.head()).to.be.at.least(ledger.slot - 2);
    (ledger.nodes[0] as Node).lag = -5000;
    await ledger.pass(5);
    expect(ledger.isBelieved(ledger.slot + 20)).to.equal(false);
  });

  it("follows a network's only upstream as far as the rate allows, with room for several nodes behind its address", async () => {
    ledger = new Ledger([20]);
    await ledger.pass(10);
    expect(ledger.isBelieved(ledger.slot)).to.equal(true);
    expect(ledger.isBelieved(ledger.slot + 40)).to.equal(false);
    // There is no other upstream, so its response to a probe is believed.
    (ledger.nodes[0] as Node).lag = -5000;
    await ledger.pass(40);
    expect(ledger.isBelieved(ledger.slot + 5000)).to.equal(true);
  });

  it("follows what two upstreams have reached, as soon as their answers show it", async () => {
    ledger = new Ledger([0, 0, 0]);
    await ledger.pass(20);
    const now = performance.now();
    const slot = ledger.slot + 30;
    ledger.upstream(0).slots.record("confirmed", slot, now, now);
    expect(ledger.set.isBelieved("confirmed", slot, now)).to.equal(false);
    ledger.upstream(1).slots.record("confirmed", slot, now, now);
    expect(ledger.set.isBelieved("confirmed", slot, now)).to.equal(true);
  });

  const countCalls = () =>
    (ledger.asked.get("isBlockhashValid") ?? 0) + (ledger.asked.get("getLatestBlockhash") ?? 0);

  it("costs no calls while no upstream is ahead", async () => {
    ledger = new Ledger([0, 1, 1]);
    await ledger.pass(100);
    expect(countCalls()).to.equal(0);
  });

  it("costs a few calls a second while an upstream is ahead", async () => {
    ledger = new Ledger([0, 1, 1]);
    await ledger.pass(1);
    (ledger.nodes[0] as Node).lag = -20;
    await ledger.pass(100);
    expect(countCalls()).to.be.within(10, 100 * slotMs * 0.003);
  });
});
