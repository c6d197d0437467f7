import { once } from "node:events";
import { PassThrough } from "node:stream";
import { stdioCaller } from "../../../src/gateway/gateway-call.ts";
import type { RpcError } from "../../../src/rpc/rpc-error.ts";
import { runStdio } from "../../../src/transports/stdio/run-stdio.ts";
import { type Answer, createToolTest, type ToolTest } from "../mcp/harness.ts";

/** An answer on standard output, as a client reads it. */
export interface Said {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** A session whose other end is the test. */
interface StdioTest extends ToolTest {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly faults: RpcError[];
  readonly stop: AbortController;
  /** Resolves when the session has ended by itself. */
  readonly ended: Promise<void>;
  /** Everything written so far, by line. */
  lines(): string[];
  said(): Said[];
  /** Waits until `count` lines were written. */
  saidLines(count: number): Promise<Said[]>;
  /** Writes lines, ends the input, and returns everything written until the session's end. */
  finish(...lines: readonly string[]): Promise<Said[]>;
}

/** Bounds that a test may change. */
interface StdioBounds {
  readonly maxLineBytes?: number;
  readonly maxInFlight?: number;
  readonly maxAnswerBytes?: number;
  readonly maxUnreadBytes?: number;
  /** Bytes that the output takes without being read. */
  readonly outputBytes?: number;
  /** It is stopped before it begins. */
  readonly isStopped?: boolean;
  readonly settings?: object;
}

/** The request that opens a session. */
export function initialize(version = "2024-11-05", id = '"init"'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"initialize","params":{"protocolVersion":"${version}","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`;
}

/** A request to call a tool. */
export function toolCall(id: string, name = "getSlot", args = "{}"): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
}

/** Starts a session over a scripted gateway. */
export async function startStdio(
  answer: Answer = () => "1",
  {
    maxLineBytes = 16 * 1024 * 1024,
    maxInFlight = 100,
    maxAnswerBytes = 1024 * 1024,
    maxUnreadBytes = 64 * 1024 * 1024,
    outputBytes = 64 * 1024 * 1024,
    isStopped = false,
    settings = {},
  }: StdioBounds = {},
): Promise<StdioTest> {
  const test = await createToolTest(answer, settings);
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: outputBytes });
  const faults: RpcError[] = [];
  const stop = new AbortController();
  if (isStopped) stop.abort();
  let text = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = runStdio({
    input,
    output,
    tools: test.tools,
    caller: () => stdioCaller,
    maxBatch: 100,
    maxAnswerBytes,
    maxUnreadBytes,
    maxLineBytes,
    maxInFlight,
    stop: stop.signal,
    reportError: (error) => error.kind === "internal" && faults.push(error),
  });
  const lines = () => text.split("\n").slice(0, -1);
  const said = () => lines().map((line) => JSON.parse(line) as Said);
  return {
    ...test,
    input,
    output,
    faults,
    stop,
    ended,
    lines,
    said,
    async saidLines(count) {
      while (lines().length < count) await once(output, "data");
      return said();
    },
    async finish(...written) {
      input.end(written.map((line) => `${line}\n`).join(""));
      await ended;
      return said();
    },
  };
}
