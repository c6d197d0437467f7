import { WebSocket } from "ws";
import type { RawJson } from "../../json/raw-json.ts";
import { hideSecrets } from "../../log/redact.ts";
import { guardedLookup, privateHostError } from "../../net/public-address.ts";
import type { UpstreamAddress } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { HeldNotifications } from "./held-notifications.ts";
import { maxIdBytes, readUpstreamFrame } from "./upstream-frame.ts";

/** A subscription on an upstream socket. */
export interface SocketEntry {
  readonly method: string;
  readonly unsubscribeMethod: string;
  /** JSON text of the params. */
  readonly params: string;
  onConfirmed(): void;
  onRefused(refusal: RpcError): void;
  onPayload(payload: RawJson): void;
}

interface UpstreamSocketEvents {
  onAnswered(): void;
  /** Called once, with the entries to move to another socket. */
  onEnded(entries: readonly SocketEntry[], reason: string): void;
}

/** Timeouts and limits of a socket. */
export interface SocketOptions {
  readonly pingIntervalMs: number;
  readonly answerTimeoutMs: number;
  readonly maxFrameBytes: number;
}

interface Request {
  readonly sentAt: number;
  readonly entry: SocketEntry | undefined;
  /** The entry was removed before the response. */
  isAbandoned: boolean;
  /** For an unsubscribe request: the entry's key, which is not subscribed again before the response. */
  readonly unsubscribing: string | undefined;
}

/** Most requests in flight: restoring a thousand subscriptions must not flood an upstream. */
const maxInFlight = 64;

/**
 * One WebSocket connection to an upstream. It does not reconnect; its owner opens another.
 *
 *     connecting ──open──▶ open ──────────────┐
 *         │                 │ close, error,   │ end()
 *         │ timeout,        │ no pong or      │
 *         │ error           │ response,       │
 *         │                 │ malformed frame │
 *         └────────▶ ended ◀┴─────────────────┘
 *
 * States of an entry:
 *
 *     waiting ──sent──▶ requested ──result──▶ live ──remove()──▶ (unsubscribe sent) gone
 *        │                │ error: onRefused, gone
 *        │ remove(): gone │ remove(): unsubscribed as soon as its id is known
 *
 * Nodes give equal subscriptions on a socket one id, which is unsubscribed with its last entry. Notifications that arrive before
 * the response with their id are held.
 */
export class UpstreamSocket {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #events: UpstreamSocketEvents;
  readonly #waiting = new Set<SocketEntry>();
  readonly #requests = new Map<number, Request>();
  readonly #unsubscribing = new Set<string>();
  /** Upstream ids of confirmed entries, and the reverse: entries may share an id. */
  readonly #idOf = new Map<SocketEntry, string>();
  readonly #byId = new Map<string, Set<SocketEntry>>();
  readonly #held = new HeldNotifications();
  readonly #checkTimer: NodeJS.Timeout;
  #state: "connecting" | "open" | "ended" = "connecting";
  #nextRequest = 1;
  /** `performance.now()` of the last frame, initially of the creation. */
  #lastFrameAt = performance.now();
  #pingedAt = 0;

  readonly host: string;

  constructor(upstream: UpstreamAddress, options: SocketOptions, events: UpstreamSocketEvents) {
    this.host = upstreamHost(upstream);
    this.#options = options;
    this.#events = events;
    this.#socket = connect(upstream, options);
    this.#socket.on("open", () => this.#onOpen());
    this.#socket.on("message", (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    this.#socket.on("pong", () => this.#recordFrame());
    this.#socket.on("ping", () => this.#recordFrame());
    this.#socket.on("error", (error) => this.end(error.message));
    this.#socket.on("close", (code) => this.end(`closed with ${code}`));
    const interval = Math.max(10, Math.min(options.pingIntervalMs, options.answerTimeoutMs) / 2);
    this.#checkTimer = setInterval(() => this.#check(), interval);
  }

  get load(): number {
    return this.#waiting.size + this.#inFlight.length + this.#idOf.size;
  }

  /** Entries whose requests are in flight. */
  get #inFlight(): readonly SocketEntry[] {
    const requests = [...this.#requests.values()];
    return requests.flatMap(({ entry, isAbandoned }) => (entry === undefined || isAbandoned ? [] : entry));
  }

  /** Subscribes as soon as the socket is open. */
  add(entry: SocketEntry): void {
    this.#waiting.add(entry);
    this.#sendWaiting();
  }

