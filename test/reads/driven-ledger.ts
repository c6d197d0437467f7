import { answerRequest } from "../../bench/ledger/answer-request.ts";
import { LedgerView } from "../../bench/ledger/ledger-view.ts";
import { ModelLedger } from "../../bench/ledger/model-ledger.ts";
import { methods } from "../../generated/methods.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import {
  type CallFields,
  type CallNotes,
  isRepeatable,
  type Send,
  UpstreamCall,
} from "../../src/call/upstream-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import type { Network } from "../../src/networks/network.ts";
import { LedgerStates, type SlotListener } from "../../src/reads/state/ledger-states.ts";
import { entersReadsStep, withReads } from "../../src/reads/with-reads.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import type { UpstreamSet } from "../../src/upstream/node/upstream-set.ts";
import { withCoalescing } from "../../src/upstream/sharing/coalesce.ts";
import type { UpstreamSets } from "../../src/upstream/watch/upstream-sets.ts";

const network = { id: "test", type: "mainnet" } as Network;
const upstream = { allows: () => true, lacksMethod: () => false, costOf: () => 1 };

/** What a test may change. */
export interface DrivenOptions {
  readonly slotMs?: number;
  readonly latencyMs?: number;
  readonly behind?: number;
  readonly maxBytes?: number;
  readonly dataLength?: number;
  readonly firstSlot?: number;
}

/** A call that an upstream got. */
export interface Got {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly call: UpstreamCall;
}

/** What a test says about one call. */
export interface AskOptions extends Partial<Omit<CallFields, "method" | "params" | "notes">> {
  readonly notes?: CallNotes;
}

/** The step of reads in front of one upstream that answers from a known ledger. Time is the test's own clock. */
export class DrivenLedger {
  ledger: ModelLedger;
  view: LedgerView;
  readonly ledgers: LedgerStates;
  /** Calls that went upstream. */
  readonly got: Got[] = [];
  /** The methods that reads were counted as. */
  readonly counted: string[] = [];
  /** Whether slots are reported. */
  reports = true;
  /** What an upstream does instead of answering; undefined answers from the ledger. */
  script: (got: Got) => Promise<RawJson> | undefined = () => undefined;
  latencyMs: number;
  /** Changes when another ledger is behind the network. */
  generation = 1;
  #report: SlotListener = () => undefined;
  readonly #send: Send;

  constructor(options: DrivenOptions = {}) {
    const { slotMs = 400, latencyMs = 4, behind = 0, maxBytes = 268_435_456 } = options;
    this.latencyMs = latencyMs;
    this.ledger = new ModelLedger({
      firstSlot: options.firstSlot ?? 1000,
      dataLength: options.dataLength ?? 200,
    });
    this.view = new LedgerView(this.ledger);
    this.ledgers = new LedgerStates({ maxBytes, acceptedLagSlots: behind });
    this.ledgers.followWith((_, onSlot) => {
      this.#report = onSlot;
      return Promise.resolve(() => undefined);
    });
    const clock = { slotMs, cautiousSlotMs: slotMs };
    const current = (): UpstreamSet =>
      ({
        network,
        clock,
        generation: this.generation,
        isBelieved: () => true,
        upstreams: [upstream],
        head: this.view.slotAt("processed"),
      }) as unknown as UpstreamSet;
    const sets = { get: current } as unknown as UpstreamSets;
    const timers = new TimerWheel();
    const next: Send = async (call) => {
      const got = {
        method: call.upstreamMethod,
        params: JSON.parse(call.params || "[]"),
        call,
        slot: this.ledger.head,
      };
      this.got.push(got);
      const scripted = this.script(got);
      if (scripted !== undefined) return scripted;
      await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
      return this.answer(got.method, got.params);
    };
    const share = withCoalescing({ sets, timers, onShared: () => undefined });
    const isolated: Send = (call) => (isRepeatable(call.method) ? share(next)(call) : next(call));
    const reads = withReads({
      next: isolated,
      ledgers: this.ledgers,
      sets,
      timers,
      maxEntryBytes: 1_000_000,
      count: (_outcome, _call, { name }) => this.counted.push(name),
      onMerged: () => undefined,
    });
    this.#send = (call) => (entersReadsStep(call.method) ? reads(call) : isolated(call));
  }

  /** Makes the next slot, and reports it. */
  advance(): void {
    this.ledger.advance();
    this.report();
  }

  /** Another ledger takes the place of this one, at a lower slot, and is reported. */
  restart(ledger: ModelLedger): void {
    this.ledger = ledger;
    this.view = new LedgerView(ledger);
    this.report();
  }

  report(): void {
    const slot = this.view.slotAt("processed");
    if (this.reports) this.#report(slot + 1, slot);
  }

  /** What an upstream answers; throws the ledger's error. */
  answer(method: string, params: readonly unknown[]): RawJson {
    const outcome = answerRequest(this.view, method, params);
    if ("result" in outcome) return RawJson.fromText(outcome.result);
    const wire = RawJson.fromText(outcome.error);
    throw RpcError.fromLedger(-32002, "refused by the ledger", wire);
  }

  async ask(method: string, params: readonly unknown[], options: AskOptions = {}): Promise<string> {
    const description = Object.values(methods).find(({ name }) => name === method);
    const call = new UpstreamCall({
      network,
      clientAddress: "192.0.2.1",
      cancellation: new Cancellation(),
      deadline: performance.now() + 30_000,
      notes: {},
      ...options,
      method: description,
      undocumentedMethod: method,
      params: JSON.stringify(params),
    });
    return (await this.#send(call)).toString();
  }
}
