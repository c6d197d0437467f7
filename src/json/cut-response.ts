import { KeyReader, members, sliceOf, textBetween } from "./cut-raw.ts";
import { stringIn } from "./cut-text.ts";
import type { RawJson } from "./raw-json.ts";
import { ByteGatherer } from "./scan/byte-gatherer.ts";
import { JsonError } from "./scan/json-error.ts";
import { JsonScanner } from "./scan/json-scanner.ts";
import { Utf8Checker } from "./scan/utf8-checker.ts";

/** A JSON-RPC response: the result or error as written, and the raw text of its id ("null" if missing). */
export type CutResponse =
  | { readonly kind: "result"; readonly result: RawJson; readonly id: string }
  | {
      readonly kind: "error";
      readonly error: RawJson;
      readonly code: number;
      readonly message: string;
      readonly id: string;
    };

const names = ["result", "id", "error"] as const;
/** A valid response has at most four. */
const maxMembers = 64;

/** Cuts a complete body. Throws a JsonError if it is malformed or not a JSON-RPC response. */
export function cutResponse(body: Buffer): CutResponse {
  const cutter = new ResponseCutter();
  cutter.push(body);
  return cutter.end();
}

/**
 * Cuts a JSON-RPC response that arrives in chunks. Each chunk is checked as it arrives, so that the work at the end does not grow
 * with the body. The result shares the memory of large chunks. The last duplicate of a member counts.
 */
export class ResponseCutter {
  readonly #chunks = new ByteGatherer();
  readonly #utf8 = new Utf8Checker();
  /** Four offsets per member: start and end of its key and of its value. */
  readonly #marks: number[] = [];
  readonly #scanner = new JsonScanner((keyStart, keyEnd, start, end) => {
    if (this.#marks.length >= 4 * maxMembers)
      throw new JsonError("shape", "the response has too many members", keyStart);
    this.#marks.push(keyStart, keyEnd, start, end);
  });

  get byteLength(): number {
    return this.#scanner.byteLength;
  }

  get values(): number {
    return this.#scanner.values;
  }

  /** Checks and keeps the next chunk; throws a JsonError if the body is malformed. */
  push(chunk: Buffer): void {
    this.#utf8.push(chunk);
    this.#scanner.push(chunk);
    this.#chunks.push(chunk);
  }

  /** Returns the response; throws a JsonError if the body is malformed or not a JSON-RPC response. */
  end(): CutResponse {
    this.#utf8.end();
    this.#scanner.end();
    const marks = this.#marks;
    const { parts } = this.#chunks;
    let id = "null";
    let result: RawJson | undefined;
    let error: RawJson | undefined;
    const reader = new KeyReader(parts, names);
    for (let at = 0; at < marks.length; at += 4) {
      const name = names[reader.find(marks[at] ?? 0, marks[at + 1] ?? 0)];
      if (name === undefined) continue;
      const start = marks[at + 2] ?? 0;
      const end = marks[at + 3] ?? 0;
      if (name === "result") result = sliceOf(parts, start, end);
      else if (name === "error") error = sliceOf(parts, start, end);
      else id = textBetween(parts, start, end);
    }
    // Some servers write both members, one as null.
    if (error !== undefined && !error.isNull) {
      if (result !== undefined && !result.isNull) throw notAResponse("it has both a result and an error");
      return { kind: "error", error, id, ...readError(error) };
    }
    if (result === undefined) throw notAResponse("it has neither a result nor an error");
    return { kind: "result", result, id };
  }
}

function readError(error: RawJson): { code: number; message: string } {
  const { code, message } = readErrorMembers(error);
  if (code === undefined) throw notAResponse("its error is not an object with a code");
  return { code, message };
}

/** Reads an error's code, undefined unless it is an integer, and message. The rest may be many kilobytes of logs; it is not parsed. */
export function readErrorMembers(error: RawJson): { code: number | undefined; message: string } {
  const [code, message] = members(error, ["code", "message"]);
  const number = Number(code?.toString());
  return {
    code: Number.isInteger(number) ? number : undefined,
    message: stringIn(message?.toString()) ?? "",
  };
}

function notAResponse(reason: string): JsonError {
  return new JsonError("shape", `not a JSON-RPC response: ${reason}`, 0);
}
