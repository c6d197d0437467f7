import { configOf } from "../call/call-commitment.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut.ts";
import { jsonKind, RawJson } from "../json/raw-json.ts";
import { JsonError } from "../json/scan/json-error.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { ownText } from "../text/own-text.ts";
import { memberOf } from "./account-text.ts";
import { ShownItems } from "./items.ts";
import type { KnownLedger } from "./known-ledger.ts";
import { Pauses } from "./pauses.ts";
import { type Reading, servesAsWell } from "./reading.ts";

/** Two methods called within this time count as asked for together. */
const togetherMs = 5000;
/** When a source takes longer, the method itself is sent in the remaining time. */
const sourceTimeMs = 1000;
/** A call with at least this much time left when its source failed is sent as itself. */
const worthSendingMs = 500;
/** Kinds of failure that may be about the source alone. */
const faultsOfSource: ReadonlySet<string> = new Set([
  "ledger",
  "upstreamInvalid",
  "upstreamTimeout",
  "responseTooLarge",
]);
/** Most parameters whose meaning is remembered. */
const maxForms = 100;

/** The newest call of each method of one source. */
type Asked = Map<string, number>;

/**
 * The parts of a ledger's head (`x-from` in the document): what one answer shows serves all methods whose answers it contains, and at
 * finalized what was confirmed at that slot.
 */
export class HeadParts {
  readonly #methods: Readonly<Record<string, MethodDescription>>;
  readonly #isPlain = new Map<string, boolean>();
  readonly #asked = new WeakMap<KnownLedger, Map<string, Asked>>();
  readonly #pauses = new Pauses();

  constructor(methods: Readonly<Record<string, MethodDescription>>) {
    this.#methods = methods;
  }

  /** The answer to a read of a part, if it is known. */
  find({ call, method, ledger, commitment, floors, now }: Reading): RawJson | undefined {
    const { from, slotAt } = method;
    if (from === undefined || !this.#asksForPart(call, method)) return undefined;
    const { head } = ledger;
    const slot = head.at(commitment);
    if (slotAt === "result" && slot >= floors.known && slot > 0) return RawJson.fromText(String(slot));
    const source = ledger.parts.get(from.method);
    const [text] = (source && ledger.parts.find(commitment, [source], floors.known, now))?.texts ?? [];
    return text === undefined ? undefined : partOf(method, text);
  }

  /** Keeps an answer that contains parts; false if it contains none. */
  keep(
    { call, method, ledger, commitment }: Reading,
    slot: number | undefined,
    result: RawJson,
    now: number,
  ): boolean {
    if (method.from?.method !== method.name || slot === undefined || !this.#asksForPart(call, method))
      return false;
    const { parts } = ledger;
    const item = parts.read(method.name, undefined);
    parts.keep(commitment, ShownItems.of(slot, "", [[item, result.toByteText()]]), now);
    return true;
  }

  /**
   * Asks for the source of a part, if another of its parts was asked for lately: its answer serves both. Undefined if the method is to be
   * sent itself.
   */
  askSource(reading: Reading, send: (reading: Reading) => Promise<RawJson>): Promise<RawJson> | undefined {
    const { call, method, set, ledger, commitment, now } = reading;
    const source = method.from && this.#methods[method.from.method];
    if (source === undefined || !this.#asksForPart(call, method)) return undefined;
    const hasOthers = this.#record(ledger, source.name, `${commitment} ${method.name}`, now);
    const name = `${call.network.id} ${method.name}`;
    if (source === method || !hasOthers || !this.#pauses.isOver(name, now)) return undefined;
    if (!servesAsWell(set, source, method, now, true)) return undefined;
    const asked = call.with({
      method: source,
      askedMethod: method,
      upstreamMethod: source.upstreamNames[0] ?? source.name,
      deadline: Math.min(call.deadline, now + sourceTimeMs),
      // The bound is that of the part, which is cut out.
      maxValues: undefined,
    });
    return this.#ask({ ...reading, call: asked, method: source }, reading, name, send);
  }

  async #ask(
    source: Reading,
    own: Reading,
    name: string,
    send: (reading: Reading) => Promise<RawJson>,
  ): Promise<RawJson> {
    const { notes } = own.call;
    try {
      const part = partOf(own.method, (await send(source)).toByteText());
      if (part !== undefined) {
        if (notes.cache !== "head") notes.cache = "merged";
        return part;
      }
    } catch (caught) {
      const { kind } = RpcError.from(caught);
      const now = performance.now();
      if (kind === "upstreamTimeout") this.#pauses.begin(name, now);
      if (!faultsOfSource.has(kind) || own.call.deadline - now < worthSendingMs) throw caught;
    }
    const result = await send(own);
    // It was not the call's own fault.
    this.#pauses.begin(name, performance.now());
    return result;
  }

  /** Whether a call asks for a part as it is at a commitment, and for nothing else. */
  #asksForPart({ params }: UpstreamCall, method: MethodDescription): boolean {
    const known = this.#isPlain.get(params);
    if (known !== undefined) return known;
    const isPlain = namesNothingElse(params, method);
    if (this.#isPlain.size >= maxForms) this.#isPlain.clear();
    if (params.length < 200) this.#isPlain.set(ownText(params), isPlain);
    return isPlain;
  }

  /** Records a call; whether another part of the same source was asked for lately. */
  #record(ledger: KnownLedger, source: string, part: string, now: number): boolean {
    const sources = this.#asked.get(ledger) ?? new Map<string, Asked>();
    const asked = sources.get(source) ?? new Map<string, number>();
    this.#asked.set(ledger, sources.set(source, asked));
    asked.set(part, now);
    const [commitment = ""] = part.split(" ");
    for (const [other, at] of asked)
      if (other !== part && other.startsWith(commitment) && now - at < togetherMs) return true;
    return false;
  }
}

/** A method's answer, from that of its source. */
function partOf({ from, resultKinds }: MethodDescription, source: string): RawJson | undefined {
  const part = from?.member === undefined ? source : memberOf(source, from.member);
  return part !== undefined && resultKinds.includes(jsonKind(part.slice(0, 1)))
    ? RawJson.fromByteText(part)
    : undefined;
}

function namesNothingElse(params: string, method: MethodDescription): boolean {
  if (params === "" || params === "[]") return true;
  try {
    const [, ...others] = cutArray(params);
    const members = cutObject(configOf(params, method) ?? "");
    return others.length === 0 && members.every(([key]) => key === method.commitment?.field);
  } catch (caught) {
    if (caught instanceof JsonError) return false;
    throw caught;
  }
}
