import { readFileSync } from "node:fs";
import { expect } from "chai";
import { configFor, Program, type ServedGateway, startGateway } from "../../gateway-process.ts";
import { SocketClient } from "../../transports/websocket/socket-client.ts";
import { type EchoUpstream, startEchoUpstream } from "./echo-upstream.ts";
import { bodies, shapes, values } from "./shapes.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

const small = 64 * 1024;
const large = 8 * small;
/** What is linear takes 8 times as long. */
const maxRatio = 12;
/** Below this, garbage collection says more about a time than the input does. */
const floorMs = 10;
/** A time that is too long is measured again: a stall is not repeated so often. */
const tries = 6;

/** Room for what one input makes, so that times do not depend on when memory is collected. */
const env = { NODE_OPTIONS: "--max-semi-space-size=64" };

/** Does something with an input of so many characters; done when it resolves. */
type Work = (length: number) => Promise<unknown>;

/**
 * Milliseconds that the main thread of a process has worked: other programs on the machine do not count. Where the platform
 * does not say, the time that has passed.
 */
function workedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

async function timeOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = workedMs(pid);
  await work();
  return workedMs(pid) - before;
}

/** What takes more than linear time, of works by name: `name: 20 ms, then 900 ms`. */
async function superlinear(
  { child: { pid = 0 } }: Program,
  works: Iterable<readonly [name: string, work: Work]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, work] of works) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.POSITIVE_INFINITY;
    for (let at = 0; at < tries; at += 1) {
      least = Math.min(least, await timeOf(pid, () => work(small)));
      most = Math.min(most, await timeOf(pid, () => work(large)));
      if (most <= maxRatio * Math.max(least, floorMs)) break;
    }
    if (most > maxRatio * Math.max(least, floorMs))
      found.push(`${name}: ${least.toFixed(0)} ms, then ${most.toFixed(0)} ms`);
  }
  return found;
}

function callOf(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
}

function toolCallOf(name: string, args: string): string {
  return callOf("tools/call", `{"name":"${name}","arguments":${args}}`);
}

const calls = shapes.map(
  ([name, method, params]) => [name, (length: number) => callOf(method, params(length))] as const,
);
/** For routes that read an input as another one does that gets them all, and differ in how it arrives. */
function oneInThree<Input>(inputs: readonly Input[]): readonly Input[] {
  return inputs.filter((_, at) => at % 3 === 0);
}

/** Each of four calls has a quarter of the length. */
const batches = oneInThree(calls).map(
  ([name, call]) =>
    [
      name,
      (length: number) =>
        `[${Array(4)
          .fill(call(length / 4))
          .join(",")}]`,
    ] as const,
);
const toolCalls = [
  ...values.map(
    ([name, value]) =>
      [
        name,
        (length: number) =>
          toolCallOf("getAccountInfo", `{"pubkey":"${address}","dataSlice":${value(length)}}`),
      ] as const,
  ),
  ...shapes
    .filter(([, , params]) => params(1).startsWith("{"))
    .map(([name, method, params]) => [name, (length: number) => toolCallOf(method, params(length))] as const),
];

/** Lines written to a process and lines that it answered, one for each. */
class LineClient {
  readonly #process: Program;
  #awaited = 0;
  #lines = 0;
  #wake: () => void = () => undefined;

  constructor(process: Program) {
    this.#process = process;
    process.child.stdout.on("data", (text: string) => {
      this.#lines += text.split("\n").length - 1;
      this.#wake();
    });
  }

  async send(line: string): Promise<void> {
    this.#awaited += 1;
    this.#process.child.stdin.write(`${line}\n`);
    while (this.#lines < this.#awaited) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

describe("eight times the input takes about eight times as long @long", function () {
  this.timeout(120_000);
  let upstream: EchoUpstream;
  let gateway: ServedGateway;

  before(async () => {
    upstream = await startEchoUpstream();
    gateway = await startGateway(["serve", "--ws-port", "0"], { config: config(upstream), env });
  });
  after(async () => {
    upstream.close();
    await gateway.process.stop();
  });
  afterEach(() => {
    upstream.result = undefined;
  });

  function config({ url }: EchoUpstream): object {
    return configFor({ echo: { rpc_url: url } }, { cache: { enabled: false } });
  }

  async function post(path: string, body: string): Promise<void> {
    await (await gateway.post(path, body)).arrayBuffer();
  }

  const posted: readonly (readonly [
    route: string,
    path: string,
    inputs: readonly (readonly [name: string, body: (length: number) => string])[],
  ])[] = [
    ["a call in the gateway dialect", "/", [...calls, ...bodies]],
    ["a call in the ledger dialect", "/networks/echo", calls],
    ["a batch", "/", batches],
    ["a call of a tool", "/api/mcp", [...toolCalls, ...bodies]],
  ];
  for (const [route, path, inputs] of posted) {
    it(`in ${route}`, async () => {
      const works = inputs.map(
        ([name, body]) => [name, (length: number) => post(path, body(length))] as const,
      );
      expect(await superlinear(gateway.process, works)).to.deep.equal([]);
    });
  }

  const answered: readonly (readonly [route: string, path: string, body: string])[] = [
    ["a call", "/", callOf("getAccountInfo", `["${address}"]`)],
    ["a call of a tool", "/api/mcp", toolCallOf("getAccountInfo", `{"pubkey":"${address}"}`)],
    ["a handler that reads it", "/", callOf("getAccountOwner", `["${address}"]`)],
  ];
  for (const [route, path, body] of answered) {
    it(`in an upstream's answer to ${route}`, async () => {
      const works = values.map(
        ([name, value]) =>
          [
            name,
            (length: number) => {
              upstream.result = value(length);
              return post(path, body);
            },
          ] as const,
      );
      expect(await superlinear(gateway.process, works)).to.deep.equal([]);
    });
  }

  it("in a frame of a socket", async () => {
    const client = await SocketClient.connect(gateway.url.replace("http", "ws"));
    let count = 0;
    const works = [...oneInThree(calls), ...bodies].map(
      ([name, body]) =>
        [
          name,
          (length: number) => {
            client.send(body(length));
            count += 1;
            return client.received(count);
          },
        ] as const,
    );
    expect(await superlinear(gateway.process, works)).to.deep.equal([]);
    client.close();
  });

  it("in a line of standard input", async () => {
    const process = new Program(["stdio"], { config: config(upstream), env });
    const client = new LineClient(process);
    await client.send(
      callOf(
        "initialize",
        '{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"test","version":"1"}}',
      ),
    );
    const works = [...oneInThree(toolCalls), ...bodies].map(
      ([name, body]) => [name, (length: number) => client.send(body(length))] as const,
    );
    expect(await superlinear(process, works)).to.deep.equal([]);
    await process.stop();
  });
});
