import { readConfigText } from "../call/call-commitment.ts";
import { methodsByName } from "../call/known-methods.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut-text.ts";
import { jsonKind, RawJson } from "../json/raw-json.ts";
import { unlessJsonError } from "../json/scan/json-error.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { costsNoMore, type HeadRead, servesInstead } from "./head-read.ts";
import { memberOf } from "./items/item-text.ts";
import { FailurePauses } from "./merging/failure-pauses.ts";
import { minTimeLeftMs } from "./merging/merge-recovery.ts";
import { detachedTexts, ResponseItems } from "./state/response-items.ts";

/** Methods called within this time of each other count as read together. */
const readTogetherMs = 5000;
/** Timeout of a source; after it, the method itself is sent in the remaining time. */
const sourceTimeoutMs = 1000;
/** Errors that the source or its shorter timeout may have caused; the method itself may still succeed. */
const sourceErrors: ReadonlySet<string> = new Set([
  "ledger",
  "upstreamUnreachable",
  "upstreamInvalid",
  "upstreamTimeout",
  "responseTooLarge",
]);

/** The methods whose results are fields of a source. */
const fieldMethods = Object.values(methodsByName).filter(({ from }) => from !== undefined);

/**
 * Fields of a ledger's head (`x-from` in openrpc.json): one response, the source, serves all methods whose results it contains. A confirmed
 * one also serves finalized reads once its slot is finalized.
 */
export class HeadFields {
  readonly #pauses = new FailurePauses();

  /** Answers a read of a field from memory; undefined if it can't. */
  find({ call, method, ledger, commitment, floors, now }: HeadRead): RawJson | undefined {
    const { from, slotAt } = method;
    if (from === undefined || !namesOnlyCommitment(call, method)) return undefined;
    const { head } = ledger;
    const slot = head.newest(commitment);
    if (slotAt === "result" && slot >= floors.fromMemory && slot > 0) return RawJson.fromText(String(slot));
    const source = ledger.headSources.get(from.method);
    const known = source && ledger.headSources.find(commitment, [source], floors.fromMemory, now);
    const text = known?.texts[0];
    return text === undefined ? undefined : cutField(method, text);
  }

  /** Keeps the result of a source. Returns false if it is none. */
  keep(
    { call, method, ledger, commitment }: HeadRead,
    slot: number | undefined,
    result: RawJson,
    now: number,
  ): boolean {
    if (method.from?.method !== method.name || slot === undefined || !namesOnlyCommitment(call, method))
      return false;
    const { headSources } = ledger;
    const item = headSources.countRead(method.name, undefined);
    const texts = detachedTexts([result.toByteText()]);
    headSources.keep(new ResponseItems(commitment, slot, "", [item], texts), now);
    return true;
  }

  /** Sends the source of a field if another of its fields was read lately. Returns undefined if the call must be sent unchanged. */
  readSource(read: HeadRead, send: (read: HeadRead) => Promise<RawJson>): Promise<RawJson> | undefined {
    const { call, method, now } = read;
    const source = method.from && methodsByName[method.from.method];
    if (source === undefined || !namesOnlyCommitment(call, method)) return undefined;
    const hasOthers = this.#recordRead(read);
    const name = `${call.network.id} ${method.name}`;
    if (source === method || !hasOthers || this.#pauses.isPaused(name, now)) return undefined;
    if (!servesInstead(read, source) || !costsNoMore(read, source)) return undefined;
    const sourceCall = call.with({
      method: source,
      deadline: Math.min(call.deadline, now + sourceTimeoutMs),
      // The limit applies to the field, not to the whole source.
      maxValues: undefined,
    });
    return this.#send({ ...read, call: sourceCall, method: source, query: undefined }, read, name, send);
  }

  async #send(
    source: HeadRead,
    own: HeadRead,
    name: string,
    send: (read: HeadRead) => Promise<RawJson>,
  ): Promise<RawJson> {
    const { notes } = own.call;
    let hasSourceFailed = true;
    try {
      const field = cutField(own.method, (await send(source)).toByteText());
      if (field !== undefined) {
        this.#pauses.recordSuccess(name);
        if (notes.cache !== "head") notes.cache = "merged";
        return field;
      }
    } catch (caught) {
      const { kind } = RpcError.from(caught);
      const now = performance.now();
      hasSourceFailed = kind !== "upstreamUnreachable";
      if (kind === "upstreamTimeout") this.#pauses.pause(name, now);
      if (!sourceErrors.has(kind) || own.call.deadline - now < minTimeLeftMs) throw caught;
    }
    const result = await send(own);
    // The method itself was answered, so the source is to blame, unless no upstream could be reached at that time.
    if (hasSourceFailed) this.#pauses.pause(name, performance.now());
    return result;
  }

  /** Records a read. Returns true if another field of the same source was read lately at the same commitment. */
  #recordRead({ ledger, method, commitment, now }: HeadRead): boolean {
    const { fieldReadAt } = ledger;
    fieldReadAt.set(`${commitment} ${method.name}`, now);
    return fieldMethods.some(({ name, from }) => {
      if (name === method.name || from?.method !== method.from?.method) return false;
      return now - (fieldReadAt.get(`${commitment} ${name}`) ?? Number.NEGATIVE_INFINITY) < readTogetherMs;
    });
  }
}

/** Cuts a method's result out of its source. Undefined if the member is missing or has another JSON type. */
function cutField({ from, resultKinds }: MethodDescription, source: string): RawJson | undefined {
  const text = from?.member === undefined ? source : memberOf(source, from.member);
  return text !== undefined && resultKinds.includes(jsonKind(text.slice(0, 1)))
    ? RawJson.fromByteText(text)
    : undefined;
}

/** True if a call's parameters set a commitment at most. */
function namesOnlyCommitment({ params }: UpstreamCall, method: MethodDescription): boolean {
  if (params === "" || params === "[]") return true;
  const namesNoOther = unlessJsonError(() => {
    const [, ...others] = cutArray(params);
    const members = cutObject(readConfigText(params, method) ?? "");
    return others.length === 0 && members.every(([key]) => key === method.commitment?.field);
  });
  return namesNoOther === true;
}
