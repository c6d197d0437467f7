import { createHash } from "node:crypto";
import { answerSlot } from "../../call/answer-slots.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { canonicalBytes } from "../../json/canonical-bytes.ts";
import { cutMembers, member } from "../../json/cut-raw.ts";
import { quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { unlessJsonError } from "../../json/scan/json-error.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Upstream } from "../../upstream/node/upstream.ts";

/** Longer results are not compared, because reading them would block the event loop. */
export const maxComparedBytes = 16 * 1024 * 1024;
/** In longer results only the top-level members may differ in order; the rest must be equal byte for byte. */
const maxCanonicalBytes = 256 * 1024;
/** Members of a result that are not compared. */
const ignoredMembers: ReadonlySet<string> = new Set(["context", "apiVersion"]);

/** Upstreams that returned the same result, and the result of the one with the newest slot. */
export interface AnswerGroup {
  readonly upstreams: readonly Upstream[];
  readonly answer: RawJson | RpcError;
}

interface OpenGroup extends AnswerGroup {
  readonly upstreams: Upstream[];
  readonly sample: ComparableAnswer;
  answer: RawJson | RpcError;
}

/** Groups equal results of one call. */
export class AnswerGroups {
  readonly #method: MethodDescription;
  readonly #groups: OpenGroup[] = [];
  newestSlot = 0;

  constructor(method: MethodDescription) {
    this.#method = method;
  }

  get all(): readonly AnswerGroup[] {
    return this.#groups;
  }

  get largestSize(): number {
    return this.#groups.reduce((largest, { upstreams }) => Math.max(largest, upstreams.length), 0);
  }

  /** Adds a result or ledger error to its group and returns the group; undefined if it is too long to compare. */
  add(upstream: Upstream, answer: RawJson | RpcError): AnswerGroup | undefined {
    const sample = new ComparableAnswer(answer);
    if (sample.byteLength > maxComparedBytes) return undefined;
    const slot = this.#readSlot(answer);
    this.newestSlot = Math.max(this.newestSlot, slot);
    let group = this.#groups.find((other) => other.sample.equals(sample));
    if (group === undefined) {
      group = { upstreams: [], sample, answer };
      this.#groups.push(group);
    } else if (slot > this.#readSlot(group.answer)) {
      group.answer = answer;
    }
    group.upstreams.push(upstream);
    return group;
  }

  #readSlot(answer: RawJson | RpcError): number {
    return answer instanceof RpcError ? 0 : (answerSlot(this.#method, answer) ?? 0);
  }
}

/** A result or a ledger error, compared with others by digest. */
class ComparableAnswer {
  /** Code of a ledger error. Its message is not compared: it varies with the node version. */
  readonly #code: number | undefined;
  /** The result, or the `data` of a ledger error. */
  readonly #value: RawJson | undefined;
  #bytesDigest: string | undefined;
  #canonicalDigest: string | undefined;

  constructor(answer: RawJson | RpcError) {
    const isError = answer instanceof RpcError;
    this.#code = isError ? answer.code : undefined;
    if (!isError) this.#value = answer;
    else this.#value = answer.ledgerError === undefined ? undefined : member(answer.ledgerError, "data");
  }

  get byteLength(): number {
    return this.#value?.byteLength ?? 0;
  }

  /** Numbers are compared as written: for a client that keeps digits, 1.0 differs from 1. */
  equals(other: ComparableAnswer): boolean {
    if (this.#code !== other.#code) return false;
    if (this.#value === undefined || other.#value === undefined) return this.#value === other.#value;
    if (this.#digestOfBytes(this.#value) === other.#digestOfBytes(other.#value)) return true;
    if (Math.max(this.byteLength, other.byteLength) > maxCanonicalBytes) return false;
    return this.#digestOfCanonical(this.#value) === other.#digestOfCanonical(other.#value);
  }

  /** Digest of the compared members as written, sorted by key; of the whole value if it is no object. */
  #digestOfBytes(value: RawJson): string {
    this.#bytesDigest ??= digest(this.#code === undefined ? comparedParts(value) : value.parts);
    return this.#bytesDigest;
  }

  #digestOfCanonical(value: RawJson): string {
    if (this.#canonicalDigest === undefined) {
      const form = canonicalBytes(value.toBuffer(), this.#code === undefined ? ignoredMembers : undefined);
      this.#canonicalDigest = form === undefined ? this.#digestOfBytes(value) : digest([form]);
    }
    return this.#canonicalDigest;
  }
}

function digest(parts: Iterable<Uint8Array | string>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64");
}

function comparedParts(result: RawJson): readonly (Uint8Array | string)[] {
  return (
    unlessJsonError(() => cutMembers(result))
      ?.filter(([key]) => !ignoredMembers.has(key))
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .flatMap(([key, value]) => [`${quote(key)}:`, ...value.parts, ","]) ?? result.parts
  );
}
