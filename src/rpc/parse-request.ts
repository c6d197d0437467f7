import { isUtf8 } from "node:buffer";
import { assertEnd, stringIn, unquote } from "../json/cut-text.ts";
import { quote } from "../json/join.ts";
import { JsonError } from "../json/scan/json-error.ts";
import { charCodeAt, skipColon, skipKey, skipSpace, skipValue, unexpected } from "../json/scan/skip-value.ts";
import { truncate } from "../text/wording.ts";
import { RpcError } from "./rpc-error.ts";

/** A request as the client wrote it; only the method name is decoded. */
export interface RpcRequest {
  readonly kind: "request";
  readonly method: string;
  /** JSON text of an array or an object; undefined if missing or null. */
  readonly params: string | undefined;
  /** JSON text of the id, escapes and digits as written; undefined for a notification. */
  readonly id: string | undefined;
  /** True if it has no `jsonrpc` member, which only `allowsDirectForm` permits. */
  readonly isDirectForm: boolean;
}

/** A body or batch member that is not a valid request, with the error and the id (JSON text) to answer with. */
export interface BadRequest {
  readonly kind: "badRequest";
  readonly error: RpcError;
  readonly id: string;
}

/** A batch, in the order written. */
interface RpcBatch {
  readonly kind: "batch";
  readonly members: readonly (RpcRequest | BadRequest)[];
}

/** Result of `parseRequest`. */
export type ParsedBody = RpcRequest | BadRequest | RpcBatch;

/** Nesting limit; the deepest request of a ledger method has about 6 levels. */
const maxLevels = 512;

/** Options of `parseRequest`. */
export interface ParseRequestOptions {
  /** Most members of a batch. Default 100. */
  readonly maxBatch?: number;
  /** Accepts requests without `jsonrpc`, the direct form on standard input. A value other than "2.0" is still an error. */
  readonly allowsDirectForm?: boolean;
}

/** Parses a body strictly by JSON-RPC 2.0. Never throws; an invalid body becomes a `BadRequest`, with the request's id if readable. */
export function parseRequest(body: Buffer | string, options: ParseRequestOptions = {}): ParsedBody {
  const { maxBatch = 100, allowsDirectForm = false } = options;
  // Faster than `String(body)`.
  const text = typeof body === "string" ? body : body.toString("utf8");
  // Invalid UTF-8 decodes to U+FFFD, so only bodies that contain it need a check.
  if (typeof body !== "string" && text.includes("\ufffd") && !isUtf8(body))
    return requestError("parse", "Parse error: the body is not valid UTF-8.");
  try {
    const start = skipSpace(text, afterByteOrderMark(text));
    if (charCodeAt(text, start) === 0x5b) return readBatch(text, start, maxBatch, allowsDirectForm);
    const reader = new RequestReader(text, maxLevels);
    const end = reader.read(start);
    assertEnd(text, end);
    return reader.request(allowsDirectForm);
  } catch (caught) {
    return unparsableError(caught, text);
  }
}

function readBatch(text: string, start: number, maxBatch: number, allowsDirectForm: boolean): ParsedBody {
  const members: (RpcRequest | BadRequest)[] = [];
  let count = 0;
  let position = skipSpace(text, start + 1);
  if (charCodeAt(text, position) === 0x5d) {
    assertEnd(text, position + 1);
    return requestError("invalidRequest", "Invalid Request: the batch is empty.");
  }
  for (;;) {
    const reader = new RequestReader(text, maxLevels - 1);
    position = skipSpace(text, reader.read(skipSpace(text, position)));
    count += 1;
    if (count <= maxBatch) members.push(reader.request(allowsDirectForm));
    const code = charCodeAt(text, position);
    if (code === 0x5d) break;
    if (code !== 0x2c) throw unexpected(text, position, '"," or "]"');
    position += 1;
  }
  assertEnd(text, position + 1);
  if (count > maxBatch) {
    const message = `Invalid Request: the batch has ${count} members, more than the limit of ${maxBatch}; split it.`;
    return requestError("invalidRequest", message);
  }
  return { kind: "batch", members };
}

