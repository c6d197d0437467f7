import { cutArray, cutObject } from "../json/read-json.ts";
import type { ClientSubscription } from "../shared/client-table.ts";
import { retryDelayMs } from "../shared/retry.ts";
import { cutIfJson, readRpcError } from "../shared/rpc-answer.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { startTimer, type Timer } from "../shared/timer.ts";
import { ReconnectingSocket, type SocketRule } from "../socket/reconnecting-socket.ts";

/** Who reads a subscription. */
export interface Listener {
  /** The gateway took it; `again` after a gap in which notifications may have been missed. */
  confirmed(again: boolean): void;
  /** The payload as it is written. */
  notified(payload: string): void;
  /** The subscription ended by itself: its only answer has come. */
  ended(): void;
  failed(error: SvmGatewayError): void;
}

/** Settings of the subscriptions over one socket. */
export interface SubscriptionSocketRule extends SocketRule {
  readonly network: string | undefined;
  readonly socketIdleMs: number;
}

/** One subscription at the gateway, for any number of listeners. */
interface Shared {
  readonly key: string;
  readonly row: ClientSubscription;
  readonly params: string;
  readonly listeners: Set<Listener>;
  /** As the gateway wrote it; undefined while not confirmed on the present connection. */
  id: string | undefined;
  /** A request is on the way. */
  isRequested: boolean;
  wasConfirmed: boolean;
  refusals: number;
  timer: Timer;
}

/** Most notifications that are held for a subscription whose confirmation has not come yet. */
const maxHeld = 1000;

/** `data.reason` of refusals that pass by themselves, as the gateway writes it. */
export const passingReasons: readonly string[] = [
  "rate-limited",
  "at-capacity",
  "shutting-down",
  "upstream-unreachable",
  "upstream-timeout",
];

/**
 * All subscriptions to one network over one socket. Equal ones are shared: a gateway gives them the same id,
 * so that one unsubscribe would end them all. The socket opens for the first listener and closes after the last.
 */
export class SubscriptionSocket {
  readonly #rule: SubscriptionSocketRule;
  readonly #socket: ReconnectingSocket;
  readonly #shared = new Map<string, Shared>();
  readonly #requests = new Map<string, Shared>();
  /** Different parameters may mean the same to the gateway and get the same id. */
  readonly #routes = new Map<string, Set<Shared>>();
  #held: { id: string; payload: string }[] = [];
  #idleTimer: Timer;
  #lastRequestId = 0;

