import { type Readable, Writable } from "node:stream";
import { ByteGatherer } from "../../json/scan/byte-gatherer.ts";
import type { ParsedBody } from "../../rpc/parse-request.ts";
import { toLine } from "../shared/one-line.ts";
import { type Line, StdioSession, type StdioSessionOptions } from "./stdio-session.ts";

interface StdioOptions extends Omit<StdioSessionOptions, "send"> {
  readonly input: Readable;
  readonly output: Writable;
  /** Most calls at once. While this many run, nothing is read past the next call. */
  readonly maxInFlight: number;
  /** Most bytes that the client may leave unread. A long answer that would exceed them is dropped, and an error says so. */
  readonly maxUnreadBytes: number;
  /** Stops reading; what was read is still answered. */
  readonly stop: AbortSignal;
}

/** Answers up to this length are never dropped: no more of them are unread than calls may run at once. */
const maxShortBytes = 64 * 1024;

/**
 * Serves one client line by line until its input ends or its output closes. Resolves once every answer is written.
 */
export async function runStdio(options: StdioOptions): Promise<void> {
  const { input, output, maxInFlight } = options;
  const running = new Set<Promise<void>>();
  const writer = new LineWriter(output, () => {
    session.cancelAll();
    input.destroy();
  });
  const session = new StdioSession({
    ...options,
    send: (message) => writer.write(Buffer.from(`${JSON.stringify(message)}\n`)),
  });
  const stop = () => input.destroy();
  options.stop.addEventListener("abort", stop, { once: true });
  if (options.stop.aborted) stop();

  async function answer(body: ParsedBody): Promise<void> {
    const answered = await session.answer(body);
    if (answered === undefined) return;
    const { byteLength } = answered;
    const isTooMuch = byteLength > maxShortBytes && writer.unread + byteLength > options.maxUnreadBytes;
    writer.write(toLine(isTooMuch ? session.errorForDropped(body, byteLength, writer.unread) : answered));
  }

  async function accept(line: Line): Promise<void> {
    const body = session.read(line);
    if (body === undefined) return;
    // Stops reading from a client that has too many calls in flight; it may still cancel them.
    if (!session.isCancellation(body)) await session.waitForRoom(maxInFlight);
    const task = answer(body).finally(() => running.delete(task));
    running.add(task);
    if (session.isHandshake(body)) await task;
    // Stops reading from a client that does not read its answers.
    await writer.ready();
  }

  for await (const line of readLines(chunksOf(input), options.maxLineBytes)) await accept(line);
  session.endQuestions();
  await Promise.all(running);
  options.stop.removeEventListener("abort", stop);
  await writer.flush();
}

/** The chunks of a stream until it ends. An error ends it too: the client broke off, or the gateway stops reading. */
async function* chunksOf(input: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of input) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
  } catch {
    return;
  }
}

const lineFeed = 0x0a;

/** Splits input into lines. Text after the last line feed is a line too. Keeps nothing of a line longer than `maxBytes`. */
export async function* readLines(input: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let pieces = new ByteGatherer();
  let length = 0;
  const endLine = (): Line => {
    const { parts } = pieces;
    const [first = Buffer.alloc(0)] = parts;
    const line = length > maxBytes ? length : parts.length > 1 ? Buffer.concat(parts, length) : first;
    pieces = new ByteGatherer();
    length = 0;
    return line;
  };
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > maxBytes) pieces = new ByteGatherer();
    else if (part.length > 0) pieces.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      keep(chunk.subarray(start, end));
      yield endLine();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield endLine();
}

/** Writes whole lines at the reader's pace, until the reader closes its end. */
export class LineWriter {
  readonly #output: Writable;
  #hasClosed = false;
  #onReady: (() => void) | undefined;

  constructor(output: Writable, onClosed: () => void) {
    this.#output = output;
    const end = () => {
      if (this.#hasClosed) return;
      this.#hasClosed = true;
      this.#onReady?.();
      onClosed();
    };
    // A client may close its end at any time: that ends the session and is not a fault.
    output.on("error", end);
    output.on("close", end);
    output.on("drain", () => this.#onReady?.());
  }

  /** Bytes that the reader has not taken yet. */
  get unread(): number {
    return this.#output.writableLength;
  }

  /** Writes a line; drops it once the reader has closed. */
  write(line: Buffer): void {
    if (!this.#hasClosed) this.#output.write(line);
  }

  /** Waits until the reader has caught up. */
  async ready(): Promise<void> {
    while (!this.#hasClosed && this.#output.writableNeedDrain)
      await new Promise<void>((resolve) => {
        this.#onReady = resolve;
      });
  }

  /** Waits until every written line has been handed to the operating system. */
  async flush(): Promise<void> {
    if (this.#hasClosed) return;
    await new Promise<void>((resolve) => {
      this.#output.write("", () => resolve());
    });
  }
}

/**
 * Reserves standard output for the protocol. Anything else that the process writes there later (a library's notice, a console.log)
 * goes to standard error, since one stray line would break the client's parsing.
 */
export function reserveStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout) as (chunk: Buffer, done: (error?: Error | null) => void) => boolean;
  const claimed = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, done);
    },
  });
  stdout.on("error", (error) => claimed.destroy(error));
  stdout.on("close", () => claimed.destroy());
  stdout.write = stderr.write.bind(stderr) as NodeJS.WriteStream["write"];
  return claimed;
}
