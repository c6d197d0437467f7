import type { UpstreamCall } from "../../call/upstream-call.ts";
import { canonical } from "../../json/canonical.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import { detachText } from "../../text/detached-text.ts";

const maxTails = 2000;
/** Longer tails are rare and not cached. */
const maxTailLength = 400;
/** Characters to hash: at each end of the head, where slots and addresses differ, and evenly spaced in the tail. */
const sampleSize = 16;

/** Identity of a call: network, method, and the canonical form of the parameters, split at the first brace. */
export class CallKey {
  readonly hash: number;
  readonly #network: string;
  readonly #method: string;
  readonly #head: string;
  readonly #tail: string;

  constructor(network: string, method: string, head: string, tail: string) {
    this.#network = network;
    this.#method = method;
    this.#head = head;
    this.#tail = tail;
    this.hash = hashText(head, tail);
  }

  equals(other: CallKey): boolean {
    return (
      this.hash === other.hash &&
      this.#head === other.#head &&
      this.#method === other.#method &&
      this.#tail === other.#tail &&
      this.#network === other.#network
    );
  }

  get text(): string {
    return `${this.#network}\n${this.#method}\n${this.#head}${this.#tail}`;
  }
}

/** Cached canonical forms of config objects. Few are in use, and computing one dominates the cost of a key. */
const canonicalTails = new Map<string, string>();

/** Keys are equal for calls that one result can serve. Floors are not part of a key. */
export function callKey({ network, upstreamMethod, params }: UpstreamCall): CallKey {
  const brace = params.indexOf("{");
  if (brace > 0 && isPlainHead(params, brace)) {
    const form = canonicalTail(params.slice(brace));
    if (form !== undefined) return new CallKey(network.id, upstreamMethod, params.slice(0, brace), form);
  }
  const whole = canonical(params);
  const first = whole.indexOf("{");
  const end = first < 0 ? whole.length : first;
  return new CallKey(network.id, upstreamMethod, whole.slice(0, end), whole.slice(end));
}

/** The canonical form of a tail; undefined if its brace is nested deeper than the outermost array, or in a string. */
function canonicalTail(tail: string): string | undefined {
  const known = canonicalTails.get(tail);
  if (known !== undefined) return known;
  try {
    // The tail is the end of an array, so an opening bracket completes it.
    const form = canonical(`[${tail}`).slice(1);
    if (tail.length <= maxTailLength) {
      if (canonicalTails.size >= maxTails) canonicalTails.clear();
      canonicalTails.set(detachText(tail), detachText(form));
    }
    return form;
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}

/** FNV-1a over a sample of the characters; collisions are possible. */
function hashText(head: string, tail: string): number {
  const firstEnd = Math.min(sampleSize, head.length);
  const lastStart = Math.max(firstEnd, head.length - sampleSize);
  const step = Math.ceil(tail.length / sampleSize);
  let hash = mix(0x811c9dc5 ^ head.length, head, 0, firstEnd, 1);
  hash = mix(hash, head, lastStart, head.length, 1);
  return mix(hash, tail, step >> 1, tail.length, step);
}

function mix(hash: number, text: string, from: number, to: number, step: number): number {
  let mixed = hash;
  for (let index = from; index < to; index += step)
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  return mixed;
}

/** Returns true if the head is an array without whitespace, and so already canonical. */
function isPlainHead(params: string, end: number): boolean {
  if (params.charCodeAt(0) !== 0x5b) return false;
  for (let index = 1; index < end; index += 1) {
    if (params.charCodeAt(index) <= 0x20) return false;
  }
  return true;
}
