import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { Cancellation } from "../../call/cancellation.ts";
import type { Caller, Gateway } from "../../gateway/gateway-call.ts";
import type { MethodPlan } from "../../gateway/method-plan.ts";
import { cutArray } from "../../json/cut.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import { answer } from "../../rpc/answer.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { writeError } from "../../rpc/write-response.ts";
import type { SubscriptionHub } from "../../subscriptions/hub/subscription-hub.ts";
import { ClientSubscription } from "./client-subscription.ts";
import { closeCodes } from "./close-codes.ts";
import { Outbox } from "./outbox.ts";

/** What every connection shares. */
export interface ConnectionContext {
  readonly hub: SubscriptionHub;
  readonly gateway: Gateway;
  readonly plans: ReadonlyMap<string, MethodPlan>;
  readonly maxSubscriptions: number;
  readonly maxBufferedBytes: number;
  readonly maxBatch: number;
  readonly onInternalFault: (fault: RpcError) => void;
  readonly onSlowReader: (outcome: "closed" | "overwritten") => void;
}

/** Messages of one client that are worked on at once; then its socket is not read until one is done. */
export const maxMessagesAtOnce = 64;
/** Binary frames that are answered with an error; the one after them closes the connection. */
export const maxBinaryFrames = 3;

/** One client's socket: its subscriptions, its ordinary calls, and what waits to be sent to it. */
export class ClientConnection {
  readonly #context: ConnectionContext;
  readonly #socket: WebSocket;
  readonly #network: () => Network;
  readonly #caller: Caller;
  readonly #outbox: Outbox;
  readonly #cancellation = new Cancellation();
  readonly #subscriptions = new Map<number, ClientSubscription>();
  /** Requests to subscribe that the hub has not answered yet; they count against the limit. */
  #joining = 0;
  readonly #backlog: Buffer[] = [];
  #messages = 0;
  #binaryFrames = 0;
  #hasClosed = false;
  /** Heard of since the last ping. */
  isAlive = true;

