import { createHash } from "node:crypto";
import { canonical } from "../json/canonical.ts";
import { cutMembers, member } from "../json/cut-members.ts";
import { quote } from "../json/join.ts";
import { JsonError } from "../json/json-error.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";

/** Longer answers are compared by their bytes alone, without parsing. */
const maxCanonicalBytes = 256 * 1024;
/** Members that may differ between upstreams that agree. */
const leftOut: ReadonlySet<string> = new Set(["context", "apiVersion"]);

/** An upstream's answer, a result or a ledger error, that can be compared with others. */
export class ComparableAnswer {
  readonly answer: RawJson | RpcError;
  #digest: string | undefined;
  #form: string | undefined;

  constructor(answer: RawJson | RpcError) {
    this.answer = answer;
  }

  /** Whether both say the same. Numbers are compared as written: for a client that keeps digits, 1.0 differs from 1. */
  equals(other: ComparableAnswer): boolean {
    if (this.answer instanceof RpcError !== other.answer instanceof RpcError) return false;
    if (this.#bytes === other.#bytes) return true;
    return this.#mayBeParsed && other.#mayBeParsed && this.#canonical === other.#canonical;
  }

  get #mayBeParsed(): boolean {
    return this.answer instanceof RpcError || this.answer.byteLength <= maxCanonicalBytes;
  }

  /** Digest of the compared members, sorted by key, or of the value itself if it is not an object. */
  get #bytes(): string {
    this.#digest ??= this.answer instanceof RpcError ? textOfError(this.answer) : digestOf(this.answer);
    return this.#digest;
  }

  get #canonical(): string {
    this.#form ??= this.answer instanceof RpcError ? this.#bytes : canonicalOf(this.answer);
    return this.#form;
  }
}

/** Only code and data are compared: messages differ between node versions. */
function textOfError({ code, wire }: RpcError): string {
  const data = wire === undefined ? undefined : member(wire, "data");
  return `${code} ${data === undefined || data.byteLength > maxCanonicalBytes ? "" : canonicalText(data.toString())}`;
}

function digestOf(result: RawJson): string {
  const hash = createHash("sha256");
  const members = countedMembers(result);
  if (members === undefined) for (const part of result.parts) hash.update(part);
  for (const [key, value] of members ?? []) {
    hash.update(`${quote(key)}:`);
    for (const part of value.parts) hash.update(part);
    hash.update(",");
  }
  return hash.digest("base64");
}

function canonicalOf(result: RawJson): string {
  const members = countedMembers(result);
  const text =
    members === undefined
      ? result.toString()
      : `{${members.map(([key, value]) => `${quote(key)}:${value.toString()}`).join(",")}}`;
  return canonicalText(text);
}

/** The canonical form; text that can't be parsed is compared unchanged. */
function canonicalText(text: string): string {
  try {
    return canonical(text);
  } catch (caught) {
    if (caught instanceof JsonError) return text;
    throw caught;
  }
}

function countedMembers(result: RawJson): [key: string, value: RawJson][] | undefined {
  return cutMembers(result)
    ?.filter(([key]) => !leftOut.has(key))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
