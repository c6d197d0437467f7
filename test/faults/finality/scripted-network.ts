import { createRandom } from "../../../bench/ledger/random.ts";
import { AnswerCache } from "../../../src/cache/answer-cache.ts";
import { withCache } from "../../../src/cache/with-cache.ts";
import { TimerWheel } from "../../../src/call/timer-wheel.ts";
import type { Send } from "../../../src/call/upstream-call.ts";
import { type FloorOutcome, withFloors } from "../../../src/consistency/sessions/with-floors.ts";
import type { Commitment } from "../../../src/contract/method-description.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { decodeBase58, encodeBase58 } from "../../../src/text/base58.ts";
import type { SendAttempt } from "../../../src/upstream/attempt/attempt.ts";
import { withOutcomes, withProbeOutcomes } from "../../../src/upstream/attempt/record-outcome.ts";
import { MethodLatencies } from "../../../src/upstream/node/method-latencies.ts";
import { withFailover } from "../../../src/upstream/routing/failover.ts";
import { WaitingRoom } from "../../../src/upstream/routing/waiting-room.ts";
import { withCoalescing } from "../../../src/upstream/sharing/coalesce.ts";
import { UpstreamSets } from "../../../src/upstream/watch/upstream-sets.ts";
import { networkOf, testConfig } from "../../upstream/harness.ts";
import { ignoringListener } from "../../upstream/ignoring-listener.ts";

/** The slots of a node at each commitment. */
type Slots = Readonly<Record<Commitment, number>>;

/** Slots from processed to finalized where validators vote. */
const votedFinality = 31;

/** A ledger whose slots follow the driven clock. */
class ScriptedLedger {
  readonly slotMs: number;

  constructor(slotMs: number) {
    this.slotMs = slotMs;
  }

  get head(): number {
    return 5000 + Math.floor(performance.now() / this.slotMs);
  }
}

/** A node of it that lags a little. The state of an account at a slot is that slot. */
class ScriptedNode {
  /** Blocks are final at once: the order of commitments does not hold for a moment now and then, as real nodes show. */
  isInstant = false;
  asked = 0;
  readonly #ledger: ScriptedLedger;
  readonly #random: () => number;
  #slots: Slots = { processed: 0, confirmed: 0, finalized: 0 };
  #head = -1;
  #lag = 0;

  constructor(ledger: ScriptedLedger, seed: number) {
    this.#ledger = ledger;
    this.#random = createRandom(seed);
  }

  /** Its slots now; they change with the ledger's. */
  get slots(): Slots {
    const { head } = this.#ledger;
    if (head !== this.#head) {
      this.#head = head;
      this.#slots = this.isInstant ? this.#instantSlots(head) : this.#votedSlots(head);
    }
    return this.#slots;
  }

