import type { Readable, Writable } from "node:stream";
import type { ParsedBody } from "../../rpc/parse-request.ts";
import { toLine } from "../shared/one-line.ts";
import { LineWriter } from "./line-writer.ts";
import { type Line, readLines } from "./read-lines.ts";
import { StdioSession, type StdioSessionOptions } from "./stdio-session.ts";

interface StdioOptions extends Omit<StdioSessionOptions, "send"> {
  readonly input: Readable;
  readonly output: Writable;
  /** Most calls at once. While this many run, no further line is read. */
  readonly maxInFlight: number;
  /** Stops reading; what was read is still answered. */
  readonly stop?: AbortSignal;
}

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
  options.stop?.addEventListener("abort", stop, { once: true });
  if (options.stop?.aborted === true) stop();

  async function answer(body: ParsedBody): Promise<void> {
    const answered = await session.answer(body);
    if (answered !== undefined) writer.write(toLine(answered));
  }

  async function accept(line: Line): Promise<void> {
    const body = session.read(line);
    if (body === undefined) return;
    const task = answer(body).finally(() => running.delete(task));
    running.add(task);
    if (session.isHandshake(body)) await task;
    // Stops reading from a client that has too many calls in flight or does not read its answers.
    await session.waitForRoom(maxInFlight);
    await writer.ready();
  }

  for await (const line of readLines(chunksOf(input), options.maxLineBytes)) await accept(line);
  session.endQuestions();
  await Promise.all(running);
  options.stop?.removeEventListener("abort", stop);
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