  constructor(
    context: ConnectionContext,
    socket: WebSocket,
    stream: Duplex,
    network: () => Network,
    caller: Caller,
  ) {
    this.#context = context;
    this.#socket = socket;
    this.#network = network;
    this.#caller = caller;
    this.#outbox = new Outbox(socket, stream, context.maxBufferedBytes, {
      onTooSlow: () => this.#closeSlowReader(),
      onOverwritten: () => context.onSlowReader("overwritten"),
      onDrain: () => this.#work(),
    });
    socket.on("message", (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    socket.on("pong", () => this.#onSign());
    socket.on("ping", () => this.#onSign());
    socket.on("close", () => this.#onClose());
    // The close that follows says all.
    socket.on("error", () => this.#onSign());
  }

  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Closes with a code and a reason; a client that does not answer is cut off. */
  close(code: number, reason: string): void {
    if (this.#hasClosed) return;
    this.#leaveAll();
    this.#socket.close(code, reason);
  }

  /** Calls back when the socket is closed. */
  onGone(listener: () => void): void {
    this.#socket.on("close", listener);
  }

  /** Cuts the connection off. */
  terminate(): void {
    this.#socket.terminate();
  }

  ping(): void {
    this.isAlive = false;
    this.#socket.ping();
  }

  #onSign(): void {
    this.isAlive = true;
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    this.isAlive = true;
    if (this.#hasClosed) return;
    if (isBinary) {
      this.#refuseBinary();
      return;
    }
    this.#backlog.push(data);
    this.#work();
  }

  /**
   * Begins on what has come, as long as there is room; a client that asks faster than it reads, or than it is answered,
   * is not read for a while. What was read with one chunk already waits here.
   */
  #work(): void {
    if (this.#hasClosed) return;
    while (this.#messages < maxMessagesAtOnce && !this.#outbox.isFull) {
      const data = this.#backlog.shift();
      if (data === undefined) break;
      this.#messages += 1;
      void this.#answer(data);
    }
    const shallPause = this.#backlog.length > 0 || this.#outbox.isFull;
    if (shallPause === this.#socket.isPaused) return;
    if (shallPause) this.#socket.pause();
    else this.#socket.resume();
  }

  async #answer(data: Buffer): Promise<void> {
    const joined: ClientSubscription[] = [];
    const { maxBatch } = this.#context;
    const { body, error } = await answer(data, { maxBatch, call: (request) => this.#call(request, joined) });
    if (error?.kind === "internal") this.#context.onInternalFault(error);
    this.#messages -= 1;
    if (!this.#hasClosed) {
      if (body !== undefined) this.#outbox.answer(body.toBuffer());
      // A client must know the id before the first notification that bears it.
      for (const subscription of joined) subscription.announce();
    }
    this.#work();
  }

  #call(request: RpcRequest, joined: ClientSubscription[]): Promise<RawJson> {
    const plan = this.#context.plans.get(request.method);
    if (plan?.method.kind === "subscribe") return this.#subscribe(plan, request, joined);
    if (plan?.method.kind === "unsubscribe") return this.#unsubscribe(request);
    return this.#context.gateway.call({
      dialect: "ledger",
      method: request.method,
      params: request.params,
      network: this.#network().id,
      caller: this.#caller,
      cancellation: this.#cancellation,
      notes: {},
    });
  }

  async #subscribe(plan: MethodPlan, request: RpcRequest, joined: ClientSubscription[]): Promise<RawJson> {
    const { maxSubscriptions, hub } = this.#context;
    if (this.#subscriptions.size + this.#joining >= maxSubscriptions) {
      const message = `This connection has ${maxSubscriptions} subscriptions, as many as are allowed: end one, or open another connection.`;
      throw RpcError.of("atCapacity", message);
    }
    const subscription = new ClientSubscription(this.#outbox, (ended) =>
      this.#subscriptions.delete(ended.id),
    );
    this.#joining += 1;
    try {
      const network = this.#network();
      const membership = await hub.subscribe({ network, plan, params: request.params }, subscription);
      subscription.join(membership);
    } finally {
      this.#joining -= 1;
    }
    const { id } = subscription;
    const known = this.#subscriptions.get(id);
    if (this.#hasClosed) {
      subscription.end();
    } else if (known === undefined) {
      this.#subscriptions.set(id, subscription);
      joined.push(subscription);
    } else {
      // The one that is there goes on; its notifications must not come twice.
      subscription.end();
      known.again();
    }
    return RawJson.fromText(String(id));
  }

  async #unsubscribe({ params }: RpcRequest): Promise<RawJson> {
    const items = params?.startsWith("[") ? cutArray(params) : [];
    const [id = ""] = items;
    const subscription = this.#subscriptions.get(/^\d{1,15}$/.test(id) ? Number(id) : -1);
    if (items.length !== 1 || subscription === undefined)
      throw RpcError.of("invalidParams", "Invalid subscription id.");
    if (subscription.leave()) this.#subscriptions.delete(Number(id));
    return RawJson.fromText("true");
  }

  #refuseBinary(): void {
    this.#binaryFrames += 1;
    if (this.#binaryFrames > maxBinaryFrames) {
      this.close(closeCodes.unsupportedData, "binary frames are not understood; send text");
      return;
    }
    const fault = RpcError.of(
      "invalidRequest",
      "Invalid Request: send text frames; binary ones are not read.",
    );
    this.#outbox.answer(writeError("null", fault).toBuffer());
  }

  #closeSlowReader(): void {
    if (this.#hasClosed) return;
    this.#context.onSlowReader("closed");
    this.close(closeCodes.tryAgainLater, "this client reads more slowly than its notifications come");
  }

  #leaveAll(): void {
    this.#hasClosed = true;
    this.#cancellation.cancel();
    const subscriptions = [...this.#subscriptions.values()];
    this.#subscriptions.clear();
    for (const subscription of subscriptions) subscription.end();
    this.#outbox.clear();
    this.#backlog.length = 0;
    // A paused socket would never see the answer to its close.
    if (this.#socket.isPaused) this.#socket.resume();
  }

  #onClose(): void {
    if (!this.#hasClosed) this.#leaveAll();
  }
}
