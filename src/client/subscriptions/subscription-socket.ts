import { itemsOf, membersOf } from "../json/read-json.ts";
import { writeJson } from "../json/write-json.ts";
import type { ClientSettings } from "../shared/client-options.ts";
import type { SubscriptionRow } from "../shared/client-table.ts";
import { readRpcError } from "../shared/rpc-answer.ts";
import { type CallDetails, SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { msBeforeRetry, startTimer, type Timer } from "../shared/time.ts";
import { ReconnectingSocket } from "./reconnecting-socket.ts";
import {
  NotificationIterator,
  type Subscription,
  type SubscriptionListener,
  type SubscriptionOptions,
} from "./subscription.ts";

/** Most notifications held for unconfirmed subscriptions. */
const maxHeld = 1000;

/** Values of `data.reason` in refusals that are retried. */
export const temporaryReasons: readonly string[] = [
  "rate-limited",
  "at-capacity",
  "upstreams-limited",
  "shutting-down",
  "upstream-unreachable",
  "upstream-timeout",
];

/**
 * Runs all subscriptions to one network over one WebSocket. Equal ones are shared: the gateway gives them one id, so unsubscribing
 * one would end them all. The WebSocket opens for the first listener and closes after the last.
 */
export class SubscriptionSocket {
  readonly #settings: ClientSettings;
  readonly #network: string | undefined;
  readonly #socket: ReconnectingSocket;
  readonly #shared = new Map<string, GatewaySubscription>();
  readonly #requests = new Map<string, GatewaySubscription>();
  /** Notifications that arrived before the confirmation of their id. */
  #held: { readonly id: string; readonly payload: string }[] = [];
  #idleTimer: Timer;
  #lastRequestId = 0;

  constructor(settings: ClientSettings, network: string | undefined) {
    this.#settings = settings;
    this.#network = network;
    this.#socket = new ReconnectingSocket(socketUrl(settings.wsUrl, network), settings, {
      onOpened: () => {
        for (const shared of this.#shared.values()) this.#request(shared);
      },
      onReceived: (text) => this.#received(text),
      onLost: () => this.#lost(),
      onFailed: (error) => this.#failAll(error),
    });
  }

  /** Creates a subscription. It starts when it is first read. */
  open<Notification>(
    row: SubscriptionRow,
    params: object = {},
    { bufferSize = this.#settings.bufferSize, signal }: SubscriptionOptions = {},
    decode: (payload: string, details: CallDetails) => Notification,
  ): Subscription<Notification> {
    const text = subscriptionParams(row, params);
    const details = this.#details(row);
    const { bufferCharacters: characters } = this.#settings;
    return new NotificationIterator({
      start: (listener) => this.#subscribe(row, text, listener),
      decode: (payload) => decode(payload, details),
      buffer: { size: bufferSize, characters, slowReader: row.slowReader },
      signal,
      details,
    });
  }

  /** Subscribes, or joins an equal subscription; returns a function that leaves it. */
  #subscribe(row: SubscriptionRow, params: string, listener: SubscriptionListener): () => void {
    clearTimeout(this.#idleTimer);
    const key = `${row.subscribe} ${params}`;
    const shared = this.#shared.get(key) ?? new GatewaySubscription(key, row, params);
    this.#shared.set(key, shared);
    shared.listeners.add(listener);
    if (shared.id !== undefined) listener.onConfirmed(false);
    else if (this.#socket.isOpen) this.#request(shared);
    else this.#socket.open();
    return () => this.#leave(shared, listener);
  }

  /** Ends every subscription with an error. */
  close(error: SvmGatewayError): void {
    this.#socket.close();
    this.#failAll(error);
  }

  /** Sends the request and starts its timeout, unless one is in flight or backing off. */
  #request(shared: GatewaySubscription): void {
    if (shared.timer !== undefined) return;
    if (!shared.isRequested) {
      shared.isRequested = true;
      this.#requests.set(this.#send(shared.row.subscribe, shared.params), shared);
    }
    shared.timer = startTimer(() => {
      shared.timer = undefined;
      this.#timedOut(shared);
    }, this.#settings.timeoutMs);
  }

  #timedOut(shared: GatewaySubscription): void {
    const message = `${shared.row.subscribe}: not confirmed within ${this.#settings.timeoutMs} ms.`;
    const error = new SvmGatewayError("timeout", message, this.#details(shared.row));
    // An earlier connection confirmed it, so this one must have failed.
    if (shared.wasConfirmed) this.#socket.restart(error);
    else shared.fail(error);
    this.#closeWhenIdle();
  }

  #lost(): boolean {
    this.#requests.clear();
    this.#held = [];
    for (const shared of this.#shared.values()) {
      shared.disconnect();
      if (shared.listeners.size === 0) this.#shared.delete(shared.key);
    }
    return this.#shared.size > 0;
  }

  #received(text: string): void {
    const members = membersOf(text);
    if (members === undefined) {
      // No batch was sent, so an array answers nothing; ignore it.
      if (itemsOf(text) !== undefined) return;
      this.#socket.restart(new SvmGatewayError("protocol", "WebSocket: received a frame that is not JSON."));
      return;
    }
    if (members.has("method")) this.#notified(membersOf(members.get("params")));
    else this.#answered(members);
  }

  #notified(params: Map<string, string> | undefined): void {
    const id = params?.get("subscription");
    const payload = params?.get("result");
    if (id === undefined || payload === undefined) return;
    const receivers = this.#subscriptionsWithId(id);
    for (const shared of receivers) this.#deliver(shared, payload);
    // The confirmation of this id may follow.
    if (receivers.length === 0 && this.#requests.size > 0) this.#held.push({ id, payload });
    if (this.#held.length > maxHeld) this.#held.shift();
  }

  /** The gateway may treat different parameters as equal and give them one id. */
  #subscriptionsWithId(id: string): readonly GatewaySubscription[] {
    const matches: GatewaySubscription[] = [];
    for (const shared of this.#shared.values()) if (shared.id === id) matches.push(shared);
    return matches;
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
      this.#refused(shared, readRpcError(error, this.#details(shared.row)));
    else if (id !== undefined) this.#confirmed(shared, id);
    if (this.#requests.size === 0) this.#held = [];
  }

  #confirmed(shared: GatewaySubscription, id: string): void {
    this.#socket.resetFailures();
    if (shared.listeners.size === 0) {
      this.#shared.delete(shared.key);
      this.#unsubscribe(shared.row, id);
      return;
    }
    shared.id = id;
    shared.refusals = 0;
    shared.confirm();
    const held = this.#held.filter((notification) => notification.id === id);
    this.#held = this.#held.filter((notification) => notification.id !== id);
    for (const { payload } of held) this.#deliver(shared, payload);
  }

  #refused(shared: GatewaySubscription, error: SvmGatewayError): void {
    shared.refusals += 1;
    const maxRefusals = shared.wasConfirmed ? this.#settings.reconnects : this.#settings.retries;
    if (shared.listeners.size > 0 && isTemporaryRefusal(error) && shared.refusals <= maxRefusals) {
      shared.timer = setTimeout(
        () => {
          shared.timer = undefined;
          this.#request(shared);
        },
        msBeforeRetry(shared.refusals, this.#settings.retryDelayMs),
      );
      return;
    }
    this.#shared.delete(shared.key);
    shared.fail(error);
    this.#closeWhenIdle();
  }

  #deliver(shared: GatewaySubscription, payload: string): void {
    const isLast = shared.isLast(payload);
    const listeners = [...shared.listeners];
    if (isLast) {
      shared.listeners.clear();
      this.#forget(shared);
    }
    for (const listener of listeners) {
      listener.onNotification(payload);
      if (isLast) listener.onEnded(undefined);
    }
    if (isLast) this.#closeWhenIdle();
  }

  #leave(shared: GatewaySubscription, listener: SubscriptionListener): void {
    if (!shared.listeners.delete(listener) || shared.listeners.size > 0) return;
    // While its request is in flight it stays: a listener may join, or the confirmation ends it.
    if (!shared.isRequested) {
      this.#forget(shared);
      if (shared.id !== undefined) this.#unsubscribe(shared.row, shared.id);
    }
    this.#closeWhenIdle();
  }

  #forget(shared: GatewaySubscription): void {
    shared.stopTimer();
    this.#shared.delete(shared.key);
  }

  /** Unsubscribes, unless another subscription shares the id and would end too. */
  #unsubscribe(row: SubscriptionRow, id: string): void {
    if (this.#socket.isOpen && this.#subscriptionsWithId(id).length === 0)
      this.#send(row.unsubscribe, `[${id}]`);
  }

  /** Sends a request; returns its id as JSON text. */
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
    }, this.#settings.socketIdleMs);
    // An idle WebSocket must not keep a Node process alive.
    if (typeof this.#idleTimer === "object") this.#idleTimer.unref();
  }

  #failAll(error: SvmGatewayError): void {
    clearTimeout(this.#idleTimer);
    const subscriptions = [...this.#shared.values()];
    this.#lost();
    this.#shared.clear();
    for (const shared of subscriptions) shared.fail(error);
  }

  #details({ subscribe }: SubscriptionRow): CallDetails {
    return { method: subscribe, network: this.#network };
  }
}

