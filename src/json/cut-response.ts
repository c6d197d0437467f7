import { ByteGatherer } from "./byte-gatherer.ts";
import { unquote } from "./cut.ts";
import { cutMembers, keyAt, valueAt, valueTextAt } from "./cut-members.ts";
import { JsonError } from "./json-error.ts";
import { JsonScanner } from "./json-scanner.ts";
import type { RawJson } from "./raw-json.ts";
import { Utf8Checker } from "./utf8-checker.ts";

/** A JSON-RPC response, cut: the result or the error as written, and the raw text of its id ("null" when it has none). */
export type CutResponse =
  | { readonly kind: "result"; readonly result: RawJson; readonly id: string }
  | {
      readonly kind: "error";
      readonly error: RawJson;
      readonly code: number;
      readonly message: string;
      readonly id: string;
    };

const names = ["jsonrpc", "result", "id", "error"] as const;
/** Far more than the four that a response has. */
const maxMembers = 64;

/** Cuts a whole body. Throws a JsonError when it is broken or no JSON-RPC response. */
export function cutResponse(body: Buffer): CutResponse {
  const cutter = new ResponseCutter();
  cutter.push(body);
  return cutter.end();
}

/**
 * Cuts a JSON-RPC response whose body comes in chunks. Each is checked as it comes (see JsonScanner), so nothing is left
 * to do at the end that grows with the body, and a broken one is never passed on. Only small chunks are copied: the result's
 * parts share the memory of the others. Members may come in any order; of one that is written twice, the last counts.
 */
export class ResponseCutter {
  readonly #chunks = new ByteGatherer();
  readonly #utf8 = new Utf8Checker();
  readonly #scanner = new JsonScanner({ maxMembers });

  /** Bytes pushed so far. */
  get byteLength(): number {
    return this.#scanner.byteLength;
  }

  /** Takes the next chunk and keeps it; throws a JsonError when the body cannot be right any more. */
  push(chunk: Buffer): void {
    this.#utf8.push(chunk);
    this.#scanner.push(chunk);
    this.#chunks.push(chunk);
  }

  /** The response; throws a JsonError when the body is broken or no JSON-RPC response. */
  end(): CutResponse {
    this.#utf8.end();
    this.#scanner.end();
    const { marks } = this.#scanner;
    const { parts } = this.#chunks;
    let id = "null";
    let result: RawJson | undefined;
    let error: RawJson | undefined;
    for (let at = 0; at < marks.length; at += 4) {
      const key = nameAt(parts, marks, at);
      if (key === "result") result = valueAt(parts, marks, at);
      else if (key === "error") error = valueAt(parts, marks, at);
      else if (key === "id") id = valueTextAt(parts, marks, at);
    }
    // Some servers write both members, one of them null.
    if (error !== undefined && !error.isNull) {
      if (result !== undefined && !result.isNull) throw notAResponse("it has both a result and an error");
      return { kind: "error", error, id, ...readError(error) };
    }
    if (result === undefined) throw notAResponse("it has neither a result nor an error");
    return { kind: "result", result, id };
  }
}

/** The key of a member: one that a response has is known by its bytes, which costs less than decoding it. */
function nameAt(parts: readonly Buffer[], marks: readonly number[], at: number): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    for (const name of names) if (standsAt(only, marks[at] ?? 0, marks[at + 1] ?? 0, name)) return name;
  }
  return keyAt(parts, marks, at);
}

/** Whether a name is written, without escapes, between two quotes inside the range. */
function standsAt(bytes: Buffer, start: number, end: number, name: string): boolean {
  const { length } = name;
  if (end - start !== length + 2) return false;
  for (let index = 0; index < length; index += 1) {
    if (bytes[start + 1 + index] !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Reads code and message; the rest, logs of many kilobytes maybe, is not looked at. */
function readError(error: RawJson): { code: number; message: string } {
  let code = Number.NaN;
  let message = "";
  for (const [key, value] of cutMembers(error) ?? []) {
    if (key === "code") code = Number(value.toString());
    else if (key === "message") message = textOrNothing(value.toString());
  }
  if (!Number.isInteger(code)) throw notAResponse("its error is no object with a code");
  return { code, message };
}

function textOrNothing(raw: string): string {
  return raw.startsWith('"') ? unquote(raw) : "";
}

function notAResponse(reason: string): JsonError {
  return new JsonError("shape", `this is no JSON-RPC response: ${reason}`, 0);
}
