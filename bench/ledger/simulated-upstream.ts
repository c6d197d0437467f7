import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { answerRequest } from "./answer-request.ts";
import type { LedgerView } from "./ledger-view.ts";
import { UpstreamFeed } from "./upstream-feed.ts";

/** A call that came to an upstream. */
interface Request {
  readonly id: number | string;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** How an upstream behaves; the owner changes it while it runs. */
export interface Behaviour {
  /** Milliseconds until it answers a call. */
  latencyMs: () => number;
  /** Answers 503 to all calls. */
  isFailing: boolean;
  /** Sees each call over HTTP first; the upstream answers it only if this gives true. */
  meets: (call: Request, response: ServerResponse, socket: Socket) => boolean | Promise<boolean>;
  /** Drops a notification when true. */
  dropsNotification: () => boolean;
  /** Milliseconds that a notification is late. */
  notificationDelayMs: () => number;
}

/** An upstream over HTTP and WebSocket on one view of the known ledger: right in all it says of that view. */
export class SimulatedUpstream {
  readonly view: LedgerView;
  readonly behaviour: Behaviour = {
    latencyMs: () => 0,
    isFailing: false,
    meets: () => true,
    dropsNotification: () => false,
    notificationDelayMs: () => 0,
  };
  /** Calls answered, by method. */
  readonly calls = new Map<string, number>();
  /** Notifications that were sent. */
  notificationCount = 0;
  /** Methods of subscriptions asked for. */
  readonly subscriptions = new Map<string, number>();
  readonly #http = createServer((request, response) => void this.#serve(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #connections = new Set<Socket>();
  readonly #feeds = new Map<WebSocket, UpstreamFeed>();
  #port = 0;

  constructor(view: LedgerView) {
    this.view = view;
    this.#http.on("connection", (socket) => {
      this.#connections.add(socket);
      socket.on("close", () => this.#connections.delete(socket));
    });
    this.#http.on("upgrade", (request, stream, head) => {
      this.#sockets.handleUpgrade(request, stream, head, (socket) => this.#open(socket));
    });
  }

  /** Listens; on the same port as before if it was stopped. */
  async start(): Promise<this> {
    this.#http.listen(this.#port, "127.0.0.1");
    await once(this.#http, "listening");
    this.#port = (this.#http.address() as AddressInfo).port;
    return this;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** All calls answered. */
  get callCount(): number {
    return [...this.calls.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Sockets that are open. */
  get socketCount(): number {
    return this.#feeds.size;
  }

  /** Ends every socket without a closing handshake. */
  dropSockets(): void {
    for (const socket of this.#feeds.keys()) socket.terminate();
  }

  async close(): Promise<void> {
    this.dropSockets();
    for (const connection of this.#connections) connection.destroy();
    this.#http.close();
    await once(this.#http, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The caller broke off: nothing was asked.
    }
    // Neither is it where this side ended the connection, which ends the loop without a fault.
    if (!request.complete) return;
    const call = JSON.parse(Buffer.concat(chunks).toString()) as Request;
    count(this.calls, call.method);
    const latencyMs = this.behaviour.latencyMs();
    if (latencyMs > 0) await wait(latencyMs);
    if (!(await this.behaviour.meets(call, response, request.socket))) return;
    if (this.behaviour.isFailing) {
      response.writeHead(503).end();
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(this.#answerText(call));
  }

  #answerText({ id, method, params }: Request): string {
    const outcome = answerRequest(this.view, method, params ?? []);
    const body = "result" in outcome ? `"result":${outcome.result}` : `"error":${outcome.error}`;
    return `{"jsonrpc":"2.0",${body},"id":${JSON.stringify(id)}}`;
  }

  #open(socket: WebSocket): void {
    const feed = new UpstreamFeed(this.view, (text) => void this.#notify(socket, text));
    this.#feeds.set(socket, feed);
    socket.on("close", () => {
      feed.close();
      this.#feeds.delete(socket);
    });
    socket.on("error", () => socket.terminate());
    socket.on("message", (bytes) => {
      const call = JSON.parse(String(bytes)) as Request;
      count(this.subscriptions, call.method);
      const id = feed.answer(call.method, call.params ?? []);
      socket.send(
        id === undefined
          ? this.#answerText(call)
          : `{"jsonrpc":"2.0","result":${id},"id":${JSON.stringify(call.id)}}`,
      );
    });
  }

  async #notify(socket: WebSocket, text: string): Promise<void> {
    if (this.behaviour.dropsNotification()) return;
    const delayMs = this.behaviour.notificationDelayMs();
    if (delayMs > 0) await wait(delayMs);
    if (socket.readyState !== socket.OPEN) return;
    this.notificationCount += 1;
    socket.send(text);
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** By the global timer, which a test may drive by hand. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