/** The WebSocket URL of a network. */
function socketUrl(wsUrl: URL, network: string | undefined): string {
  if (network === undefined) return wsUrl.href;
  const url = new URL(wsUrl);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/networks/${encodeURIComponent(network)}`;
  return url.href;
}

/** True if the refusal is temporary, so that a retry may succeed. */
export function isTemporaryRefusal({ data }: SvmGatewayError): boolean {
  if (typeof data !== "object" || data === null || !("reason" in data)) return false;
  return temporaryReasons.includes(String(data.reason));
}

/**
 * Writes the ledger's params: positional ones first, then an object with the others. Its fields are sorted, so that equal
 * parameters give equal text.
 */
export function subscriptionParams(row: SubscriptionRow, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params));
  for (const { name, value, lower } of row.defaults ?? []) {
    const isLower = lower?.words.includes(String(values.get(lower.beside))) === true;
    if (values.get(name) === undefined) values.set(name, isLower ? lower.value : value);
  }
  const list = row.positions.map((name) => values.get(name) ?? null);
  while (list.length > 0 && list.at(-1) === null) list.pop();
  const fields = [...values]
    .filter(([name, value]) => value !== undefined && !row.positions.includes(name))
    .map(([name, value]) => [row.fields?.[name] ?? name, value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (fields.length > 0) {
    while (list.length < row.positions.length) list.push(null);
    list.push(Object.fromEntries(fields));
  }
  return writeJson(list);
}

/** One subscription at the gateway, for any number of listeners. */
class GatewaySubscription {
  readonly key: string;
  readonly row: SubscriptionRow;
  readonly params: string;
  readonly listeners = new Set<SubscriptionListener>();
  /** The gateway's id as JSON text; undefined until confirmed on the current connection. */
  id: string | undefined = undefined;
  /** A request is in flight. */
  isRequested = false;
  wasConfirmed = false;
  refusals = 0;
  /** Request timeout, or the backoff before the next request. */
  timer: Timer = undefined;

  constructor(key: string, row: SubscriptionRow, params: string) {
    this.key = key;
    this.row = row;
    this.params = params;
  }

  stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Resets the state of a lost connection. */
  disconnect(): void {
    this.stopTimer();
    this.id = undefined;
    this.isRequested = false;
  }

  confirm(): void {
    for (const listener of [...this.listeners]) listener.onConfirmed(this.wasConfirmed);
    this.wasConfirmed = true;
  }

  /** Removes all listeners, and ends them with an error. */
  fail(error: SvmGatewayError): void {
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const listener of listeners) listener.onEnded(error);
  }

  /** Returns true for the result of a one-shot subscription. The string `receivedSignature` may come before it. */
  isLast(payload: string): boolean {
    return this.row.oneShot === true && membersOf(payload)?.get("value")?.startsWith('"') !== true;
  }
}
