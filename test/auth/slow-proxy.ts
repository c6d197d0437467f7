import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Stands before a server and passes on what it sends only after a while, as a slow network does. */
export class SlowProxy {
  readonly port: number;
  /** How long each chunk of an answer waits; undefined passes on nothing. */
  delayMs: number | undefined = 0;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(port: number): Promise<SlowProxy> {
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(port, "127.0.0.1");
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(socket);
        socket.on("error", () => other.destroy());
        socket.on("close", () => {
          other.destroy();
          sockets.delete(socket);
        });
      }
      client.on("data", (chunk) => upstream.write(chunk));
      upstream.on("data", (chunk) => {
        const { delayMs } = proxy;
        if (delayMs === 0) client.write(chunk);
        else if (delayMs !== undefined) setTimeout(() => client.write(chunk), delayMs);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new SlowProxy(server, sockets);
    return proxy;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
