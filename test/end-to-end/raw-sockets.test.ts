import { once } from "node:events";
import type { Socket } from "node:net";
import { expect } from "chai";
import { ScriptedUpstream } from "../upstream/harness.ts";
import { type ServedService, serveService } from "./served-service.ts";

const slot = '{"jsonrpc":"2.0","id":1,"method":"getIdentity"}';

/** A POST as bytes on the wire. */
function post(body: string, headers: readonly string[] = [], path = "/networks/one"): string {
  return [
    `POST ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    "",
    body,
  ].join("\r\n");
}

/** Everything that arrives until the other side closes. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  // A reset is an end too.
  socket.on("error", () => socket.destroy());
  if (!socket.closed) await once(socket, "close");
  return text;
}

function bodiesOf(text: string): string[] {
  return text.match(/\{"jsonrpc".*?\}(?=HTTP|\r|$)/gs) ?? [];
}

describe("raw bytes on the HTTP port", () => {
  const node = new ScriptedUpstream(({ id }) => `{"asked":${id}}`);
  let served: ServedService;
  before(async () => {
    await node.start();
    served = await serveService({ one: node.url });
  });
  afterEach(async () => {
    // Whatever happened to one connection, others are answered.
    expect(await served.post("/networks/one", slot)).to.contain('"result"');
  });
  after(async () => {
    await served.close();
    await node.stop();
  });

  const broken: readonly (readonly [name: string, bytes: string, status: RegExp])[] = [
    ["no HTTP", "hello\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", /^HTTP\/1\.1 400 /],
    ["zero bytes", "\0".repeat(100), /^HTTP\/1\.1 400 /],
    ["an unknown method", post(slot).replace("POST", "P\u00d6ST"), /^HTTP\/1\.1 400 /],
    ["two lengths", post(slot, ["Content-Length: 3"]), /^HTTP\/1\.1 400 /],
    ["a length and chunks", post(slot, ["Transfer-Encoding: chunked"]), /^HTTP\/1\.1 400 /],
    ["a negative length", post(slot).replace(/Length: \d+/, "Length: -5"), /^HTTP\/1\.1 400 /],
    ["headers beyond all bounds", `POST / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ["no Host", "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", /^HTTP\/1\.1 400 /],
  ];
  for (const [name, bytes, status] of broken) {
    it(`answers ${name} with its status and closes`, async () => {
      const socket = await served.connect();
      socket.write(bytes, "latin1");
      expect(await untilClosed(socket)).to.match(status);
    });
  }

  describe("of clients that stop in the middle", () => {
    let impatient: ServedService;
    before(async () => {
      impatient = await serveService({ one: node.url }, { send_timeout_ms: 150 });
    });
    after(() => impatient.close());

    it("closes on headers that never end", async () => {
      const socket = await impatient.connect();
      socket.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n");
      expect(await untilClosed(socket)).to.match(/^HTTP\/1\.1 408 /);
    });

    it("closes on a body that never comes, and sends nothing upstream for it", async () => {
      const asked = node.count("getIdentity");
      const socket = await impatient.connect();
      socket.write(post(slot).slice(0, -10));
      expect(await untilClosed(socket)).to.match(/^HTTP\/1\.1 408 /);
      expect(node.count("getIdentity")).to.equal(asked);
    });
  });

  it("sends nothing upstream for half a body", async () => {
    const before = node.count("getIdentity");
    const socket = await served.connect();
    socket.write(post(slot).slice(0, -10));
    socket.end();
    await untilClosed(socket);
    expect(node.count("getIdentity")).to.equal(before);
  });

  it("answers pipelined requests in their order, garbage among them", async () => {
    const socket = await served.connect();
    const requests = [
      post('{"jsonrpc":"2.0","id":"a","method":"getIdentity"}'),
      post("{"),
      post('{"jsonrpc":"2.0","method":"getIdentity"}'),
      post('{"jsonrpc":"2.0","id":"b","method":"nope"}'),
      "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
      post('{"jsonrpc":"2.0","id":"c","method":"getIdentity"}', ["Connection: close"]),
    ];
    socket.write(requests.join(""));
    const text = await untilClosed(socket);
    expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(
      [200, 200, 204, 200, 404, 200].map((status) => `HTTP/1.1 ${status}`),
    );
    const ids = bodiesOf(text).map((body) => (JSON.parse(body) as { id: unknown }).id);
    expect(ids).to.deep.equal(["a", null, "b", null, "c"]);
  });

  it("answers what came before garbage on the same connection", async () => {
    const socket = await served.connect();
    socket.write(`${post(slot)}\0\0garbage\r\n\r\n`);
    const text = await untilClosed(socket);
    expect(text.match(/HTTP\/1\.1 \d+/g)?.at(-1)).to.equal("HTTP/1.1 400");
  });

  it("reads a request that arrives byte by byte", async () => {
    const socket = await served.connect();
    socket.setNoDelay(true);
    for (const byte of post(slot, ["Connection: close"])) {
      await new Promise<void>((resolve) => socket.write(byte, "latin1", () => resolve()));
    }
    expect(await untilClosed(socket)).to.contain('"result":{"asked":');
  });
});
