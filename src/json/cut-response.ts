import { ByteGatherer } from "./byte-gatherer.ts";
import { unquote } from "./cut.ts";
import { cutMembers, keyAt, valueAt, valueTextAt } from "./cut-members.ts";
import { JsonError } from "./json-error.ts";
import { JsonScanner } from "./json-scanner.ts";
import type { RawJson } from "./raw-json.ts";
import { Utf8Checker } from "./utf8-checker.ts";

/** The parts of a JSON-RPC response: the result or the error as written, and the raw text of its id ("null" when it has none). */
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
/** A response has four. */
const maxMembers = 64;

/** Cuts a whole body. Throws a JsonError when it is malformed or not a JSON-RPC response. */
export function cutResponse(body: Buffer): CutResponse {
  const cutter = new ResponseCutter();
  cutter.push(body);
  return cutter.end();
}

/**
 * Cuts a JSON-RPC response whose body arrives in chunks. Each chunk is checked as it arrives (see JsonScanner), so the work
 * left at the end does not grow with the body, and a malformed one is never passed on. Only small chunks are copied: the
 * result shares the memory of the others. Members may come in any order; of one that is written twice, the last counts.
 */
export class ResponseCutter {
  readonly #chunks = new ByteGatherer();
  readonly #utf8 = new Utf8Checker();
  readonly #scanner = new JsonScanner({ maxMembers });

  /** Bytes pushed so far. */
  get byteLength(): number {
    return this.#scanner.byteLength;
  }

  /** Checks the next chunk and keeps it; throws a JsonError when the body is malformed. */
  push(chunk: Buffer): void {
    this.#utf8.push(chunk);
    this.#scanner.push(chunk);
    this.#chunks.push(chunk);
  }

  /** The response; throws a JsonError when the body is malformed or not a JSON-RPC response. */
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

/** The key of a member. The keys of a response are recognized by their bytes, which is cheaper than decoding them. */
function nameAt(parts: readonly Buffer[], marks: readonly number[], at: number): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    for (const name of names) if (isNameAt(only, marks[at] ?? 0, marks[at + 1] ?? 0, name)) return name;
  }
  return keyAt(parts, marks, at);
}

/** Whether the range is a quoted name, written without escapes. */
function isNameAt(bytes: Buffer, start: number, end: number, name: string): boolean {
  const { length } = name;
  if (end - start !== length + 2) return false;
  for (let index = 0; index < length; index += 1) {
    if (bytes[start + 1 + index] !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Reads the code and the message; the rest, perhaps many kilobytes of logs, is not parsed. */
function readError(error: RawJson): { code: number; message: string } {
  let code = Number.NaN;
  let message = "";
  for (const [key, value] of cutMembers(error) ?? []) {
    if (key === "code") code = Number(value.toString());
    else if (key === "message") message = stringOrEmpty(value.toString());
  }
  if (!Number.isInteger(code)) throw notAResponse("its error is not an object with a code");
  return { code, message };
}

function stringOrEmpty(raw: string): string {
  return raw.startsWith('"') ? unquote(raw) : "";
}

function notAResponse(reason: string): JsonError {
  return new JsonError("shape", `not a JSON-RPC response: ${reason}`, 0);
}
