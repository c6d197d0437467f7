import type { UpstreamCall } from "../../call/upstream-call.ts";
import { canonical } from "../../json/canonical.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import { detachText } from "../../text/detached-text.ts";

const maxConfigs = 2000;
/** Longer configs are rare and not cached. */
const maxConfigLength = 400;
/** Characters to hash: at each end of the start, where slots and addresses differ, and evenly spaced in the config. */
const sampleSize = 16;

/** Identity of a call: network, method, and the canonical form of the parameters, split at the first brace, where the config begins. */
export class CallKey {
  readonly hash: number;
  readonly #network: string;
  readonly #method: string;
  readonly #start: string;
  readonly #config: string;

  constructor(network: string, method: string, start: string, config: string) {
    this.#network = network;
    this.#method = method;
    this.#start = start;
    this.#config = config;
    this.hash = hashText(start, config);
  }

  equals(other: CallKey): boolean {
    return (
      this.hash === other.hash &&
      this.#start === other.#start &&
      this.#method === other.#method &&
      this.#config === other.#config &&
      this.#network === other.#network
    );
  }

  get text(): string {
    return `${this.#network}\n${this.#method}\n${this.#start}${this.#config}`;
  }
}

/** Cached canonical forms of configs. Few are in use, and computing one dominates the cost of a key. */
const canonicalConfigs = new Map<string, string>();

/** Keys are equal for calls that one result can serve. Floors are not part of a key. */
export function callKey({ network, upstreamMethod, params }: UpstreamCall): CallKey {
  const brace = params.indexOf("{");
  if (brace > 0 && isPlainStart(params, brace)) {
    const form = canonicalConfig(params.slice(brace));
    if (form !== undefined) return new CallKey(network.id, upstreamMethod, params.slice(0, brace), form);
  }
  const whole = canonical(params);
  const first = whole.indexOf("{");
  const end = first < 0 ? whole.length : first;
  return new CallKey(network.id, upstreamMethod, whole.slice(0, end), whole.slice(end));
}

/** The canonical form of a config; undefined if its brace is nested deeper than the outermost array, or in a string. */
function canonicalConfig(config: string): string | undefined {
  const known = canonicalConfigs.get(config);
  if (known !== undefined) return known;
  try {
    // The config is the end of an array, so an opening bracket completes it.
    const form = canonical(`[${config}`).slice(1);
    if (config.length <= maxConfigLength) {
      if (canonicalConfigs.size >= maxConfigs) canonicalConfigs.clear();
      canonicalConfigs.set(detachText(config), detachText(form));
    }
    return form;
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}

/** FNV-1a over a sample of the characters; collisions are possible. */
function hashText(start: string, config: string): number {
  const firstEnd = Math.min(sampleSize, start.length);
  const lastStart = Math.max(firstEnd, start.length - sampleSize);
  const step = Math.ceil(config.length / sampleSize);
  let hash = mix(0x811c9dc5 ^ start.length, start, 0, firstEnd, 1);
  hash = mix(hash, start, lastStart, start.length, 1);
  return mix(hash, config, step >> 1, config.length, step);
}

function mix(hash: number, text: string, from: number, to: number, step: number): number {
  let mixed = hash;
  for (let index = from; index < to; index += step)
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  return mixed;
}

/** Returns true if the start is an array without whitespace, and so already canonical. */
function isPlainStart(params: string, end: number): boolean {
  if (params.charCodeAt(0) !== 0x5b) return false;
  for (let index = 1; index < end; index += 1) {
    if (params.charCodeAt(index) <= 0x20) return false;
  }
  return true;
}