/** Reads the JSON-RPC members of one value in one pass. Of duplicate keys the last counts. */
class RequestReader {
  readonly #text: string;
  readonly #maxDepth: number;
  #isObject = false;
  #jsonrpc: string | undefined;
  #method: string | undefined;
  #params: string | undefined;
  #id: string | undefined;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  /** Reads the value at `start` and returns the index after it. */
  read(start: number): number {
    const text = this.#text;
    if (charCodeAt(text, start) !== 0x7b) return skipValue(text, start, this.#maxDepth);
    this.#isObject = true;
    let position = skipSpace(text, start + 1);
    if (charCodeAt(text, position) === 0x7d) return position + 1;
    for (;;) {
      const keyStart = skipSpace(text, position);
      const keyEnd = skipKey(text, keyStart);
      const valueStart = skipColon(text, keyEnd);
      const valueEnd = skipValue(text, valueStart, this.#maxDepth - 1);
      this.#setMember(text.slice(keyStart, keyEnd), text.slice(valueStart, valueEnd));
      position = skipSpace(text, valueEnd);
      const code = charCodeAt(text, position);
      if (code === 0x7d) return position + 1;
      if (code !== 0x2c) throw unexpected(text, position, '"," or "}"');
      position += 1;
    }
  }

  #setMember(rawKey: string, raw: string): void {
    switch (rawKey.includes("\\") ? quote(unquote(rawKey)) : rawKey) {
      case '"jsonrpc"':
        this.#jsonrpc = raw;
        break;
      case '"id"':
        this.#id = raw;
        break;
      case '"method"':
        this.#method = raw;
        break;
      case '"params"':
        this.#params = raw;
        break;
    }
  }

  request(allowsDirectForm: boolean): RpcRequest | BadRequest {
    if (!this.#isObject)
      return requestError("invalidRequest", "Invalid Request: a request must be a JSON object.");
    const id = this.#id;
    if (id !== undefined && !isId(id)) return invalidMemberError("id must be a string, a number or null", id);
    const jsonrpc = this.#jsonrpc;
    const isDirectForm = allowsDirectForm && jsonrpc === undefined;
    if (!isDirectForm && jsonrpc !== '"2.0"' && stringIn(jsonrpc) !== "2.0")
      return invalidMemberError('jsonrpc must be "2.0"', jsonrpc, id);
    const method = stringIn(this.#method);
    if (method === undefined) return invalidMemberError("method must be a string", this.#method, id);
    const params = this.#params === "null" ? undefined : this.#params;
    if (params !== undefined && params[0] !== "[" && params[0] !== "{")
      return invalidMemberError("params must be an array or an object", params, id);
    return { kind: "request", method, params, id, isDirectForm };
  }
}

/** Skips a byte order mark: some shells write one, and RFC 8259 section 8.1 lets parsers ignore it. */
function afterByteOrderMark(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

function isId(raw: string): boolean {
  const code = raw.charCodeAt(0);
  return code === 0x22 || code === 0x2d || (code >= 0x30 && code <= 0x39) || raw === "null";
}

/** Error for a request with an invalid member. `raw` is its JSON text; undefined if it is missing. */
function invalidMemberError(rule: string, raw: string | undefined, id?: string): BadRequest {
  const got = raw === undefined ? "none" : truncate(raw);
  return requestError("invalidRequest", `Invalid Request: ${rule}, got ${got}.`, id);
}

function requestError(kind: "parse" | "invalidRequest", message: string, id = "null"): BadRequest {
  return { kind: "badRequest", error: RpcError.of(kind, message), id };
}

/** A text that exceeds the nesting limit is scanned to its end first: a syntax error takes precedence. */
function unparsableError(caught: unknown, text: string): BadRequest {
  if (!(caught instanceof JsonError)) throw caught;
  if (caught.kind !== "depth")
    return requestError("parse", `Parse error: ${caught.message}, at character ${caught.offset}.`);
  try {
    assertEnd(text, skipValue(text, afterByteOrderMark(text)));
  } catch (syntax) {
    return unparsableError(syntax, text);
  }
  return requestError("invalidRequest", `Invalid Request: nested deeper than ${maxLevels} levels.`);
}
