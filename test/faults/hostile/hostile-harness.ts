import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { configFor, type ServedGateway, startGateway } from "../../gateway-process.ts";

/** Memory that a gateway under attack may write to. */
export const memoryMiB = 512;

/** Starts a gateway over these upstreams by network id, under the memory limit. */
export function startLimited(
  networks: Readonly<Record<string, string>>,
  settings: { readonly server_config?: object; readonly [key: string]: unknown } = {},
  args: readonly string[] = ["serve", "--ws-port", "0"],
): Promise<ServedGateway> {
  const config = configFor(
    Object.fromEntries(Object.entries(networks).map(([id, url]) => [id, { rpc_url: url }])),
    { ...settings, server_config: { rate_limit: { enabled: false }, ...settings.server_config } },
  );
  return startGateway(args, { config, memoryMiB });
}

/** The call that another client keeps making. */
interface Question {
  readonly path: string;
  readonly body: string;
}

/** A call that is answered without an upstream. */
const unknownMethod: Question = { path: "/", body: '{"jsonrpc":"2.0","id":1,"method":"nothingHere"}' };

/** What another client saw of a gateway under attack. */
interface Seen {
  /** Calls that it made. */
  readonly asked: number;
  /** Answers of status 200. */
  readonly answered: number;
  /** Its longest wait for an answer. */
  readonly longestMs: number;
  /** CPU time of the gateway during such a wait: how long it would be on a machine with nothing else to do. */
  readonly longestCpuMs: number;
  /** Most memory of the gateway. */
  readonly peakMiB: number;
}

/** Attacks a gateway while another client calls it. */
export async function watched<T>(
  gateway: ServedGateway,
  attack: () => Promise<T>,
  { path, body }: Question = unknownMethod,
): Promise<Seen & { readonly result: T }> {
  const { pid } = gateway.process.child;
  const neighbour = new Worker(new URL("./neighbour.mjs", import.meta.url), {
    workerData: { pid, url: gateway.url + path, body },
    execArgv: [],
  });
  await once(neighbour, "online");
  const seen = once(neighbour, "message") as Promise<[Seen]>;
  const result = await attack().finally(() => {
    neighbour.postMessage("over");
    return seen;
  });
  return { ...(await seen)[0], result };
}

/** A raw connection to a gateway. */
export async function connectTo(gateway: ServedGateway): Promise<Socket> {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** A POST of JSON as bytes on the wire. */
export function postText(path: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** An upstream that answers each connection's first request of a method with whatever bytes a function writes. */
export class RawUpstream {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly url: string;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Answers probes as a healthy node does; everything else is left to the attack. */
  static async start(attack: (socket: Socket, id: string) => void): Promise<RawUpstream> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        const body = /\r\n\r\n(\{.*\})$/s.exec(text)?.[1];
        if (body === undefined) return;
        text = "";
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        const fact = facts[method];
        if (fact === undefined) attack(socket, String(id));
        else {
          const said = `{"jsonrpc":"2.0","result":${fact},"id":${id}}`;
          socket.write(
            `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${said.length}\r\n\r\n${said}`,
          );
        }
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const started = new RawUpstream(server);
    for (const socket of sockets) started.#sockets.add(socket);
    server.on("connection", (socket) => started.#sockets.add(socket));
    return started;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

const facts: Readonly<Record<string, string>> = {
  getGenesisHash: '"GenesisA"',
  getHealth: '"ok"',
  getSlot: "1000",
  getEpochInfo:
    '{"absoluteSlot":968,"slotIndex":104,"slotsInEpoch":432,"epoch":2,"blockHeight":1,"transactionCount":null}',
  getBlockHeight: "900",
};

/** Writes the same bytes again and again at the reader's pace, until it is gone or `maxBytes` are written. */
export async function pump(socket: Socket, bytes: Buffer, maxBytes: number): Promise<number> {
  let written = 0;
  while (!socket.destroyed && written < maxBytes) {
    written += bytes.length;
    if (!socket.write(bytes)) await roomOrEnd(socket);
  }
  return written;
}

function roomOrEnd(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off("drain", end).off("close", end);
      resolve();
    };
    socket.on("drain", end).on("close", end);
  });
}
