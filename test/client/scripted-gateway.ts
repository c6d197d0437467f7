import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** An HTTP request as it came. */
interface ScriptedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one HTTP request: with a text (status 200), or by its own means. */
export type HttpStep = (
  request: ScriptedRequest,
  response: ServerResponse,
) => string | undefined | Promise<string | undefined>;

/** A frame that came over a socket: a request. */
export interface Frame {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** One socket of a client, with what it sent. */
class ScriptedSocket {
  readonly path: string;
  readonly frames: Frame[] = [];
  readonly #socket: WebSocket;
  #wake: () => void = () => undefined;

  constructor(socket: WebSocket, path: string) {
    this.#socket = socket;
    this.path = path;
    socket.on("message", (data) => {
      this.frames.push(JSON.parse(String(data)));
      this.#wake();
    });
    socket.on("close", () => this.#wake());
  }

  get isClosed(): boolean {
    return this.#socket.readyState === this.#socket.CLOSED;
  }

  /** Waits until so many frames have come, and answers the last of them. */
  async frame(count: number): Promise<Frame> {
    for (;;) {
      const frame = this.frames[count - 1];
      if (frame !== undefined) return frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async closed(): Promise<void> {
    if (!this.isClosed) await once(this.#socket, "close");
  }

  text(text: string): void {
    this.#socket.send(text);
  }

  binary(bytes: Buffer): void {
    this.#socket.send(bytes);
  }

  result(frame: Frame, text: string): void {
    this.text(`{"jsonrpc":"2.0","result":${text},"id":${frame.id}}`);
  }

  error(frame: Frame, text: string): void {
    this.text(`{"jsonrpc":"2.0","error":${text},"id":${frame.id}}`);
  }

  notify(id: number | string, payload: string): void {
    this.text(
      `{"jsonrpc":"2.0","method":"anyNotification","params":{"result":${payload},"subscription":${id}}}`,
    );
  }

  /** Ends without a closing handshake. */
  drop(): void {
    this.#socket.terminate();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }
}

/** A gateway that does what the test says: HTTP and WebSocket on one free port. */
export class ScriptedGateway {
  /** Taken one for each request; the last one stays. */
  steps: HttpStep[] = [];
  readonly requests: ScriptedRequest[] = [];
  readonly sockets: ScriptedSocket[] = [];
  /** Refuses WebSockets while set. */
  refusesSockets = false;
  upgrades = 0;
  url = "";
  readonly #server: Server;
  readonly #webSockets = new WebSocketServer({ noServer: true });
  #wake: () => void = () => undefined;

  private constructor() {
    this.#server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const request = {
        path: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      this.requests.push(request);
      const step = this.steps.length > 1 ? this.steps.shift() : this.steps[0];
      const text = await step?.(request, response);
      if (text !== undefined) response.setHeader("content-type", "application/json").end(text);
    });
    this.#server.on("upgrade", (request, socket, head) => {
      this.upgrades += 1;
      if (this.refusesSockets) {
        socket.end("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
        return;
      }
      this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        this.sockets.push(new ScriptedSocket(webSocket, request.url ?? ""));
        this.#wake();
      });
    });
  }

  static async start(): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway();
    gateway.#server.listen(0, "127.0.0.1");
    await once(gateway.#server, "listening");
    gateway.url = `http://127.0.0.1:${(gateway.#server.address() as AddressInfo).port}`;
    return gateway;
  }

  /** Waits until so many sockets have been opened, and answers the last of them. */
  async socket(count: number): Promise<ScriptedSocket> {
    for (;;) {
      const socket = this.sockets[count - 1];
      if (socket !== undefined) return socket;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    for (const client of this.#webSockets.clients) client.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Answers each request of a body, single or batch, with what `result` says, ids in place. */
export function answering(result: (method: string, params: unknown) => string): HttpStep {
  return ({ body }) => {
    const request = JSON.parse(body) as Frame | Frame[];
    const one = ({ id, method, params }: Frame) => `{"jsonrpc":"2.0","id":${id},${result(method, params)}}`;
    return Array.isArray(request) ? `[${request.map(one).join(",")}]` : one(request);
  };
}

/** Answers with this text whatever was asked; `ID` in it is the request's id. */
export function saying(text: string, status = 200, headers: Record<string, string> = {}): HttpStep {
  return ({ body }, response) => {
    const { id } = JSON.parse(body) as Frame;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    return text.replaceAll("ID", String(id));
  };
}
