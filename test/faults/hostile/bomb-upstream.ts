import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type WebSocket, WebSocketServer } from "ws";

const mebibyte = 1024 * 1024;

/** JSON of about so many bytes that has as many values as it can, or as deep ones. */
export const bombs: Readonly<Record<string, (bytes: number) => Buffer>> = {
  // Half with equal keys, which are the shortest; half with distinct ones, which take the most memory.
  members: (bytes) => {
    const distinct = Array.from({ length: bytes / 24 }, (_, key) => `"${(1e6 + key).toString(36)}":0,`);
    return Buffer.from(`{${'"":0,'.repeat(bytes / 10)}${distinct.join("")}"end":0}`);
  },
  depth: (bytes) => Buffer.from("[".repeat(bytes / 2) + "]".repeat(bytes / 2)),
};

/** The usual length of a bomb: below what an upstream may answer. */
export const bombBytes = 20 * mebibyte;

/** The members after `jsonrpc` and `id` of an answer; null leaves the request to probes' answers. */
export type Reply = (method: string, params: string) => readonly (string | Buffer)[] | undefined;

/** What an upstream sends on a socket for a request: frames. */
export type FrameReply = (id: number, method: string) => readonly (string | Buffer)[];

/** An upstream that answers calls of clients as it is told, and its probes as a healthy node does. */
export class BombUpstream {
  readonly url: string;
  readonly wsUrl: string;
  reply: Reply = () => undefined;
  frames: FrameReply = () => [];
  readonly sockets = new Set<WebSocket>();
  readonly close: () => void;

  private constructor(port: number, close: () => void) {
    this.url = `http://127.0.0.1:${port}`;
    this.wsUrl = `ws://127.0.0.1:${port}`;
    this.close = close;
  }

  static async start(): Promise<BombUpstream> {
    const server = createServer((request, response) => {
      response.on("error", () => response.destroy());
      void text(request).then(
        (body) => {
          const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown };
          const members = upstream.reply(method, JSON.stringify(params)) ?? [
            `"result":${facts[method] ?? "null"}`,
          ];
          response.writeHead(200, { "content-type": "application/json" });
          response.write(`{"jsonrpc":"2.0","id":${id},`);
          for (const part of members) response.write(part);
          response.end("}");
        },
        // The gateway may end a request before it is read.
        () => response.destroy(),
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const listener = new WebSocketServer({ server });
    listener.on("connection", (socket) => {
      upstream.sockets.add(socket);
      socket.on("error", () => socket.terminate());
      socket.on("close", () => upstream.sockets.delete(socket));
      socket.on("message", (data) => {
        const { id, method } = JSON.parse(String(data)) as { id: number; method: string };
        for (const frame of upstream.frames(id, method)) socket.send(frame, { binary: false });
      });
    });
    const upstream = new BombUpstream((server.address() as AddressInfo).port, () => {
      for (const socket of upstream.sockets) socket.terminate();
      server.close();
      server.closeAllConnections();
    });
    return upstream;
  }
}

const facts: Readonly<Record<string, string>> = {
  getGenesisHash: '"GenesisA"',
  getHealth: '"ok"',
  getSlot: "1000",
  getEpochInfo:
    '{"absoluteSlot":968,"slotIndex":104,"slotsInEpoch":432,"epoch":2,"blockHeight":1,"transactionCount":null}',
  getBlockHeight: "900",
  getFirstAvailableBlock: "0",
};
