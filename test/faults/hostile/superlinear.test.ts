import { expect } from "chai";
import { configFor, Program, type ServedGateway, startGateway } from "../../gateway-process.ts";
import { SocketClient } from "../../transports/websocket/socket-client.ts";
import { disproportion } from "../../work-grows.ts";
import { cpuMsOf } from "./cpu-of.ts";
import { type EchoUpstream, startEchoUpstream } from "./echo-upstream.ts";
import { bodies, shapes, values } from "./shapes.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

const small = 64 * 1024;
/** Room for what one input makes, so that times do not depend on when memory is collected. */
const env = { NODE_OPTIONS: "--max-semi-space-size=64" };

/** Does something with an input of so many characters; done when it resolves. */
type Work = (length: number) => Promise<unknown>;

/** What takes more than linear time, of works by name: `name: 20 ms of processor, then 900 ms for 8 times the input`. */
async function superlinear(
  { child: { pid = 0 } }: Program,
  works: Iterable<readonly [name: string, work: Work]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, work] of works) {
    const excess = await disproportion(work, small, { cpuMs: () => cpuMsOf(pid), floorMs: 10 });
    if (excess !== undefined) found.push(`${name}: ${excess}`);
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
