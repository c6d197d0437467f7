import { cutArray, cutObject } from "../json/read-json.ts";
import type { ClientSubscription } from "../shared/client-table.ts";
import { retryDelayMs } from "../shared/retry.ts";
import { cutIfJson, readRpcError } from "../shared/rpc-answer.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { startTimer, type Timer } from "../shared/timer.ts";
import { ReconnectingSocket, type SocketRule } from "../socket/reconnecting-socket.ts";
import { NotificationRoutes } from "./notification-routes.ts";
import { type Listener, SharedSubscription } from "./shared-subscription.ts";
import { isTemporaryRefusal } from "./temporary-refusals.ts";

/** Settings of the subscriptions over one socket. */
export interface SubscriptionSocketRule extends SocketRule {
  readonly network: string | undefined;
  readonly socketIdleMs: number;
}

/**
 * All subscriptions to one network over one socket. Equal ones are shared: the gateway gives them the same id, so
 * unsubscribing one would end them all. The socket opens for the first listener and closes after the last.
 */
export class SubscriptionSocket {
  readonly #rule: SubscriptionSocketRule;
  readonly #socket: ReconnectingSocket;
  readonly #shared = new Map<string, SharedSubscription>();
  readonly #requests = new Map<string, SharedSubscription>();
  readonly #routes = new NotificationRoutes();
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

  /** Subscribes, or joins an equal subscription; returns the function that leaves it. */
  subscribe(row: ClientSubscription, params: string, listener: Listener): () => void {
    clearTimeout(this.#idleTimer);
    const key = `${row.subscribe} ${params}`;
    const shared = this.#shared.get(key) ?? new SharedSubscription(key, row, params);
    this.#shared.set(key, shared);
    shared.listeners.add(listener);
    if (shared.id !== undefined) listener.confirmed(false);
    else if (this.#socket.isOpen) this.#request(shared);
    else this.#socket.open();
    return () => this.#leave(shared, listener);
  }

  /** Ends every subscription with an error. */
  close(error: SvmGatewayError): void {
    this.#socket.close();
    this.#failAll(error);
  }

  /** Sends the request, unless it is in flight or waits to be repeated, and times its answer. */
  #request(shared: SharedSubscription): void {
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

  #unanswered(shared: SharedSubscription): void {
    const message = `${shared.row.subscribe}: not confirmed within ${this.#rule.timeoutMs} ms.`;
    const error = new SvmGatewayError("timeout", message, this.#details(shared));
    // It worked on another connection, so this connection is at fault, not the subscription.
    if (shared.wasConfirmed) this.#socket.restart(error);
    else shared.fail(error);
    this.#closeWhenIdle();
  }

  #opened(): void {
    for (const shared of this.#shared.values()) this.#request(shared);
  }

  #lost(): boolean {
    this.#requests.clear();
    this.#routes.clear();
    for (const shared of this.#shared.values()) {
      shared.disconnect();
      if (shared.listeners.size === 0) this.#shared.delete(shared.key);
    }
    return this.#shared.size > 0;
  }

  #received(text: string): void {
    const members = cutIfJson(() => cutObject(text));
    if (members === undefined) {
      // A batch was not asked for, but it is no sign of a broken peer either.
      if (cutIfJson(() => cutArray(text)) !== undefined) return;
      this.#socket.restart(new SvmGatewayError("protocol", "WebSocket: received a frame that is not JSON."));
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
    if (this.#routes.has(id)) {
      for (const shared of this.#routes.subscriptions(id)) this.#deliver(shared, payload);
    } else if (this.#requests.size > 0) {
      // Its confirmation may follow.
      this.#routes.hold(id, payload);
    }
  }

  #answered(members: Map<string, string>): void {
    const requestId = members.get("id") ?? "";
    const shared = this.#requests.get(requestId);
    // Answers to unsubscribe requests and heartbeats need no handling.
    if (shared === undefined) return;
    this.#requests.delete(requestId);
    shared.isRequested = false;
    shared.stopTimer();
    const error = members.get("error");
    const id = members.get("result");
    if (error !== undefined && error !== "null")
      this.#refused(shared, readRpcError(error, this.#details(shared)));
    else if (id !== undefined) this.#confirmed(shared, id);
    if (this.#requests.size === 0) this.#routes.dropHeld();
  }

  #confirmed(shared: SharedSubscription, id: string): void {
    this.#socket.worked();
    if (shared.listeners.size === 0) {
      this.#shared.delete(shared.key);
      if (!this.#routes.has(id)) this.#unsubscribe(shared.row, id);
      return;
    }
    shared.id = id;
    shared.refusals = 0;
    this.#routes.add(id, shared);
    shared.confirm();
    for (const payload of this.#routes.takeHeld(id)) this.#deliver(shared, payload);
  }

  #refused(shared: SharedSubscription, error: SvmGatewayError): void {
    shared.refusals += 1;
    const maxRefusals = shared.wasConfirmed ? this.#rule.reconnects : this.#rule.retries;
    if (shared.listeners.size > 0 && isTemporaryRefusal(error) && shared.refusals <= maxRefusals) {
      shared.timer = setTimeout(
        () => {
          shared.timer = undefined;
          this.#request(shared);
        },
        retryDelayMs(shared.refusals, this.#rule.retryDelayMs),
      );
      return;
    }
    this.#shared.delete(shared.key);
    shared.fail(error);
    this.#closeWhenIdle();
  }

  #deliver(shared: SharedSubscription, payload: string): void {
    const isLast = shared.isLast(payload);
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

  #leave(shared: SharedSubscription, listener: Listener): void {
    if (!shared.listeners.delete(listener) || shared.listeners.size > 0) return;
    // While its request is in flight it stays: a new listener joins it, or else its confirmation ends it.
    if (!shared.isRequested) {
      const { id } = shared;
      const isLastOfId = this.#forget(shared);
      if (id !== undefined && isLastOfId) this.#unsubscribe(shared.row, id);
    }
    this.#closeWhenIdle();
  }

  /** Removes a subscription; returns whether it was the last one with its id. */
  #forget(shared: SharedSubscription): boolean {
    shared.stopTimer();
    this.#shared.delete(shared.key);
    return shared.id === undefined || this.#routes.remove(shared.id, shared);
  }

  #unsubscribe(row: ClientSubscription, id: string): void {
    if (this.#socket.isOpen) this.#send(row.unsubscribe, `[${id}]`);
  }

  /** Sends a request; returns its id as written. */
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
    // An idle socket must not keep a Node process alive.
    if (typeof this.#idleTimer === "object") this.#idleTimer.unref();
  }

  #failAll(error: SvmGatewayError): void {
    clearTimeout(this.#idleTimer);
    const all = [...this.#shared.values()];
    this.#lost();
    this.#shared.clear();
    for (const shared of all) shared.fail(error);
  }

  #details(shared: SharedSubscription): { method: string; network: string | undefined } {
    return { method: shared.row.subscribe, network: this.#rule.network };
  }
}
