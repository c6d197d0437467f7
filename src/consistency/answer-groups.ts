import { answerSlot } from "../call/learn-shown-slots.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import { ComparableAnswer, maxComparedBytes } from "./comparable-answer.ts";

/** Upstreams that gave the same answer, and that answer as of the newest slot. */
export interface AnswerGroup {
  readonly upstreams: readonly Upstream[];
  readonly answer: RawJson | RpcError;
}

interface OpenGroup extends AnswerGroup {
  readonly upstreams: Upstream[];
  readonly sample: ComparableAnswer;
  answer: RawJson | RpcError;
}

/** The answers to one call, equal ones grouped. */
export class AnswerGroups {
  readonly #method: MethodDescription;
  readonly #groups: OpenGroup[] = [];
  /** The newest slot that an answer named. */
  newestSlot = 0;

  constructor(method: MethodDescription) {
    this.#method = method;
  }

  get all(): readonly AnswerGroup[] {
    return this.#groups;
  }

  /** Number of upstreams in the largest group. */
  get largest(): number {
    return this.#groups.reduce((largest, { upstreams }) => Math.max(largest, upstreams.length), 0);
  }

  /** Adds an answer to the group of equal ones, and returns the group; undefined if it is too long to be compared. */
  add(upstream: Upstream, answer: RawJson | RpcError): AnswerGroup | undefined {
    const sample = new ComparableAnswer(answer);
    if (sample.byteLength > maxComparedBytes) return undefined;
    const slot = this.#slotOf(answer);
    this.newestSlot = Math.max(this.newestSlot, slot);
    let group = this.#groups.find((known) => known.sample.equals(sample));
    if (group === undefined) {
      group = { upstreams: [], sample, answer };
      this.#groups.push(group);
    } else if (slot > this.#slotOf(group.answer)) {
      group.answer = answer;
    }
    group.upstreams.push(upstream);
    return group;
  }

  #slotOf(answer: RawJson | RpcError): number {
    return answer instanceof RpcError ? 0 : (answerSlot(this.#method, answer) ?? 0);
  }
}
