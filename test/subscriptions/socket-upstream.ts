import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { createKeepAliveServer } from "../keep-alive-server.ts";

/** A request as an upstream gets it. */
interface ReceivedRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A subscription that the upstream was asked for. */
interface ReceivedSubscription {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly socket: ServerSocket;
}

/** One socket of the gateway, as the upstream sees it. */
export class ServerSocket {
  readonly requests: ReceivedRequest[] = [];
  readonly stream: Duplex;
  readonly #socket: WebSocket;
  isClosed = false;

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket;
    this.stream = stream;
    socket.on("close", () => {
      this.isClosed = true;
    });
    // A killed socket may end with an error.
    socket.on("error", () => socket.terminate());
  }

  text(text: string): void {
    this.#socket.send(text);
  }

  binary(): void {
    this.#socket.send(Buffer.from("{}"));
  }

  notify(subscription: number, payload: string, method = "anyNotification"): void {
    this.text(
      `{"jsonrpc":"2.0","method":"${method}","params":{"result":${payload},"subscription":${subscription}}}`,
    );
  }

  /** Ends without a closing handshake, with some last bytes. */
  kill(bytes?: Buffer): void {
    if (bytes === undefined) this.stream.destroy();
    else this.stream.write(bytes, () => this.stream.destroy());
  }

  /** Neither reads nor answers any more, pings included. */
  freeze(): void {
    this.#socket.pause();
  }
}

/** A scripted upstream over HTTP and WebSocket. */
export class SocketUpstream {
  /** The newest slot; finalized is 32 behind. */
  slot = 1000;
  /** Results of HTTP methods as JSON text; the upstream knows no others. */
  readonly answers = new Map<string, (params: readonly unknown[]) => string>();
  /** Errors of HTTP methods as JSON text; undefined where the method is answered. */
  readonly faults = new Map<string, (params: readonly unknown[]) => string | undefined>();
  /** Errors of subscribe methods as JSON text. */
  readonly refusals = new Map<string, string>();
  /** HTTP calls since the start. */
  readonly calls: ReceivedRequest[] = [];
  readonly sockets: ServerSocket[] = [];
  readonly subscriptions: ReceivedSubscription[] = [];
  readonly unsubscribed: number[] = [];
  /** The next subscription id. */
  nextId = 0;
  /** Called with each subscription just before it is confirmed. */
  beforeConfirm: (subscription: ReceivedSubscription) => void = () => undefined;
  /** Gives equal subscriptions of a socket one id, as Agave does. */
  sharesIds = false;
  /** Leaves subscribe requests unanswered. */
  holdsConfirmations = false;
  /** Refuses sockets while set. */
  refusesSockets = false;
  upgrades = 0;
  /** Authorization header of the newest WebSocket handshake. */
  authorization: string | undefined;
  rpcUrl = "";
  wsUrl = "";
  readonly #held: (() => void)[] = [];
  readonly #http: Server;
  readonly #ws: Server = createServer();
  readonly #upgrader = new WebSocketServer({ noServer: true });
  readonly #wake = new Set<() => void>();

