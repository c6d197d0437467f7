import type { WebSocket } from "ws";
import { hideSecrets } from "../../log/known-secrets.ts";
import type { UpstreamUrl } from "../../networks/network.ts";
import { connectUpstream } from "./connect-upstream.ts";
import { HeldNotifications } from "./held-notifications.ts";
import { maxIdBytes, readUpstreamFrame } from "./read-upstream-frame.ts";
import type { SocketEntry } from "./socket-entry.ts";
import { SubscribedEntries } from "./subscribed-entries.ts";

/** Events of an upstream socket. */
export interface SocketEvents {
  /** The upstream has answered a request. */
  answered(socket: UpstreamSocket): void;
  /** Reported once; these entries need another socket. */
  ended(socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string): void;
}

/** Times and bounds of a socket. */
export interface SocketOptions {
  readonly pingIntervalMs: number;
  readonly answerTimeoutMs: number;
  readonly maxFrameBytes: number;
}

interface Request {
  readonly sentAt: number;
  readonly entry: SocketEntry | undefined;
  /** The entry was removed before its answer came. */
  isAbandoned: boolean;
  /** For an unsubscribe request: the key of what may not be subscribed to again before it is answered. */
  readonly unsubscribing: string | undefined;
}

/** Most unanswered requests: a thousand subscriptions are restored in bulk, but do not flood an upstream. */
const maxUnanswered = 64;

/**
 * One WebSocket to an upstream, from its opening to its end. It does not reconnect: its owner opens another.
 *
 *     connecting ──open──▶ open ──────────────┐
 *         │                 │ close, error,   │ end()
 *         │ no answer       │ no pong, no     │
 *         │ in time,        │ answer in time, │
 *         │ error           │ broken frame    │
 *         └────────▶ ended ◀┴─────────────────┘
 *
 * An entry on it:
 *
 *     waiting ──sent──▶ asked ──result──▶ live ──remove()──▶ (unsubscribe sent) gone
 *        │                │ error: onRefused, gone
 *        │ remove(): gone │ remove(): unsubscribed as soon as its id is known
 *
 * Nodes give equal subscriptions on a socket one id, which is unsubscribed with the last of its entries. Notifications that
 * come before the answer with their id are held for it.
 */
export class UpstreamSocket {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #events: SocketEvents;
  readonly #waiting = new Set<SocketEntry>();
  readonly #requests = new Map<number, Request>();
  readonly #unsubscribing = new Set<string>();
  readonly #subscribed = new SubscribedEntries();
  readonly #held = new HeldNotifications();
  readonly #checkTimer: NodeJS.Timeout;
  readonly #openDeadline: number;
  #state: "connecting" | "open" | "ended" = "connecting";
  #nextRequest = 1;
  #asked = 0;
  #heardAt = 0;
  #pingedAt = 0;

  /** The upstream's name in logs: its id, else its host. */
  readonly host: string;

  constructor(upstream: UpstreamUrl, options: SocketOptions, events: SocketEvents) {
    this.host = upstream.settings?.id ?? hideSecrets(new URL(upstream.url).host);
    this.#options = options;
    this.#events = events;
    this.#socket = connectUpstream(upstream, options.answerTimeoutMs, options.maxFrameBytes);
    this.#openDeadline = performance.now() + options.answerTimeoutMs;
    this.#socket.on("open", () => this.#onOpen());
    this.#socket.on("message", (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    this.#socket.on("pong", () => this.#onHeard());
    this.#socket.on("ping", () => this.#onHeard());
    this.#socket.on("error", (error) => this.end(error.message));
    this.#socket.on("close", (code) => this.end(`closed with ${code}`));
    const interval = Math.max(10, Math.min(options.pingIntervalMs, options.answerTimeoutMs) / 2);
    this.#checkTimer = setInterval(() => this.#check(), interval);
  }

