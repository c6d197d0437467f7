import { type Readable, Writable } from "node:stream";
import { ByteGatherer } from "../../json/scan/byte-gatherer.ts";
import type { ParsedBody } from "../../rpc/parse-request.ts";
import { toLine } from "../shared/one-line.ts";
import { type Line, StdioSession, type StdioSessionOptions } from "./stdio-session.ts";

interface StdioOptions extends Omit<StdioSessionOptions, "send"> {
  readonly input: Readable;
  readonly output: Writable;
  /** Maximum concurrent calls. At this number, no line is read past the next call. */
  readonly maxInFlight: number;
  /** Bound on unread output. A long answer that would exceed it is replaced with an error. */
  readonly maxUnreadBytes: number;
  /** Stops reading. Lines that have been read are still answered. */
  readonly stop: AbortSignal;
}

/** Answers up to this length are never dropped, since the number of concurrent calls bounds them. */
const maxShortBytes = 64 * 1024;

/**
 * Serves one client line by line until its input ends or its output closes. Resolves when every answer is written.
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
    const result = await session.answer(body);
    if (result === undefined) return;
    const { byteLength } = result;
    const mustDrop = byteLength > maxShortBytes && writer.unread + byteLength > options.maxUnreadBytes;
    writer.write(toLine(mustDrop ? session.errorForDropped(body, byteLength, writer.unread) : result));
  }

  async function accept(line: Line): Promise<void> {
    const body = session.read(line);
    if (body === undefined) return;
    // Waits if too many calls are in flight. Cancellations are still read.
    if (!session.isCancellation(body)) await session.waitForCapacity(maxInFlight);
    const task = answer(body).finally(() => running.delete(task));
    running.add(task);
    if (session.isHandshake(body)) await task;
    // Stops reading from a client that does not read its answers.
    await writer.ready();
  }

  for await (const line of readLines(chunksOf(input), options.maxLineBytes)) await accept(line);
  session.cancelElicitations();
  await Promise.all(running);
  options.stop.removeEventListener("abort", stop);
  await writer.flush();
}

/** Reads chunks until the stream ends or fails. It fails if the client disconnects or the gateway stops reading. */
async function* chunksOf(input: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of input) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
  } catch {
    return;
  }
}

const lineFeed = 0x0a;

/** Splits input into lines; the last may lack a line feed. Yields only the length of a line over `maxBytes`. */
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
  const append = (part: Buffer): void => {
    length += part.length;
    if (length > maxBytes) pieces = new ByteGatherer();
    else if (part.length > 0) pieces.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      append(chunk.subarray(start, end));
      yield endLine();
      start = end + 1;
    }
    append(chunk.subarray(start));
  }
  if (length > 0) yield endLine();
}

/** Writes whole lines with backpressure until the reader closes its end. */
export class LineWriter {
  readonly #output: Writable;
  #hasClosed = false;
  #onReady: (() => void) | undefined;

  constructor(output: Writable, onClosed: () => void) {
    this.#output = output;
    const close = () => {
      if (this.#hasClosed) return;
      this.#hasClosed = true;
      this.#onReady?.();
      onClosed();
    };
    // A client may close its end at any time. That ends the session and is not an error.
    output.on("error", close);
    output.on("close", close);
    output.on("drain", () => this.#onReady?.());
  }

  /** Bytes that the reader has not consumed. */
  get unread(): number {
    return this.#output.writableLength;
  }

  /** Writes a line, or drops it if the reader has closed. */
  write(line: Buffer): void {
    if (!this.#hasClosed) this.#output.write(line);
  }

  /** Resolves when the output has drained or closed. */
  async ready(): Promise<void> {
    while (!this.#hasClosed && this.#output.writableNeedDrain)
      await new Promise<void>((resolve) => {
        this.#onReady = resolve;
      });
  }

  /** Resolves when every line has been passed to the operating system. */
  async flush(): Promise<void> {
    if (this.#hasClosed) return;
    await new Promise<void>((resolve) => {
      this.#output.write("", () => resolve());
    });
  }
}

/**
 * Reserves standard output for the protocol. Other output of the process (such as console.log in a library) is redirected to standard
 * error, because a stray line would break the client's parser.
 */
export function reserveStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout) as (chunk: Buffer, done: (error?: Error | null) => void) => boolean;
  const protocolOutput = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, done);
    },
  });
  stdout.on("error", (error) => protocolOutput.destroy(error));
  stdout.on("close", () => protocolOutput.destroy());
  stdout.write = stderr.write.bind(stderr) as NodeJS.WriteStream["write"];
  return protocolOutput;
}