  remove(entry: SocketEntry): void {
    if (this.#waiting.delete(entry)) return;
    for (const request of this.#requests.values()) {
      if (request.entry !== entry || request.isAbandoned) continue;
      request.isAbandoned = true;
      return;
    }
    const id = this.removeEnded(entry);
    if (id !== undefined) this.#unsubscribe(entry, id);
  }

  /** Removes a subscription that ended at the upstream; returns its id. */
  removeEnded(entry: SocketEntry): string | undefined {
    const id = this.#idOf.get(entry);
    if (id === undefined) return undefined;
    this.#idOf.delete(entry);
    const entries = this.#byId.get(id);
    entries?.delete(entry);
    if (entries?.size === 0) this.#byId.delete(id);
    return id;
  }

  end(reason: string): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    clearInterval(this.#checkTimer);
    const entries = [...this.#waiting, ...this.#inFlight, ...this.#idOf.keys()];
    this.#waiting.clear();
    this.#requests.clear();
    this.#idOf.clear();
    this.#byId.clear();
    this.#held.clear();
    this.#socket.terminate();
    this.#events.onEnded(entries, reason);
  }

  #onOpen(): void {
    if (this.#state !== "connecting") return;
    this.#state = "open";
    this.#recordFrame();
    this.#sendWaiting();
  }

  #recordFrame(): void {
    this.#lastFrameAt = performance.now();
  }

  #sendWaiting(): void {
    if (this.#state !== "open") return;
    for (const entry of this.#waiting) {
      if (this.#requests.size >= maxInFlight) return;
      if (this.#unsubscribing.has(entryKey(entry))) continue;
      this.#waiting.delete(entry);
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
    if (this.#state !== "open" || this.#byId.has(id)) return;
    const unsubscribing = entryKey(entry);
    this.#unsubscribing.add(unsubscribing);
    this.#send(entry.unsubscribeMethod, `[${id}]`, { entry: undefined, unsubscribing });
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (this.#state !== "open") return;
    this.#recordFrame();
    if (isBinary) {
      this.end("received a binary frame");
      return;
    }
    try {
      this.#receive(data);
    } catch (cause) {
      // Its notification is fetched over HTTP once another socket is open.
      this.end(`a frame could not be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  #receive(data: Buffer): void {
    const frame = readUpstreamFrame(data);
    if (frame.kind === "notification") {
      const entries = this.#byId.get(frame.subscription);
      if (entries !== undefined) for (const entry of entries) entry.onPayload(frame.payload);
      else if (this.#inFlight.length > 0) this.#held.add(frame.subscription, frame.payload);
      return;
    }
    if (frame.kind === "other") return;
    const request = this.#requests.get(frame.id);
    if (request === undefined) return;
    if (frame.kind === "result" && frame.result.byteLength > maxIdBytes)
      throw new Error("the response to a subscription is not an id");
    this.#requests.delete(frame.id);
    this.#events.onAnswered();
    if (request.unsubscribing !== undefined) this.#unsubscribing.delete(request.unsubscribing);
    else if (frame.kind === "result") this.#onSubscribed(request, frame.result.toString());
    else if (!request.isAbandoned) request.entry?.onRefused(frame.refusal);
    if (this.#inFlight.length === 0) this.#held.clear();
    this.#sendWaiting();
  }

  #onSubscribed({ entry, isAbandoned }: Request, id: string): void {
    if (entry === undefined) return;
    if (isAbandoned) {
      this.#held.take(id);
      this.#unsubscribe(entry, id);
      return;
    }
    this.#idOf.set(entry, id);
    const entries = this.#byId.get(id);
    if (entries === undefined) this.#byId.set(id, new Set([entry]));
    else entries.add(entry);
    entry.onConfirmed();
    for (const payload of this.#held.take(id)) {
      // An earlier entry's callback may have ended this one.
      if (this.#idOf.get(entry) === id) entry.onPayload(payload);
    }
  }

  #check(): void {
    const now = performance.now();
    if (this.#state === "connecting") {
      if (now - this.#lastFrameAt > this.#options.answerTimeoutMs) this.end("connecting timed out");
      return;
    }
    const [oldest] = this.#requests.values();
    if (oldest !== undefined && now - oldest.sentAt > this.#options.answerTimeoutMs) {
      this.end("a request timed out");
    } else if (this.#pingedAt > this.#lastFrameAt && now - this.#pingedAt >= this.#options.pingIntervalMs) {
      this.end("a ping timed out");
    } else if (now - Math.max(this.#lastFrameAt, this.#pingedAt) >= this.#options.pingIntervalMs) {
      this.#pingedAt = now;
      this.#socket.ping();
    }
  }
}

/** An upstream's name in logs: its id or host, since the rest of the URL may contain a key. Accepts invalid URLs. */
export function upstreamHost({ settings, url }: UpstreamAddress): string {
  return settings?.id ?? hideSecrets(/^[^/]*\/\/(?:[^/@]*@)?([^/?#]*)/.exec(url)?.[1] ?? "");
}

/** Opens a WebSocket. Throws if an untrusted address is not public. */
function connect({ url, trusted, settings }: UpstreamAddress, options: SocketOptions): WebSocket {
  const error = trusted ? undefined : privateHostError(new URL(url).hostname);
  if (error !== undefined) throw error;
  return new WebSocket(url, {
    perMessageDeflate: false,
    headers: { ...settings?.headers },
    handshakeTimeout: options.answerTimeoutMs,
    maxPayload: options.maxFrameBytes,
    followRedirects: false,
    ...(trusted ? {} : { lookup: guardedLookup }),
  });
}

function entryKey(entry: SocketEntry): string {
  return `${entry.method} ${entry.params}`;
}