  /** Subscriptions on it, confirmed or not. */
  get load(): number {
    return this.#waiting.size + this.#asked + this.#subscribed.size;
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Subscribes, now or as soon as the socket is open. */
  add(entry: SocketEntry): void {
    this.#waiting.add(entry);
    this.#sendWaiting();
  }

  /** Unsubscribes. */
  remove(entry: SocketEntry): void {
    if (this.#waiting.delete(entry)) return;
    for (const request of this.#requests.values()) {
      if (request.entry !== entry || request.isAbandoned) continue;
      request.isAbandoned = true;
      this.#asked -= 1;
      return;
    }
    const id = this.#subscribed.remove(entry);
    if (id !== undefined) this.#unsubscribe(entry, id);
  }

  /** Removes a subscription that has ended at the upstream. */
  forget(entry: SocketEntry): void {
    this.#subscribed.remove(entry);
  }

  /** Ends the socket and reports its entries. */
  end(reason: string): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    clearInterval(this.#checkTimer);
    const entries = [...this.#waiting];
    for (const { entry, isAbandoned } of this.#requests.values()) {
      if (entry !== undefined && !isAbandoned) entries.push(entry);
    }
    entries.push(...this.#subscribed.all);
    this.#waiting.clear();
    this.#requests.clear();
    this.#subscribed.clear();
    this.#held.clear();
    this.#asked = 0;
    this.#socket.terminate();
    this.#events.ended(this, entries, reason);
  }

  #onOpen(): void {
    if (this.#state !== "connecting") return;
    this.#state = "open";
    this.#onHeard();
    this.#sendWaiting();
  }

  #onHeard(): void {
    this.#heardAt = performance.now();
  }

  #sendWaiting(): void {
    if (this.#state !== "open") return;
    for (const entry of this.#waiting) {
      if (this.#requests.size >= maxUnanswered) return;
      if (this.#unsubscribing.has(keyOf(entry))) continue;
      this.#waiting.delete(entry);
      this.#asked += 1;
      this.#send(entry.method, entry.params, { entry, unsubscribing: undefined });
    }
  }

  #send(method: string, params: string, purpose: Pick<Request, "entry" | "unsubscribing">): void {
    const id = this.#nextRequest;
    this.#nextRequest += 1;
    this.#requests.set(id, { sentAt: performance.now(), isAbandoned: false, ...purpose });
    this.#socket.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`);
  }

  #unsubscribe(entry: SocketEntry, id: string): void {
    if (this.#state !== "open" || this.#subscribed.withId(id) !== undefined) return;
    const unsubscribing = keyOf(entry);
    this.#unsubscribing.add(unsubscribing);
    this.#send(entry.unsubscribeMethod, `[${id}]`, { entry: undefined, unsubscribing });
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (this.#state !== "open") return;
    this.#onHeard();
    if (isBinary) {
      this.end("received a binary frame");
      return;
    }
    try {
      this.#receive(data);
    } catch (cause) {
      // It may have been a notification: what was missed is fetched once a new socket is open.
      this.end(`a frame could not be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  #receive(data: Buffer): void {
    const frame = readUpstreamFrame(data);
    if (frame.kind === "notification") {
      const entries = this.#subscribed.withId(frame.subscription);
      if (entries === undefined) {
        if (this.#asked > 0) this.#held.add(frame.subscription, frame.payload);
        return;
      }
      for (const entry of entries) entry.onPayload(frame.payload);
      return;
    }
    if (frame.kind === "other") return;
    const request = this.#requests.get(frame.id);
    if (request === undefined) return;
    if (frame.kind === "result" && frame.result.byteLength > maxIdBytes)
      throw new Error("the answer to a subscription is not an id");
    this.#requests.delete(frame.id);
    this.#events.answered(this);
    if (request.unsubscribing !== undefined) this.#unsubscribing.delete(request.unsubscribing);
    else if (frame.kind === "result") this.#onSubscribed(request, frame.result.toString());
    else if (request.entry !== undefined && !request.isAbandoned) {
      this.#asked -= 1;
      request.entry.onRefused(frame.refusal);
    }
    if (this.#asked === 0) this.#held.clear();
    this.#sendWaiting();
  }

  #onSubscribed({ entry, isAbandoned }: Request, id: string): void {
    if (entry === undefined) return;
    if (isAbandoned) {
      this.#held.take(id);
      this.#unsubscribe(entry, id);
      return;
    }
    this.#asked -= 1;
    this.#subscribed.add(entry, id);
    entry.onConfirmed();
    for (const payload of this.#held.take(id)) {
      // The first one may have ended it.
      if (this.#subscribed.idOf(entry) === id) entry.onPayload(payload);
    }
  }

  #check(): void {
    const now = performance.now();
    if (this.#state === "connecting") {
      if (now > this.#openDeadline) this.end("it did not open in time");
      return;
    }
    const [oldest] = this.#requests.values();
    if (oldest !== undefined && now - oldest.sentAt > this.#options.answerTimeoutMs) {
      this.end("a request was not answered in time");
    } else if (this.#pingedAt > this.#heardAt && now - this.#pingedAt > this.#options.pingIntervalMs) {
      this.end("a ping was not answered in time");
    } else if (now - Math.max(this.#heardAt, this.#pingedAt) >= this.#options.pingIntervalMs) {
      this.#pingedAt = now;
      this.#socket.ping();
    }
  }
}

function keyOf(entry: SocketEntry): string {
  return `${entry.method} ${entry.params}`;
}
