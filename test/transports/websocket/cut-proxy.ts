import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A proxy between the gateway and a node that cuts connections when the test says so. */
export class CutProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  connections = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(target: string): Promise<CutProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new CutProxy(server);
    server.on("connection", (client) => {
      proxy.connections += 1;
      const node = connect(Number(port), hostname);
      proxy.#join(client, node);
      proxy.#join(node, client);
    });
    return proxy;
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on("error", () => from.destroy());
    from.on("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