  #votedSlots(head: number): Slots {
    const processed = head - this.#nextLag();
    return {
      processed,
      confirmed: processed - (this.#random() < 0.1 ? 1 : 0),
      finalized: Math.max(this.#slots.finalized, processed - votedFinality),
    };
  }

  #instantSlots(head: number): Slots {
    const usual = head - this.#nextLag();
    const confirmed = usual - (this.#random() < 0.15 ? 1 : 0);
    const ahead = this.#random() < 0.09 ? 1 + Math.floor(this.#random() * 10) : 0;
    const finalized = Math.max(this.#slots.finalized, Math.min(head, confirmed + ahead));
    return { processed: this.#random() < 0.004 ? finalized - 13 : usual, confirmed, finalized };
  }

  #nextLag(): number {
    if (this.#random() < 0.05) this.#lag = Math.floor(this.#random() * 3);
    return this.#lag;
  }

  /** Answers as a node does. */
  answer(method: string, params: string): RawJson {
    this.asked += 1;
    const slots = this.slots;
    const asked = /"(processed|confirmed|finalized)"/.exec(params)?.[1] as Commitment | undefined;
    const slot = slots[asked ?? "finalized"];
    const least = Number(/"minContextSlot":(\d+)/.exec(params)?.[1] ?? 0);
    if (slot < least) throw refusal(-32016, "Minimum context slot has not been reached");
    return RawJson.fromText(this.#result(method, params, slot));
  }

  #result(method: string, params: string, slot: number): string {
    switch (method) {
      case "getGenesisHash":
        return '"GenesisA"';
      case "getHealth":
        return '"ok"';
      case "getSlot":
        return String(slot);
      case "getBlockHeight":
        return String(heightOf(slot));
      case "getEpochInfo":
        return `{"absoluteSlot":${slot},"slotIndex":${slot},"slotsInEpoch":432000,"epoch":0,"blockHeight":${heightOf(slot)},"transactionCount":1}`;
      case "getAccountInfo":
        return `{"context":{"slot":${slot}},"value":${accountAt(slot)}}`;
      case "getMultipleAccounts":
        return `{"context":{"slot":${slot}},"value":[${accountAt(slot)}]}`;
      case "getLatestBlockhash":
        return `{"context":{"slot":${slot}},"value":{"blockhash":"hash${slot}","lastValidBlockHeight":${heightOf(slot) + 150}}}`;
      case "getSignatureStatuses":
        return `{"context":{"slot":${this.slots.processed}},"value":[${this.#statusOf(slotOfSignature(params))}]}`;
      case "getBlocks": {
        const [from = 0, to = 0] = JSON.parse(params) as number[];
        return JSON.stringify(Array.from({ length: to - from + 1 }, (_, index) => from + index));
      }
      case "getBlock":
        return this.#block(Number(/\d+/.exec(params)?.[0]), slot);
      default:
        throw refusal(-32601, `Method not found: ${method}`);
    }
  }

  /** Until it is final, a block may be replaced by another of its slot. */
  #block(asked: number, reached: number): string {
    if (asked > reached) throw refusal(-32004, `Block not available for slot ${asked}`);
    const isFinal = asked <= this.slots.finalized;
    return `{"blockhash":"${isFinal ? "final" : "tentative"}${asked}","blockHeight":${heightOf(asked)}}`;
  }

  #statusOf(slot: number): string {
    const { processed, confirmed, finalized } = this.slots;
    const level = slot <= finalized ? "finalized" : slot <= confirmed ? "confirmed" : "processed";
    if (level === "processed" && slot > processed) return "null";
    const confirmations = level === "finalized" ? "null" : "1";
    return `{"slot":${slot},"confirmations":${confirmations},"err":null,"status":{"Ok":null},"confirmationStatus":"${level}"}`;
  }
}

/** One slot in 50 has no block. */
function heightOf(slot: number): number {
  return slot - Math.floor(slot / 50);
}

function accountAt(slot: number): string {
  return `{"data":["","base64"],"executable":false,"lamports":${slot},"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0}`;
}

/** The signature of a transaction that lands in a slot. */
export function signatureIn(slot: number): string {
  const bytes = Buffer.alloc(64, 7);
  bytes.writeUInt32BE(slot, 60);
  return encodeBase58(bytes);
}

function slotOfSignature(params: string): number {
  const [[signature = ""] = []] = JSON.parse(params) as [string[]];
  return Buffer.from(decodeBase58(signature)).readUInt32BE(60);
}

function refusal(code: number, message: string): RpcError {
  return RpcError.fromLedger(code, message, RawJson.fromText(JSON.stringify({ code, message })));
}

/** The steps of a call over scripted nodes, without sockets, so that the driven clock moves all of it. */
export class ScriptedNetwork {
  readonly ledger: ScriptedLedger;
  readonly nodes: readonly ScriptedNode[];
  readonly network = networkOf([], { httpAddresses: [], enabled: true });
  readonly outcomes: FloorOutcome[] = [];
  readonly send: Send;
  readonly sets: UpstreamSets;

  constructor({ nodes, slotMs, seed }: { nodes: number; slotMs: number; seed: number }) {
    this.ledger = new ScriptedLedger(slotMs);
    this.nodes = Array.from({ length: nodes }, (_, index) => new ScriptedNode(this.ledger, seed + index));
    const urls = this.nodes.map((_, index) => ({
      url: `http://node${index}.test/`,
      weight: 1,
      trusted: true,
    }));
    this.network = networkOf([], { httpAddresses: urls, enabled: true });
    const ask: SendAttempt = async ({ upstream, servedName, params }) => {
      const node = this.nodes[Number(/\d+/.exec(upstream.name)?.[0])];
      if (node === undefined) throw new Error(`no node behind ${upstream.name}`);
      return node.answer(servedName, params);
    };
    const timers = new TimerWheel();
    const config = { ...testConfig, pollIntervalMs: undefined };
    this.sets = new UpstreamSets({
      prefer: "speed",
      processes: 1,
      config,
      timers,
      listener: ignoringListener,
      sendProbe: withProbeOutcomes(ignoringListener)(ask),
      isEnabled: () => true,
      wantsEpoch: true,
    });
    const { sets } = this;
    const failover = withFailover({
      waitingRoom: new WaitingRoom(sets, timers, 100),
      sets,
      timers,
      config,
      listener: ignoringListener,
      latencies: new MethodLatencies(),
      maxConcurrent: 100,
    });
    const cache = new AnswerCache(1e7);
    const steps = [
      withCoalescing({ sets, timers, onShared: () => undefined }),
      withCache({ cache, sets, redisTier: undefined, count: () => undefined }),
      withFloors({
        sets,
        timers,
        maxWaiting: 1000,
        count: (outcome) => this.outcomes.push(outcome),
      }),
    ];
    this.send = steps.reduce<Send>((next, wrap) => wrap(next), failover(withOutcomes(ignoringListener)(ask)));
    sets.watch(this.network);
  }

  /** The newest slot that some node has at a commitment: no answer can be newer. */
  newest(commitment: Commitment): number {
    return Math.max(...this.nodes.map(({ slots }) => slots[commitment]));
  }
}
