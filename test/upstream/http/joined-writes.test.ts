import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect } from "chai";
import { createConnector } from "../../../src/upstream/http/joined-writes.ts";

/** Connects to a server, writes to the socket, and returns the bytes that arrived and how often a list of chunks was sent. */
async function send(server: Server, write: (socket: Socket) => void) {
  const arrived = once(server, "connection").then(([peer]) => buffer(peer as Socket));
  const { port } = server.address() as AddressInfo;
  const socket = await new Promise<Socket>((resolve, reject) => {
    createConnector({})({ hostname: "127.0.0.1", protocol: "http:", port: String(port) }, (error, opened) =>
      opened === null ? reject(error) : resolve(opened),
    );
  });
  const writeList = socket._writev?.bind(socket);
  let lists = 0;
  socket._writev = (chunks, callback) => {
    lists += 1;
    writeList?.(chunks, callback);
  };
  write(socket);
  socket.end();
  return { bytes: await arrived, lists };
}

/** Writes as undici does. */
function writeRequest(socket: Socket, body: Buffer | undefined): void {
  socket.cork();
  socket.write("POST / HTTP/1.1\r\n\r\n", "latin1");
  if (body !== undefined) socket.write(body);
  socket.uncork();
}

const head = Buffer.from("POST / HTTP/1.1\r\n\r\n");
const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

describe("a connection to an upstream", () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(() => {
    server.close();
  });

  const cases: readonly [name: string, body: Buffer | undefined, lists: number][] = [
    ["a body of every byte with its head, in one write", allBytes, 0],
    ["a head without a body", undefined, 0],
    ["a long body after its head, without copying it", Buffer.alloc(5000, allBytes), 1],
  ];
  for (const [name, body, lists] of cases)
    it(`sends ${name}`, async () => {
      const sent = await send(server, (socket) => writeRequest(socket, body));
      expect(sent.bytes.equals(Buffer.concat([head, body ?? Buffer.alloc(0)]))).to.equal(true);
      expect(sent.lists).to.equal(lists);
    });

  it("sends several requests and texts in the order in which they are written", async () => {
    const { bytes } = await send(server, (socket) => {
      writeRequest(socket, Buffer.from("1"));
      socket.write("2");
      socket.cork();
      socket.write("3", "latin1");
      socket.write("4", "latin1");
      socket.write("é");
      socket.write(Buffer.from("5"));
      socket.uncork();
      writeRequest(socket, Buffer.from("6"));
    });
    expect(bytes.toString()).to.equal(`${head}1234é5${head}6`);
  });

  it("calls back for each text and body whose writer asked for it", async () => {
    let calls = 0;
    const onWritten = () => {
      calls += 1;
    };
    await send(server, (socket) => {
      socket.cork();
      socket.write("text", "latin1", onWritten);
      socket.write("head", "latin1");
      socket.write(Buffer.from("body"), onWritten);
      socket.write("head", "latin1");
      socket.write(Buffer.from("body"), undefined, onWritten);
      socket.uncork();
    });
    expect(calls).to.equal(3);
  });

  it("sends the bytes of a body that is no Buffer", async () => {
    const { bytes } = await send(server, (socket) => {
      socket.cork();
      socket.write("head ", "latin1");
      socket.write(new Uint8Array(Buffer.from("body")));
      socket.uncork();
    });
    expect(bytes.toString()).to.equal("head body");
  });
});
