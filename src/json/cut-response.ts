import { KeyReader, members, sliceOf, textBetween } from "./cut-raw.ts";
import { stringIn } from "./cut-text.ts";
import type { RawJson } from "./raw-json.ts";
import { ByteGatherer } from "./scan/byte-gatherer.ts";
import { JsonError } from "./scan/json-error.ts";
import { JsonScanner } from "./scan/json-scanner.ts";
import { Utf8Checker } from "./scan/utf8-checker.ts";

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

const names = ["result", "id", "error"] as const;
/** A response has four. */
const maxMembers = 64;

/** Cuts a whole body. Throws a JsonError when it is malformed or not a JSON-RPC response. */
export function cutResponse(body: Buffer): CutResponse {
  const cutter = new ResponseCutter();
  cutter.push(body);
  return cutter.end();
}

/**
 * Cuts a JSON-RPC response whose body arrives in chunks, each checked as it arrives, so that the work left at the end does not grow with
 * the body. The result shares the memory of large chunks. Of a member that is written twice, the last counts.
 */
export class ResponseCutter {
  readonly #chunks = new ByteGatherer();
  readonly #utf8 = new Utf8Checker();
  /** Four offsets for each member: start and end of its key and of its value. */
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
    // Some servers write both members, one of them null.
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

/** The code of an error, undefined unless it is an integer, and its message. The rest, perhaps many kilobytes of logs, is not parsed. */
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
