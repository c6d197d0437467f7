import { once } from "node:events";
import { WebSocket } from "ws";

/** A message as it came. */
export interface Message {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look inside whatever arrives.
  readonly json: any;
}

/** A WebSocket client that keeps messages and waits for those that a test expects. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  closeCode: number | undefined;
  closeReason = "";
  #wake = new Set<() => void>();
  #nextId = 1;

  private constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on("message", (data) => {
      const text = String(data);
      this.messages.push({ text, json: JSON.parse(text) });
      this.#changed();
    });
    this.socket.on("close", (code, reason) => {
      this.closeCode = code;
      this.closeReason = String(reason);
      this.#changed();
    });
  }

  static async connect(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
    const client = new SocketClient(url, headers);
    await once(client.socket, "open");
    return client;
  }

  /** Sends text unchanged. */
  send(text: string): void {
    this.socket.send(text);
  }

  /** Calls and returns the whole answer. */
  async call(method: string, params?: unknown): Promise<Message> {
    const id = this.#nextId;
    this.#nextId += 1;
    this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return this.until((message) => message.json.id === id);
  }

  /** Subscribes and returns the id; fails with the error's text. */
  async subscribe(method: string, ...params: unknown[]): Promise<number> {
    const { json, text } = await this.call(method, params);
    if (json.error !== undefined) throw new Error(text);
    return json.result;
  }

  /** Notifications of a subscription so far. */
  notifications(id: number): Message[] {
    return this.messages.filter(({ json }) => json.params?.subscription === id);
  }

  /** Waits for `count` notifications of a subscription, and returns the last of them. */
  async notification(id: number, count = 1): Promise<Message> {
    await this.#until(() => this.notifications(id).length >= count, `notification ${count} of ${id}`);
    return this.notifications(id)[count - 1] as Message;
  }

  /** Waits for a message, which may have arrived already. */
  async until(matches: (message: Message) => boolean): Promise<Message> {
    await this.#until(() => this.messages.some(matches), "a message");
    return this.messages.find(matches) as Message;
  }

  /** Waits for `count` messages. */
  received(count: number): Promise<void> {
    return this.#until(() => this.messages.length >= count, `message ${count}`);
  }

  /** Waits until the other side has closed. */
  async closed(): Promise<number> {
    await this.#until(() => this.closeCode !== undefined, "the close");
    return this.closeCode as number;
  }

  close(): void {
    this.socket.terminate();
  }

  #until(isTrue: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#wake.delete(check);
        reject(
          new Error(
            `${what} did not come; these did: ${this.messages.map(({ text }) => text.slice(0, 300)).join("\n")}`,
          ),
        );
      }, 45_000);
      const check = () => {
        if (!isTrue()) return;
        this.#wake.delete(check);
        clearTimeout(timer);
        resolve();
      };
      this.#wake.add(check);
      check();
    });
  }

  #changed(): void {
    for (const check of [...this.#wake]) check();
  }
}
