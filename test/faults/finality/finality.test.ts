import { expect } from "chai";
import { Prover } from "../../../bench/consistency/prove.ts";
import { createRandom } from "../../../bench/ledger/random.ts";
import { Session } from "../../../src/call/session.ts";
import { type Commitment, commitments } from "../../../src/contract/method-description.ts";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { SubscriptionHub } from "../../../src/subscriptions/subscription-hub.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { configOf } from "../../networks/harness.ts";
import { RecordedEvents } from "../../transports/websocket/harness.ts";
import { callOf } from "../../upstream/harness.ts";
import { ScriptedNetwork, signatureIn } from "./scripted-network.ts";

const slotMs = 200;
const sessions = 12;
const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** What traffic over a network proves. */
class Traffic {
  readonly prover = new Prover();
  readonly faults: string[] = [];
  /** Slots by which finalized answers to calls without a session were behind the newest that is final, in order. */
  readonly finalizedBehind: number[] = [];
  readonly #network: ScriptedNetwork;
  readonly #random = createRandom(11);
  readonly #sessions = Array.from({ length: sessions }, () => new Session());
  readonly #heights = new Map<Session, number>();
  readonly #waiting = new Set<Session>();
  readonly #running = new Set<Promise<void>>();

  constructor(network: ScriptedNetwork) {
    this.#network = network;
  }

