import { WebSocket } from "ws";
import type { RawJson } from "../../json/raw-json.ts";
import { hideSecrets } from "../../log/known-secrets.ts";
import { assertPublicHost, guardedLookup } from "../../net/public-address.ts";
import type { UpstreamUrl } from "../../networks/network.ts";
import { HeldNotifications } from "./held-notifications.ts";
import { type Refusal, readUpstreamFrame } from "./read-upstream-frame.ts";

/** One subscription, as a socket sees it. */
export interface SocketEntry {
  readonly method: string;
  readonly unsubscribeMethod: string;
  /** JSON text of the params. */
  readonly params: string;
  onConfirmed(): void;
  onRefused(refusal: Refusal): void;
  onPayload(payload: RawJson): void;
}

/** What a socket reports to its owner. */
export interface SocketEvents {
  /** An upstream that answers is a good one. */
  answered(socket: UpstreamSocket): void;
  /** Reported once; these entries have to go elsewhere. */
  ended(socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string): void;
}

/** How a socket is kept. */
export interface SocketOptions {
  readonly pingIntervalMs: number;
  readonly answerTimeoutMs: number;
  readonly maxFrameBytes: number;
}

interface Request {
  readonly sentAt: number;
  readonly entry: SocketEntry | undefined;
  /** The entry has left before its answer came. */
  isAbandoned: boolean;
  /** An unsubscribe request: what may not be subscribed to again before it is answered. */
  readonly unsubscribing: string | undefined;
}

/** Requests without an answer at once: a thousand subscriptions are restored in bulk, yet no upstream is flooded. */
const maxUnanswered = 64;
/** Longest id of a subscription that an upstream may give: it is kept for as long as the subscription. Nodes give numbers. */
const maxIdBytes = 64;

/**
 * One WebSocket to an upstream, from its opening to its end. It does not come back: its owner makes another.
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
 * Nodes give one id for equal subscriptions on a socket, so an id may belong to several entries and is given up
 * with the last of them. Notifications may come before the answer that gives their id: they are held for it.
 */
export class UpstreamSocket {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #events: SocketEvents;
  readonly #waiting = new Set<SocketEntry>();
  readonly #requests = new Map<number, Request>();
  readonly #unsubscribing = new Set<string>();
  readonly #idOf = new Map<SocketEntry, string>();
  readonly #entriesOf = new Map<string, Set<SocketEntry>>();
  readonly #held = new HeldNotifications();
  readonly #watch: NodeJS.Timeout;
  readonly #openedBy: number;
  #state: "connecting" | "open" | "ended" = "connecting";
  #nextRequest = 1;
  #asked = 0;
  #heardAt = 0;
  #pingedAt = 0;

  /** What logs name the upstream by: its id, else its host. */
  readonly host: string;

  constructor(upstream: UpstreamUrl, options: SocketOptions, events: SocketEvents) {
    this.host = upstream.settings?.id ?? hideSecrets(new URL(upstream.url).host);
    this.#options = options;
    this.#events = events;
    this.#socket = connect(upstream, options);
    this.#openedBy = performance.now() + options.answerTimeoutMs;
    this.#socket.on("open", () => this.#onOpen());
    this.#socket.on("message", (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    this.#socket.on("pong", () => this.#onHeard());
    this.#socket.on("ping", () => this.#onHeard());
    this.#socket.on("error", (error) => this.end(error.message));
    this.#socket.on("close", (code) => this.end(`closed with ${code}`));
    const interval = Math.max(10, Math.min(options.pingIntervalMs, options.answerTimeoutMs) / 2);
    this.#watch = setInterval(() => this.#check(), interval);
  }

  /** Subscriptions on it, live or on their way. */
  get load(): number {
    return this.#waiting.size + this.#asked + this.#idOf.size;
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Takes a subscription, now or as soon as the socket is open. */
  add(entry: SocketEntry): void {
    this.#waiting.add(entry);
    this.#sendWaiting();
  }

  /** Gives a subscription up. */
  remove(entry: SocketEntry): void {
    if (this.#waiting.delete(entry)) return;
    for (const request of this.#requests.values()) {
      if (request.entry !== entry || request.isAbandoned) continue;
      request.isAbandoned = true;
      this.#asked -= 1;
      return;
    }
    const id = this.#detach(entry);
    if (id !== undefined) this.#unsubscribe(entry, id);
  }

  /** Forgets a subscription that the upstream has ended by itself. */
  forget(entry: SocketEntry): void {
    this.#detach(entry);
  }

  /** Ends the socket; its entries are handed back. */
  end(reason: string): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    clearInterval(this.#watch);
    const entries = [...this.#waiting];
    for (const { entry, isAbandoned } of this.#requests.values()) {
      if (entry !== undefined && !isAbandoned) entries.push(entry);
    }
    entries.push(...this.#idOf.keys());
    this.#waiting.clear();
    this.#requests.clear();
    this.#idOf.clear();
    this.#entriesOf.clear();
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

  #send(method: string, params: string, what: Pick<Request, "entry" | "unsubscribing">): void {
    const id = this.#nextRequest;
    this.#nextRequest += 1;
    this.#requests.set(id, { sentAt: performance.now(), isAbandoned: false, ...what });
    this.#socket.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`);
  }

  #unsubscribe(entry: SocketEntry, id: string): void {
    if (this.#state !== "open" || this.#entriesOf.has(id)) return;
    const unsubscribing = keyOf(entry);
    this.#unsubscribing.add(unsubscribing);
    this.#send(entry.unsubscribeMethod, `[${id}]`, { entry: undefined, unsubscribing });
  }

  #detach(entry: SocketEntry): string | undefined {
    const id = this.#idOf.get(entry);
    if (id === undefined) return undefined;
    this.#idOf.delete(entry);
    const entries = this.#entriesOf.get(id);
    entries?.delete(entry);
    if (entries?.size === 0) this.#entriesOf.delete(id);
    return id;
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (this.#state !== "open") return;
    this.#onHeard();
    if (isBinary) {
      this.end("a binary frame came");
      return;
    }
    try {
      this.#receive(data);
    } catch (cause) {
      // What cannot be read may have been a notification: a new socket fetches what was missed.
      this.end(`a frame could not be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  #receive(data: Buffer): void {
    const frame = readUpstreamFrame(data);
    if (frame.kind === "notification") {
      const entries = this.#entriesOf.get(frame.subscription);
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
      throw new Error("an answer to a subscription is no id");
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
    this.#idOf.set(entry, id);
    const entries = this.#entriesOf.get(id);
    if (entries === undefined) this.#entriesOf.set(id, new Set([entry]));
    else entries.add(entry);
    entry.onConfirmed();
    for (const payload of this.#held.take(id)) {
      // The first one may have ended it.
      if (this.#idOf.get(entry) === id) entry.onPayload(payload);
    }
  }

  #check(): void {
    const now = performance.now();
    if (this.#state === "connecting") {
      if (now > this.#openedBy) this.end("it did not open in time");
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

function connect({ url, trusted, settings }: UpstreamUrl, options: SocketOptions): WebSocket {
  if (!trusted) assertPublicHost(new URL(url).hostname);
  return new WebSocket(url, {
    perMessageDeflate: false,
    headers: { ...settings?.headers },
    handshakeTimeout: options.answerTimeoutMs,
    maxPayload: options.maxFrameBytes,
    followRedirects: false,
    ...(trusted ? {} : { lookup: guardedLookup }),
  });
}