  constructor(rule: SubscriptionSocketRule) {
    this.#rule = rule;
    this.#socket = new ReconnectingSocket(rule, {
      opened: () => this.#opened(),
      received: (text) => this.#received(text),
      lost: () => this.#lost(),
      failed: (error) => this.#failAll(error),
    });
  }

  /** Subscribes, or joins an equal subscription; the answer leaves it. */
  subscribe(row: ClientSubscription, params: string, listener: Listener): () => void {
    clearTimeout(this.#idleTimer);
    const key = `${row.subscribe} ${params}`;
    const shared = this.#shared.get(key) ?? newShared(key, row, params);
    this.#shared.set(key, shared);
    shared.listeners.add(listener);
    if (shared.id !== undefined) listener.confirmed(false);
    else if (this.#socket.isOpen) this.#ask(shared);
    else this.#socket.open();
    return () => this.#leave(shared, listener);
  }

  /** Ends everything at once, with this error. */
  close(error: SvmGatewayError): void {
    this.#socket.close();
    this.#failAll(error);
  }

  /** Sends the request, unless it is on the way or waits for its time; watches over its answer. */
  #ask(shared: Shared): void {
    if (shared.timer !== undefined) return;
    if (!shared.isRequested) {
      shared.isRequested = true;
      this.#requests.set(this.#send(shared.row.subscribe, shared.params), shared);
    }
    shared.timer = startTimer(() => {
      shared.timer = undefined;
      this.#unanswered(shared);
    }, this.#rule.timeoutMs);
  }

  #unanswered(shared: Shared): void {
    const message = `${shared.row.subscribe}: not confirmed within ${this.#rule.timeoutMs} ms.`;
    const error = new SvmGatewayError("timeout", message, this.#details(shared));
    // What worked before this connection says that the connection is at fault, not the subscription.
    if (shared.wasConfirmed) this.#socket.restart(error);
    else failListeners(shared, error);
    this.#closeWhenIdle();
  }

  #opened(): void {
    for (const shared of this.#shared.values()) this.#ask(shared);
  }

  #lost(): boolean {
    this.#requests.clear();
    this.#routes.clear();
    this.#held = [];
    for (const shared of this.#shared.values()) {
      stopTimer(shared);
      shared.id = undefined;
      shared.isRequested = false;
      if (shared.listeners.size === 0) this.#shared.delete(shared.key);
    }
    return this.#shared.size > 0;
  }

  #received(text: string): void {
    const members = cutIfJson(() => cutObject(text));
    if (members === undefined) {
      // A batch is nothing that was asked for, but no sign of a broken peer either.
      if (cutIfJson(() => cutArray(text)) !== undefined) return;
      this.#socket.restart(new SvmGatewayError("protocol", "WebSocket: a frame came that is not JSON."));
      return;
    }
    const params = members.get("params");
    if (members.has("method")) this.#notified(cutIfJson(() => cutObject(params ?? "")));
    else this.#answered(members);
  }

  #notified(params: Map<string, string> | undefined): void {
    const id = params?.get("subscription");
    const payload = params?.get("result");
    if (id === undefined || payload === undefined) return;
    const route = this.#routes.get(id);
    if (route !== undefined) {
      for (const shared of [...route]) this.#deliver(shared, payload);
    } else if (this.#requests.size > 0) {
      // The confirmation may be on its way behind it.
      this.#held.push({ id, payload });
      if (this.#held.length > maxHeld) this.#held.shift();
    }
  }

  #answered(members: Map<string, string>): void {
    const requestId = members.get("id") ?? "";
    const shared = this.#requests.get(requestId);
    // Answers to unsubscribe requests and signs of life need nothing more.
    if (shared === undefined) return;
    this.#requests.delete(requestId);
    shared.isRequested = false;
    stopTimer(shared);
    const error = members.get("error");
    const id = members.get("result");
    if (error !== undefined && error !== "null")
      this.#refused(shared, readRpcError(error, this.#details(shared)));
    else if (id !== undefined) this.#confirmed(shared, id);
    if (this.#requests.size === 0) this.#held = [];
  }

  #confirmed(shared: Shared, id: string): void {
    this.#socket.worked();
    if (shared.listeners.size === 0) {
      this.#shared.delete(shared.key);
      if (!this.#routes.has(id)) this.#unsubscribe(shared.row, id);
      return;
    }
    shared.id = id;
    shared.refusals = 0;
    this.#routes.set(id, (this.#routes.get(id) ?? new Set()).add(shared));
    for (const listener of [...shared.listeners]) listener.confirmed(shared.wasConfirmed);
    shared.wasConfirmed = true;
    const early = this.#held.filter((held) => held.id === id);
    this.#held = this.#held.filter((held) => held.id !== id);
    for (const { payload } of early) this.#deliver(shared, payload);
  }

  #refused(shared: Shared, error: SvmGatewayError): void {
    shared.refusals += 1;
    const most = shared.wasConfirmed ? this.#rule.reconnects : this.#rule.retries;
    if (shared.listeners.size > 0 && isPassing(error) && shared.refusals <= most) {
      shared.timer = setTimeout(
        () => {
          shared.timer = undefined;
          this.#ask(shared);
        },
        retryDelayMs(shared.refusals, this.#rule.retryDelayMs),
      );
      return;
    }
    this.#shared.delete(shared.key);
    failListeners(shared, error);
    this.#closeWhenIdle();
  }

  #deliver(shared: Shared, payload: string): void {
    const isLast = shared.row.oneShot === true && isLastOfOne(payload);
    const listeners = [...shared.listeners];
    if (isLast) {
      shared.listeners.clear();
      this.#forget(shared);
    }
    for (const listener of listeners) {
      listener.notified(payload);
      if (isLast) listener.ended();
    }
    if (isLast) this.#closeWhenIdle();
  }

  #leave(shared: Shared, listener: Listener): void {
    if (!shared.listeners.delete(listener) || shared.listeners.size > 0) return;
    // While its request is on the way it stays: who comes next joins it, and else its confirmation ends it.
    if (!shared.isRequested) {
      const { id } = shared;
      const isLastOfId = this.#forget(shared);
      if (id !== undefined && isLastOfId) this.#unsubscribe(shared.row, id);
    }
    this.#closeWhenIdle();
  }

  /** Takes a subscription out of every table; answers whether it was the last one with its id. */
  #forget(shared: Shared): boolean {
    stopTimer(shared);
    this.#shared.delete(shared.key);
    if (shared.id === undefined) return true;
    const route = this.#routes.get(shared.id);
    route?.delete(shared);
    if (route !== undefined && route.size > 0) return false;
    this.#routes.delete(shared.id);
    return true;
  }

  #unsubscribe(row: ClientSubscription, id: string): void {
    if (this.#socket.isOpen) this.#send(row.unsubscribe, `[${id}]`);
  }

  /** Sends a request and answers its id as it is written. */
  #send(method: string, params: string): string {
    this.#lastRequestId += 1;
    const id = String(this.#lastRequestId);
    this.#socket.send(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`);
    return id;
  }

  #closeWhenIdle(): void {
    for (const shared of this.#shared.values()) if (shared.listeners.size > 0) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = startTimer(() => {
      this.#lost();
      this.#socket.close();
    }, this.#rule.socketIdleMs);
    // In Node the wait itself keeps no process alive.
    if (typeof this.#idleTimer === "object") this.#idleTimer.unref();
  }

  #failAll(error: SvmGatewayError): void {
    clearTimeout(this.#idleTimer);
    const all = [...this.#shared.values()];
    this.#lost();
    this.#shared.clear();
    for (const shared of all) failListeners(shared, error);
  }

  #details(shared: Shared): { method: string; network: string | undefined } {
    return { method: shared.row.subscribe, network: this.#rule.network };
  }
}

function newShared(key: string, row: ClientSubscription, params: string): Shared {
  return {
    key,
    row,
    params,
    listeners: new Set(),
    id: undefined,
    isRequested: false,
    wasConfirmed: false,
    refusals: 0,
    timer: undefined,
  };
}

function stopTimer(shared: Shared): void {
  clearTimeout(shared.timer);
  shared.timer = undefined;
}

function failListeners(shared: Shared, error: SvmGatewayError): void {
  const listeners = [...shared.listeners];
  shared.listeners.clear();
  for (const listener of listeners) listener.failed(error);
}

/** The answer of a one-shot subscription is an object; a text before it (`"receivedSignature"`) is only news of progress. */
function isLastOfOne(payload: string): boolean {
  const value = cutIfJson(() => cutObject(payload))?.get("value");
  return value?.startsWith('"') !== true;
}

function isPassing(error: SvmGatewayError): boolean {
  const { data } = error;
  if (typeof data !== "object" || data === null || !("reason" in data)) return false;
  return passingReasons.includes(String(data.reason));
}