  /** Each session that waits for no answer makes a call with this chance; one more call has no session. */
  step(chance: number): void {
    for (const [index, session] of this.#sessions.entries()) {
      // Of two calls at once, the one asked first may be answered last, and from an older slot.
      if (this.#random() >= chance || this.#waiting.has(session)) continue;
      this.#waiting.add(session);
      this.#run(this.#call(index, session).finally(() => this.#waiting.delete(session)));
    }
    this.#run(this.#call(-1, undefined));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #run(call: Promise<void>): void {
    const running = call
      .catch((caught: unknown) => void this.faults.push(String(caught)))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Some read what is final and, in the same slot, a lower commitment. */
  async #call(index: number, session: Session | undefined): Promise<void> {
    const commitment = commitments[Math.floor(this.#random() * 3)] ?? "processed";
    await this.#callAt(commitment, index, session);
    const lower = commitments[Math.floor(this.#random() * 2)] ?? "processed";
    if (commitment === "finalized" && session !== undefined) await this.#callAt(lower, index, session);
  }

  async #callAt(commitment: Commitment, index: number, session: Session | undefined): Promise<void> {
    const kind = this.#random();
    if (kind < 0.1 && commitment !== "processed") return this.#readBlock(commitment, session);
    if (kind < 0.2 && session !== undefined) return this.#readHeight(commitment, session);
    const config = `{"commitment":"${commitment}","encoding":"base64"}`;
    const answer = await this.#ask("getAccountInfo", `["${address}",${config}]`, session);
    const { context, value } = JSON.parse(answer) as {
      context: { slot: number };
      value: { lamports: number };
    };
    const { slot } = context;
    if (value.lamports !== slot)
      this.faults.push(`the account of slot ${value.lamports} is told as of ${slot}`);
    const newest = Math.max(
      ...commitments.slice(commitments.indexOf(commitment)).map((one) => this.#network.newest(one)),
    );
    if (slot > newest) this.faults.push(`${commitment} slot ${slot} is above ${newest}`);
    if (index < 0) {
      if (commitment === "finalized") this.finalizedBehind.push(this.#network.newest("finalized") - slot);
      return;
    }
    this.prover.take({ session: index, kind: "read", commitment, slot });
  }

  /** A block that is not final may be replaced; one that is final to all nodes may not be told otherwise. */
  async #readBlock(commitment: Commitment, session: Session | undefined): Promise<void> {
    const { nodes } = this.#network;
    const settled = Math.min(...nodes.map(({ slots }) => slots.finalized));
    const slot = settled + Math.floor(this.#random() * 4) - 2;
    const isFinal = slot <= settled;
    try {
      const answer = await this.#ask("getBlock", `[${slot},{"commitment":"${commitment}"}]`, session);
      if (isFinal && !answer.includes(`"final${slot}"`))
        this.faults.push(`${answer} is told of a final block`);
    } catch (caught) {
      // A node does not have it yet at a commitment that is behind finalized for a moment.
      const isEarly =
        caught instanceof RpcError && caught.code === -32004 && (commitment !== "finalized" || !isFinal);
      if (!isEarly) throw caught;
    }
  }

  /** Only of one commitment at a time: heights of several commitments are compared by what was shown before. */
  async #readHeight(commitment: Commitment, session: Session): Promise<void> {
    const height = Number(await this.#ask("getBlockHeight", `[{"commitment":"${commitment}"}]`, session));
    if (commitment !== "finalized") return;
    if (height < (this.#heights.get(session) ?? 0)) this.faults.push(`height ${height} goes back`);
    this.#heights.set(session, height);
  }

  async #ask(method: string, params: string, session: Session | undefined): Promise<string> {
    const options = session === undefined ? { client: "10.0.0.1" } : { session };
    const result = await this.#network.send(callOf(this.#network.network, method, params, options));
    return result.toString();
  }
}

/** The notifications of one subscription, in order. */
interface Heard {
  readonly method: string;
  readonly slots: number[];
}

/** Polled subscriptions of all kinds that have slots. */
function subscribe(
  hub: SubscriptionHub,
  { network }: ScriptedNetwork,
  method: string,
  params: string,
): Heard {
  const methodIndex = indexedMethods.get(method) ?? expect.fail();
  const heard: Heard = { method, slots: [] };
  hub
    .subscribe(network, bindParams(methodIndex, params), {
      deliver(_notification, payload) {
        const parsed = JSON.parse(payload.toString()) as
          | { slot?: number; context?: { slot: number } }
          | number;
        heard.slots.push(typeof parsed === "number" ? parsed : (parsed.slot ?? parsed.context?.slot ?? -1));
      },
    })
    .catch((caught: unknown) => expect.fail(String(caught)));
  return heard;
}

function createHub(network: ScriptedNetwork): SubscriptionHub {
  return new SubscriptionHub({
    send: network.send,
    clock: (record) => network.sets.get(record).clock,
    opensSockets: false,
    store: { onChange: () => () => undefined },
    websocket: configOf().websocket,
    requestTimeoutMs: 5000,
    maxFrameBytes: 1_000_000,
    listener: new RecordedEvents(),
    times: { pollMs: 5 * slotMs },
  });
}

describe("a network whose blocks become final at once", () => {
  for (const [slots, tag] of [
    [1500, ""],
    [5000, " @long"],
  ] as const)
    it(`gets no wrong or older answer and loses nothing in the middle of ${slots} slots, while one node keeps to the old rules${tag}`, async function () {
      this.timeout(240_000);
      const middle = slots / 2;
      const clock = useFakeClock(1_000_000);
      const network = new ScriptedNetwork({ nodes: 3, slotMs, seed: 3 });
      const traffic = new Traffic(network);
      const hub = createHub(network);
      const first = network.ledger.head;
      const heard = [
        subscribe(hub, network, "slotSubscribe", "[]"),
        subscribe(hub, network, "rootSubscribe", "[]"),
        ...commitments.map((commitment) =>
          subscribe(hub, network, "accountSubscribe", `["${address}",{"commitment":"${commitment}"}]`),
        ),
      ];
      const signatures: Heard[] = [];
      let behindBefore = 0;
      for (let step = 0; step < slots; step += 1) {
        if (step === middle - 100 && network.nodes[0]) network.nodes[0].isInstant = true;
        if (step === middle + 100 && network.nodes[1]) network.nodes[1].isInstant = true;
        if (step === middle + 200) behindBefore = traffic.finalizedBehind.length;
        if (step % 250 === 100)
          for (const commitment of ["confirmed", "finalized"])
            signatures.push(
              subscribe(
                hub,
                network,
                "signatureSubscribe",
                `["${signatureIn(first + step + 1)}",{"commitment":"${commitment}"}]`,
              ),
            );
        traffic.step(0.15);
        await clock.tickAsync(slotMs);
      }
      await clock.tickAsync(60_000);
      await traffic.settled();
      const measured = network.sets.get(network.network).clock.slotMs;
      hub.close();
      await network.sets.close();

      expect(traffic.faults).to.deep.equal([]);
      expect(traffic.prover.proof).to.include({ wentBack: 0, failed: 0 });
      expect(traffic.prover.proof.reads).to.be.greaterThan(slots);
      const since = traffic.finalizedBehind.slice(behindBefore).toSorted((one, other) => one - other);
      expect(since.length).to.be.greaterThan(0.06 * slots);
      expect(since[Math.floor(since.length / 2)], "median").to.be.at.most(3);
      expect(since.at(-1), "the most").to.be.at.most(15);
      for (const { method, slots: told } of heard) {
        expect(told, method).to.deep.equal([...new Set(told)].toSorted((one, other) => one - other));
        expect(told.length, method).to.be.greaterThan(0.18 * slots);
        expect(network.ledger.head - (told.at(-1) ?? 0), `${method}'s last slot`).to.be.lessThan(60);
      }
      expect(signatures.map(({ slots: told }) => told.length)).to.deep.equal(signatures.map(() => 1));
      expect(measured).to.be.closeTo(slotMs, 10);
    });

  for (const [nodes, slotMs, tag] of [
    [1, 200, ""],
    [3, 100, " @long"],
    [3, 400, ""],
    [3, 1000, " @long"],
  ] as const)
    it(`has no call that waits or is refused from the start, with ${nodes} nodes and slots of ${slotMs} ms${tag}`, async function () {
      this.timeout(120_000);
      const clock = useFakeClock(1_000_000);
      const network = new ScriptedNetwork({ nodes, slotMs, seed: 5 });
      for (const node of network.nodes) node.isInstant = true;
      const traffic = new Traffic(network);
      for (let step = 0; step < 1000; step += 1) {
        traffic.step(0.15);
        await clock.tickAsync(slotMs);
      }
      await clock.tickAsync(10_000);
      await traffic.settled();
      const { finality } = network.sets.get(network.network).clock;
      await network.sets.close();
      expect(traffic.faults).to.deep.equal([]);
      expect(traffic.prover.proof).to.include({ wentBack: 0, failed: 0 });
      expect(finality).to.equal("instant");
      expect(
        network.outcomes.filter((outcome) => outcome === "refused" || outcome === "dropped"),
      ).to.deep.equal([]);
      const waited = network.outcomes.filter((outcome) => outcome === "waited").length;
      // A node that is a slot behind itself at every commitment is waited for.
      expect(waited).to.be.at.most(5);
    });
});
