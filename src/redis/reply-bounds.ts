import type { Redis } from "ioredis";

/** Lines of RESP2 and RESP3 that gateways receive: aggregates, bulk strings, simple strings and numbers. */
const linePattern = /^(?:[*~>%$=!](?:\d{1,9}|-1)|[+-][^\r\n]*|:[+-]?\d{1,20}|_|#[tf])\r\n$/;
const nullPattern = /^(?:_|.-1\r)/;
/** Longest line. Bulk strings, which may be longer, are not lines. */
const maxLineLength = 4096;
const newline = 10;
/** Fewest values of a pub/sub message: kind, channel and payload. */
const minMessageValues = 3;

interface Bounds {
  readonly maxBytes: number;
  /** Most values in a reply, nested ones included. */
  readonly maxValues: number;
  readonly pendingCommands: () => number;
  /** Expects pub/sub messages, which arrive unrequested. */
  readonly isSubscriber: boolean;
}

/**
 * Checks replies before the client library reads them: it allocates as many values as an aggregate announces, buffers a reply until
 * its end, and throws on replies to no command.
 */
export class ReplyBounds {
  readonly #bounds: Bounds;
  #bytes = 0;
  #values = 0;
  #valuesLeft = 0;
  /** Remaining bytes of a bulk string and its line end. */
  #bytesLeft = 0;
  #line = "";

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  reset(): void {
    this.#bytes = 0;
    this.#values = 0;
  }

  /** Counts received bytes. Returns the reason to close the connection; undefined within the bounds. */
  countChunk(chunk: Buffer): string | undefined {
    const { maxBytes, maxValues, pendingCommands, isSubscriber } = this.#bounds;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) return `one reply has more than ${maxBytes} bytes`;
    let expected = isSubscriber ? Number.POSITIVE_INFINITY : pendingCommands();
    for (let at = 0; at < chunk.length; ) {
      if (this.#bytesLeft > 0) {
        const skipped = Math.min(this.#bytesLeft, chunk.length - at);
        this.#bytesLeft -= skipped;
        at += skipped;
      } else {
        const newlineAt = chunk.indexOf(newline, at);
        const end = newlineAt < 0 ? chunk.length : newlineAt + 1;
        if (this.#line.length + end - at > maxLineLength) return "it sent a line that is too long";
        this.#line += chunk.toString("latin1", at, end);
        at = end;
        if (newlineAt < 0) break;
        if (!this.#endLine()) return "it does not speak the Redis protocol";
        if (this.#values > maxValues) return `one reply has more than ${maxValues} values`;
      }
      if (this.#bytesLeft === 0 && this.#valuesLeft === 0) expected -= 1;
      if (expected < 0) return "it sent a reply that was not requested";
    }
    return undefined;
  }

  /** Counts the values that a line announces. Returns false for an invalid line. */
  #endLine(): boolean {
    const line = this.#line;
    const { isSubscriber } = this.#bounds;
    if (!linePattern.test(line) || (isSubscriber && nullPattern.test(line))) return false;
    const [type = ""] = line;
    const count = Number.parseInt(line.slice(1), 10);
    const isList = "*~>%".includes(type);
    const values = isList && count > 0 ? (type === "%" ? 2 * count : count) : 0;
    if (isSubscriber ? this.#valuesLeft === 0 && isList && values < minMessageValues : type === ">")
      return false;
    if ("$=!".includes(type) && count >= 0) this.#bytesLeft = count + "\r\n".length;
    this.#valuesLeft = Math.max(0, this.#valuesLeft - 1) + values;
    this.#values += values;
    this.#line = "";
    return true;
  }
}

/** More than the keys, or the days of usage, that gateways share. */
const maxReplyValues = 1_000_000;

/** Closes a connection whose replies exceed the bounds. Returns the function to call after each reply. */
export function boundReplies(
  redis: Redis,
  limits: { readonly maxBytes: number; readonly isSubscriber: boolean },
): () => void {
  let bounds: ReplyBounds | undefined;
  redis.on("connect", () => {
    const { stream } = redis;
    const connection = new ReplyBounds({
      ...limits,
      maxValues: maxReplyValues,
      pendingCommands: () => redis.commandQueue.length,
    });
    bounds = connection;
    const push = stream.push.bind(stream);
    stream.push = (chunk: Buffer | null) => {
      const reason = chunk === null ? undefined : connection.countChunk(chunk);
      if (reason === undefined) return push(chunk);
      stream.destroy(new Error(reason));
      return false;
    };
  });
  return () => bounds?.reset();
}
