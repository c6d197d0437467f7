import type { CallSpan } from "../../call/call-span.ts";
import { Cancellation } from "../../call/cancellation.ts";
import type { Session } from "../../call/session.ts";
import type { CallNotes, UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { cutContextList } from "../../json/cut-context-list.ts";
import { member } from "../../json/cut-members.ts";
import { concatRaw, joinArray } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { GatheredRead } from "./gathered-read.ts";

/** A read that has this much time left when the merged call failed is worth sending by itself. */
const worthSendingMs = 500;

/** The one call that goes out for several reads. It ends early only when the last of their callers has left. */
export class MergedCall extends Cancellation implements UpstreamCall {
  readonly network: Network;
  /** The client of all its reads; undefined where they are of several. */
  readonly client: string | undefined;
  /** The session of all its reads; undefined where they are of several. */
  readonly session: Session | undefined;
  readonly shownSlot: number;
  readonly method: MethodDescription;
  readonly upstreamMethod: string;
  readonly params: string;
  readonly deadline: number;
  readonly notes: CallNotes = {};
  span: CallSpan | undefined = undefined;
  readonly #reads: readonly GatheredRead[];
  /** What is asked for, each once, with its place in the answer. */
  readonly #places = new Map<string, number>();
  #waiting: number;

  constructor(method: MethodDescription, config: string, reads: readonly GatheredRead[], shownSlot: number) {
    super();
    this.shownSlot = shownSlot;
    const [first] = reads;
    if (first === undefined) throw new Error("a merged call is made of reads");
    this.network = first.call.network;
    const { client, session } = first.call;
    this.session = reads.every(({ call }) => call.session === session) ? session : undefined;
    this.client = reads.every(({ call }) => call.client === client) ? client : undefined;
    this.method = method;
    this.upstreamMethod = method.upstreamNames[0] ?? method.name;
    this.#reads = reads;
    this.#waiting = reads.length;
    let minContextSlot = -1;
    let deadline = 0;
    for (const { read, call } of reads) {
      for (const item of read.items) if (!this.#places.has(item)) this.#places.set(item, this.#places.size);
      minContextSlot = Math.max(minContextSlot, read.minContextSlot ?? -1);
      deadline = Math.max(deadline, call.deadline);
    }
    this.deadline = deadline;
    const members = minContextSlot < 0 ? [config] : [config, `"minContextSlot":${minContextSlot}`];
    const list = `[${[...this.#places.keys()].join(",")}]`;
    const given = members.filter((each) => each !== "").join(",");
    this.params = given === "" ? `[${list}]` : `[${list},{${given}}]`;
    for (const read of reads) read.onLeave = (reason) => this.#leave(reason);
  }

  get cancellation(): Cancellation {
    return this;
  }

  /** The calls that are answered by it. */
  get calls(): readonly UpstreamCall[] {
    return this.#reads.map(({ call }) => call);
  }

  /** Gives each read its own answer; a RpcError says that the answer is not one to all that was asked. */
  answer(result: RawJson): void {
    const cut = cutContextList(result, this.#places.size);
    if (cut === undefined) throw notWhatWasAsked();
    for (const read of this.#reads) {
      if (read.hasEnded) continue;
      read.call.notes.cache = "merged";
      read.resolve(concatRaw(['{"context":', cut.context, ',"value":', this.#valueOf(read, cut.items), "}"]));
    }
  }

  /** What can still be answered by a call of its own, after the merged one has failed; the others fail as it did. */
  takeWorthSending(fault: RpcError): readonly GatheredRead[] {
    const reads = this.#reads.filter(({ hasEnded }) => !hasEnded);
    const isForAll = fault.kind === "upstreamUnreachable" || fault.kind === "shuttingDown";
    const needsTime = fault.kind === "upstreamTimeout";
    const now = performance.now();
    const isWorth = ({ call }: GatheredRead) =>
      !isForAll && (!needsTime || call.deadline - now > worthSendingMs);
    for (const read of reads) if (!isWorth(read)) read.fail(fault);
    return reads.filter(isWorth);
  }

  #valueOf({ read: { rule, items } }: GatheredRead, values: readonly string[]): RawJson {
    const asked = items.map((item) => RawJson.fromByteText(values[this.#places.get(item) ?? -1] ?? "null"));
    const [only] = asked;
    if (rule.asks === "list" || only === undefined) return joinArray(asked);
    if (rule.cut === undefined) return only;
    if (only.isNull) return RawJson.fromText(rule.cut.missing);
    const cut = member(only, rule.cut.member);
    if (cut === undefined) throw notWhatWasAsked();
    return cut;
  }

  #leave(reason: RpcError | undefined): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.cancel(reason);
  }
}

function notWhatWasAsked(): RpcError {
  return RpcError.of("upstreamInvalid", "The answer to a merged call does not hold what was asked for.");
}
