import { cutObject } from "../../../src/json/cut-text.ts";
import { socketWithKey } from "../../shared/caller-key.ts";
import { requestBody } from "../call/call-values.ts";

/** Events of one subscription. Values are raw text. */
export interface LiveListener {
  onStarted(): void;
  onNotification(payload: string): void;
  onRefused(error: string): void;
  onEnded(reason: string): void;
}

interface Waiting {
  readonly answered: (members: ReadonlyMap<string, string>) => void;
}

/** One WebSocket to one network, for any number of subscriptions. Closes itself when the last one ends. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, Waiting>();
  readonly #subscriptions = new Map<string, LiveListener>();
  readonly #unsent: string[] = [];
  readonly #onClose: () => void;
  #nextId = 1;

  constructor(url: string, onClose: () => void) {
    this.#onClose = onClose;
    this.#socket = new WebSocket(socketWithKey(url));
    this.#socket.addEventListener("open", () => {
      for (const text of this.#unsent.splice(0)) this.#socket.send(text);
    });
    this.#socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.#receive(data);
    });
    this.#socket.addEventListener("close", ({ code, reason }) => {
      this.#end(reason === "" ? `The connection closed (code ${code}).` : `${reason} (code ${code}).`);
    });
  }

  /** Starts a subscription; the returned function ends it. */
  subscribe(method: string, unsubscribe: string, params: string, listener: LiveListener): () => void {
    let subscription: string | undefined;
    let isEnded = false;
    const end = (): void => {
      if (subscription === undefined || !this.#subscriptions.delete(subscription)) return;
      this.#request(unsubscribe, `[${subscription}]`, () => this.#closeIfIdle());
    };
    this.#listeners.add(listener);
    this.#request(method, params, (members) => {
      const error = members.get("error");
      subscription = members.get("result");
      if (error !== undefined || subscription === undefined) {
        this.#listeners.delete(listener);
        listener.onRefused(error ?? "{}");
        this.#closeIfIdle();
        return;
      }
      this.#subscriptions.set(subscription, listener);
      if (isEnded) end();
      else listener.onStarted();
    });
    return () => {
      isEnded = true;
      this.#listeners.delete(listener);
      end();
    };
  }

  readonly #listeners = new Set<LiveListener>();

  #request(method: string, params: string, answered: Waiting["answered"]): void {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#waiting.set(String(id), { answered });
    const text = requestBody(method, params, id);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
    else this.#unsent.push(text);
  }

  #receive(text: string): void {
    const members = new Map(cutObject(text));
    const id = members.get("id");
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (waiting !== undefined && id !== undefined) {
      this.#waiting.delete(id);
      waiting.answered(members);
      return;
    }
    const params = members.get("params");
    if (params === undefined) return;
    const notification = new Map(cutObject(params));
    this.#subscriptions
      .get(notification.get("subscription") ?? "")
      ?.onNotification(notification.get("result") ?? "");
  }

  #closeIfIdle(): void {
    if (this.#listeners.size > 0 || this.#waiting.size > 0) return;
    // Called at once: a subscription that begins while this socket closes needs another one.
    this.#onClose();
    this.#socket.close(1000);
  }

  #end(reason: string): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    this.#subscriptions.clear();
    this.#waiting.clear();
    this.#onClose();
    for (const listener of listeners) listener.onEnded(reason);
  }
}