  private constructor() {
    this.answers.set("getSlot", ([config]) => String(this.#slotAt(config)));
    this.answers.set("getHealth", () => '"ok"');
    this.answers.set("getGenesisHash", () => '"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"');
    this.answers.set("getVersion", () => '{"solana-core":"3.1.0"}');
    this.answers.set("getBlocks", ([from, to]) => JSON.stringify(range(Number(from), Number(to))));
    this.answers.set("getMultipleAccounts", ([keys]) =>
      this.inContext(JSON.stringify((keys as string[]).map(() => null))),
    );
    this.answers.set("getProgramAccounts", () => this.inContext("[]"));
    this.answers.set("getSignatureStatuses", ([keys]) =>
      this.inContext(JSON.stringify((keys as string[]).map(() => null))),
    );
    this.#http = createKeepAliveServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const call = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedRequest;
      this.calls.push(call);
      const answer = this.answers.get(call.method);
      const fault = this.faults.get(call.method)?.(call.params ?? []);
      const outcome =
        fault !== undefined
          ? `"error":${fault}`
          : answer === undefined
            ? '"error":{"code":-32601,"message":"Method not found"}'
            : `"result":${answer(call.params ?? [])}`;
      response.setHeader("content-type", "application/json");
      response.end(`{"jsonrpc":"2.0",${outcome},"id":${JSON.stringify(call.id)}}`);
      this.#changed();
    });
    this.#ws.on("upgrade", (request, stream, head) => {
      this.upgrades += 1;
      this.authorization = request.headers.authorization;
      if (this.refusesSockets) {
        stream.end("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
        this.#changed();
        return;
      }
      this.#upgrader.handleUpgrade(request, stream, head, (socket) => this.#open(socket, stream));
    });
  }

  static async start(): Promise<SocketUpstream> {
    const upstream = new SocketUpstream();
    for (const server of [upstream.#http, upstream.#ws]) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
    upstream.rpcUrl = `http://127.0.0.1:${(upstream.#http.address() as AddressInfo).port}`;
    upstream.wsUrl = `ws://127.0.0.1:${(upstream.#ws.address() as AddressInfo).port}`;
    return upstream;
  }

  /** A result with its context at the newest slot. */
  inContext(value: string, slot = this.slot): string {
    return `{"context":{"apiVersion":"3.1.0","slot":${slot}},"value":${value}}`;
  }

  /** The newest subscription by a method, once there are `count` of them. */
  async subscription(method: string, count = 1): Promise<ReceivedSubscription> {
    const all = () => this.subscriptions.filter((one) => one.method === method);
    await this.until(() => all().length >= count, `subscription ${count} of ${method}`);
    return all()[count - 1] as ReceivedSubscription;
  }

  /** Waits until a condition holds that a request or an event at this upstream brings about. */
  until(isTrue: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#wake.delete(check);
        reject(new Error(`${what} did not come about`));
      }, 45_000);
      const check = () => {
        if (!isTrue()) return;
        clearTimeout(timer);
        this.#wake.delete(check);
        resolve();
      };
      this.#wake.add(check);
      check();
    });
  }

  /** Confirms what was held. */
  confirmHeld(): void {
    this.holdsConfirmations = false;
    for (const confirm of this.#held.splice(0)) confirm();
  }

  /** Reports the newest slot to all sockets, as a live upstream does. */
  moveTo(slot: number): void {
    this.slot = slot;
    for (const { id, method, socket } of this.subscriptions) {
      if (method === "slotSubscribe" && !socket.isClosed)
        socket.notify(id, `{"parent":${slot - 1},"root":${slot - 32},"slot":${slot}}`);
    }
  }

  /** Kills every open socket. */
  killAll(): void {
    for (const socket of this.sockets) if (!socket.isClosed) socket.kill();
  }

  async close(): Promise<void> {
    for (const client of this.#upgrader.clients) client.terminate();
    for (const { stream } of this.sockets) stream.destroy();
    for (const server of [this.#http, this.#ws]) {
      if (!server.listening) continue;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    }
  }

  #slotAt(config: unknown): number {
    const { commitment } = (config ?? {}) as { commitment?: string };
    return commitment === "processed" || commitment === "confirmed" ? this.slot : this.slot - 32;
  }

  #open(webSocket: WebSocket, stream: Duplex): void {
    const socket = new ServerSocket(webSocket, stream);
    this.sockets.push(socket);
    webSocket.on("message", (data) => {
      const request = JSON.parse(String(data)) as ReceivedRequest;
      socket.requests.push(request);
      this.#answer(socket, request);
      this.#changed();
    });
    webSocket.on("close", () => this.#changed());
    this.#changed();
  }

  #answer(socket: ServerSocket, { id, method, params }: ReceivedRequest): void {
    if (method.endsWith("Unsubscribe")) {
      this.unsubscribed.push(Number(params[0]));
      socket.text(`{"jsonrpc":"2.0","result":true,"id":${id}}`);
      return;
    }
    const refusal = this.refusals.get(method);
    if (refusal !== undefined) {
      socket.text(`{"jsonrpc":"2.0","error":${refusal},"id":${id}}`);
      return;
    }
    const equal = this.sharesIds
      ? this.subscriptions.find((one) => one.socket === socket && one.method === method)
      : undefined;
    const subscription = { id: equal?.id ?? this.nextId, method, params, socket };
    this.nextId += 1;
    this.subscriptions.push(subscription);
    const confirm = () => {
      this.beforeConfirm(subscription);
      socket.text(`{"jsonrpc":"2.0","result":${subscription.id},"id":${id}}`);
    };
    if (this.holdsConfirmations) this.#held.push(confirm);
    else confirm();
  }

  #changed(): void {
    for (const check of [...this.#wake]) check();
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index);
}
