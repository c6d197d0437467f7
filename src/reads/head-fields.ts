import { readConfigText } from "../call/call-commitment.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { getOrAdd } from "../get-or-add.ts";
import { cutArray, cutObject } from "../json/cut-text.ts";
import { jsonKind, RawJson } from "../json/raw-json.ts";
import { unlessJsonError } from "../json/scan/json-error.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { detachText } from "../text/detached-text.ts";
import { costsNoMore, type HeadRead, servesInstead } from "./head-read.ts";
import { memberOf } from "./items/item-text.ts";
import { FailurePauses } from "./merging/failure-pauses.ts";
import { minTimeLeftMs } from "./merging/merge-recovery.ts";
import { AnswerItems, detachedTexts } from "./state/answer-items.ts";
import type { LedgerState } from "./state/ledger-states.ts";

/** Two methods called within this time count as asked for together. */
const askedTogetherMs = 5000;
/** A source that takes longer is given up; the method itself is sent in the time that is left. */
const sourceTimeMs = 1000;
/** Faults that the source or its shorter time may have caused: the method itself may still be answered. */
const faultsOfSource: ReadonlySet<string> = new Set([
  "ledger",
  "upstreamUnreachable",
  "upstreamInvalid",
  "upstreamTimeout",
  "responseTooLarge",
]);
/** Most parameters remembered in `#knownParams`. */
const maxKnownParams = 100;

/**
 * The parts of a ledger's head (`x-from` in openrpc.json): one answer serves all methods whose answers it contains. A confirmed one also
 * serves finalized reads once its slot is finalized.
 */
export class HeadFields {
  readonly #methods: Readonly<Record<string, MethodDescription>>;
  readonly #knownParams = new Map<string, boolean>();
  /** The methods whose answers are parts. */
  readonly #parts: readonly MethodDescription[];
  /** When each part was last asked for at each commitment. */
  readonly #askedAt = new WeakMap<LedgerState, Map<string, number>>();
  readonly #pauses = new FailurePauses();

  constructor(methods: Readonly<Record<string, MethodDescription>>) {
    this.#methods = methods;
    this.#parts = Object.values(methods).filter(({ from }) => from !== undefined);
  }

  /** The answer to a read of a part, if it is known. */
  find({ call, method, ledger, commitment, floors, now }: HeadRead): RawJson | undefined {
    const { from, slotAt } = method;
    if (from === undefined || !this.#namesOnlyCommitment(call, method)) return undefined;
    const { head } = ledger;
    const slot = head.newest(commitment);
    if (slotAt === "result" && slot >= floors.fromMemory && slot > 0) return RawJson.fromText(String(slot));
    const source = ledger.parts.get(from.method);
    const [text] = (source && ledger.parts.find(commitment, [source], floors.fromMemory, now))?.texts ?? [];
    return text === undefined ? undefined : partOf(method, text);
  }

  /** Keeps an answer that contains parts; false if it contains none. */
  keep(
    { call, method, ledger, commitment }: HeadRead,
    slot: number | undefined,
    result: RawJson,
    now: number,
  ): boolean {
    if (method.from?.method !== method.name || slot === undefined || !this.#namesOnlyCommitment(call, method))
      return false;
    const { parts } = ledger;
    const item = parts.countRead(method.name, undefined);
    parts.keep(new AnswerItems(commitment, slot, "", [item], detachedTexts([result.toByteText()])), now);
    return true;
  }

  /**
   * Asks for the source of a part, if another of its parts was asked for lately: one answer serves both. Returns undefined if the call
   * must be sent as it is.
   */
  askSource(read: HeadRead, send: (read: HeadRead) => Promise<RawJson>): Promise<RawJson> | undefined {
    const { call, method, now } = read;
    const source = method.from && this.#methods[method.from.method];
    if (source === undefined || !this.#namesOnlyCommitment(call, method)) return undefined;
    const hasOthers = this.#recordAsked(read);
    const name = `${call.network.id} ${method.name}`;
    if (source === method || !hasOthers || this.#pauses.isPaused(name, now)) return undefined;
    if (!servesInstead(read, source) || !costsNoMore(read, source)) return undefined;
    const asked = call.with({
      method: source,
      clientMethod: method,
      upstreamMethod: source.upstreamNames[0] ?? source.name,
      deadline: Math.min(call.deadline, now + sourceTimeMs),
      // The bound is for the part, which is cut out of the answer.
      maxValues: undefined,
    });
    return this.#ask({ ...read, call: asked, method: source, query: undefined }, read, name, send);
  }

  async #ask(
    source: HeadRead,
    own: HeadRead,
    name: string,
    send: (read: HeadRead) => Promise<RawJson>,
  ): Promise<RawJson> {
    const { notes } = own.call;
    let isSourceAtFault = true;
    try {
      const part = partOf(own.method, (await send(source)).toByteText());
      if (part !== undefined) {
        this.#pauses.recordSuccess(name);
        if (notes.cache !== "head") notes.cache = "merged";
        return part;
      }
    } catch (caught) {
      const { kind } = RpcError.from(caught);
      const now = performance.now();
      isSourceAtFault = kind !== "upstreamUnreachable";
      if (kind === "upstreamTimeout") this.#pauses.pause(name, now);
      if (!faultsOfSource.has(kind) || own.call.deadline - now < minTimeLeftMs) throw caught;
    }
    const result = await send(own);
    // The method itself was answered, so the source is at fault, unless no upstream could be reached at that time.
    if (isSourceAtFault) this.#pauses.pause(name, performance.now());
    return result;
  }

  /** Whether a call's parameters name a commitment and nothing else. */
  #namesOnlyCommitment({ params }: UpstreamCall, method: MethodDescription): boolean {
    const known = this.#knownParams.get(params);
    if (known !== undefined) return known;
    const isCommitmentOnly = namesOnlyCommitment(params, method);
    if (this.#knownParams.size >= maxKnownParams) this.#knownParams.clear();
    if (params.length < 200) this.#knownParams.set(detachText(params), isCommitmentOnly);
    return isCommitmentOnly;
  }

  /** Records a read. Returns whether another part of the same source was asked for lately, at the same commitment. */
  #recordAsked({ ledger, method, commitment, now }: HeadRead): boolean {
    const askedAt = getOrAdd(this.#askedAt, ledger, () => new Map<string, number>());
    askedAt.set(`${commitment} ${method.name}`, now);
    return this.#parts.some(({ name, from }) => {
      if (name === method.name || from?.method !== method.from?.method) return false;
      return now - (askedAt.get(`${commitment} ${name}`) ?? Number.NEGATIVE_INFINITY) < askedTogetherMs;
    });
  }
}

/** Cuts a method's answer out of its source's. Undefined if the member is missing or has another JSON type. */
function partOf({ from, resultKinds }: MethodDescription, source: string): RawJson | undefined {
  const part = from?.member === undefined ? source : memberOf(source, from.member);
  return part !== undefined && resultKinds.includes(jsonKind(part.slice(0, 1)))
    ? RawJson.fromByteText(part)
    : undefined;
}

function namesOnlyCommitment(params: string, method: MethodDescription): boolean {
  if (params === "" || params === "[]") return true;
  const namesNoOther = unlessJsonError(() => {
    const [, ...others] = cutArray(params);
    const members = cutObject(readConfigText(params, method) ?? "");
    return others.length === 0 && members.every(([key]) => key === method.commitment?.field);
  });
  return namesNoOther === true;
}
