import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Config } from "../../../generated/config.ts";
import type { AuthenticatedCaller } from "../../auth/authenticated-caller.ts";
import { Cancellation } from "../../call/cancellation.ts";
import { Session } from "../../call/session.ts";
import type { Caller, CallPreferences, Gateway } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import { answerBody } from "../../rpc/answer.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { writeError } from "../../rpc/write-response.ts";
import type { SubscriptionHub } from "../../subscriptions/subscription-hub.ts";
import { addBatchedBytes } from "../shared/unread-bytes.ts";
import { ConnectionSubscriptions, MessageSubscriptions } from "./connection-subscriptions.ts";
import { Outbox } from "./outbox.ts";

/** Dependencies shared by all connections. */
export interface ConnectionContext {
  readonly hub: SubscriptionHub;
  readonly gateway: Gateway;
  readonly config: Pick<Config, "serverConfig">;
  /** Most bytes buffered by a socket, and in the answer to a batch. */
  readonly shares: { readonly socket: number; readonly batch: number };
  readonly reportError: (error: RpcError) => void;
  readonly metrics: {
    /** Counts slow readers: closed ones, and waiting notifications overwritten by newer ones. */
    countSlowReader(outcome: "closed" | "overwritten"): void;
  };
}

/** A newly accepted client. */
interface AcceptedClient {
  readonly socket: WebSocket;
  /** The stream under the socket, for its buffered bytes. */
  readonly stream: Duplex;
  /** Returns the current record of the selected network. */
  readonly network: () => Network;
  readonly caller: Caller;
}

/** Close codes (RFC 6455 section 7.4.1 and the IANA registry). */
const closeCodes = {
  goingAway: 1001,
  /** The client keeps sending binary frames. */
  unsupportedData: 1003,
  /** The caller's key or token is no longer valid or lost a right. */
  policyViolation: 1008,
  /** The client reads too slowly. */
  tryAgainLater: 1013,
} as const;

/** Maximum messages of one client in flight. At this number, its socket is paused. */
const maxMessagesInFlight = 64;
/** Time for a client to answer the close frame when the gateway stops. */
const closeGraceMs = 2000;
/** Binary frames answered with an error before the connection is closed. */
const maxBinaryFrames = 3;

/** One client's socket, with its calls, subscriptions and unsent messages. */
export class ClientConnection {
  readonly #context: ConnectionContext;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #network: () => Network;
  #caller: Caller;
  readonly #outbox: Outbox;
  readonly #cancellation = new Cancellation();
  readonly #session = new Session();
  readonly #preferences: CallPreferences = { session: this.#session };
  readonly #subscriptions: ConnectionSubscriptions;
  readonly #backlog: Buffer[] = [];
  #messagesInFlight = 0;
  #binaryFrames = 0;
  #hasClosed = false;
  /** Set when the gateway stops: new messages are ignored, and this is called once the earlier ones are answered. */
  #onIdle: (() => void) | undefined;
  /** True if the client has sent anything since the last ping. */
  isAlive = true;

  constructor(context: ConnectionContext, { socket, stream, network, caller }: AcceptedClient) {
    this.#context = context;
    this.#socket = socket;
    this.#stream = stream;
    this.#network = network;
    this.#caller = caller;
    this.#outbox = new Outbox(stream, context.shares.socket, {
      onTooSlow: () => this.#closeSlowReader(),
      onOverwritten: () => context.metrics.countSlowReader("overwritten"),
      onDrain: () => this.#processBacklog(),
    });
    this.#subscriptions = new ConnectionSubscriptions(context.hub, this.#outbox, this.#session, caller);
    socket.on("message", (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    socket.on("pong", () => this.#recordActivity());
    socket.on("ping", () => this.#recordActivity());
    socket.on("close", () => {
      if (!this.#hasClosed) this.#tearDown();
    });
    // A close event follows.
    socket.on("error", () => undefined);
  }

  /** Sends a close frame. A client that does not answer it is disconnected. */
  #close(code: number, reason: string): void {
    if (this.#hasClosed) return;
    this.#tearDown();
    this.#socket.close(code, reason);
  }

  /**
   * Closes once every received message is answered, and ignores later ones. Called when the gateway stops. Disconnects a client that
   * does not answer the close.
   */
  finish(): void {
    this.#onIdle = () => {
      this.#close(closeCodes.goingAway, "the gateway is stopping");
      setTimeout(() => this.terminate(), closeGraceMs).unref();
    };
    this.#processBacklog();
  }

  /**
   * Refreshes the caller's rights. Closes the connection if its key or token is no longer valid, or has lost the right to the network or
   * a subscription.
   */
  renewCaller(renew: (caller: AuthenticatedCaller) => AuthenticatedCaller | undefined): void {
    const { authenticated } = this.#caller;
    if (authenticated === undefined) return;
    const renewed = renew(authenticated);
    if (renewed === authenticated) return;
    if (renewed === undefined) {
      this.#close(closeCodes.policyViolation, `the ${authenticated.kind} was revoked or has expired`);
      return;
    }
    this.#caller = { ...this.#caller, authenticated: renewed };
    const { rights } = renewed;
    if (!rights.includesNetwork(this.#network().id) || !this.#subscriptions.areAllowedBy(rights))
      this.#close(
        closeCodes.policyViolation,
        `the ${authenticated.kind} has lost a right that this socket uses`,
      );
  }

  /** Disconnects without a close frame. */
  terminate(): void {
    this.#socket.terminate();
  }

  ping(): void {
    this.isAlive = false;
    this.#socket.ping();
  }

  #recordActivity(): void {
    this.isAlive = true;
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    this.#recordActivity();
    if (this.#hasClosed || this.#onIdle !== undefined) return;
    if (isBinary) {
      this.#refuseBinary();
      return;
    }
    this.#backlog.push(data);
    this.#processBacklog();
  }

  /**
   * Answers waiting messages while there is capacity, and pauses the socket if the client sends too fast or reads too slowly. Messages
   * already read from the socket wait in the backlog.
   */
  #processBacklog(): void {
    if (this.#hasClosed) return;
    while (this.#messagesInFlight < maxMessagesInFlight && !this.#outbox.isFull) {
      const data = this.#backlog.shift();
      if (data === undefined) break;
      this.#messagesInFlight += 1;
      void this.#answer(data);
    }
    if (this.#messagesInFlight === 0 && this.#backlog.length === 0 && this.#onIdle !== undefined) {
      this.#onIdle();
      return;
    }
    const shouldPause = this.#backlog.length > 0 || this.#outbox.isFull;
    if (shouldPause === this.#socket.isPaused) return;
    if (shouldPause) this.#socket.pause();
    else this.#socket.resume();
  }

  async #answer(data: Buffer): Promise<void> {
    const subscriber = new MessageSubscriptions(this.#subscriptions);
    const { config, shares, reportError } = this.#context;
    const { body } = await answerBody(data, {
      maxBatch: config.serverConfig.maxBatch,
      maxAnswerBytes: shares.batch,
      dialect: "ledger",
      call: (request) => this.#call(request, subscriber),
      reportError,
      countBatched: (bytes) => addBatchedBytes(this.#stream, bytes),
    });
    this.#messagesInFlight -= 1;
    if (!this.#hasClosed) {
      if (body !== undefined) this.#outbox.answer(body);
      // Notifications follow the answer, which has the subscription id.
      subscriber.releaseHeld();
    }
    this.#processBacklog();
  }

  #call(request: RpcRequest, subscriber: MessageSubscriptions): Promise<RawJson> {
    return this.#context.gateway.call({
      dialect: "ledger",
      method: request.method,
      params: request.params,
      network: this.#network().id,
      caller: this.#caller,
      preferences: this.#preferences,
      cancellation: this.#cancellation,
      notes: {},
      subscriber,
    });
  }

  #refuseBinary(): void {
    this.#binaryFrames += 1;
    if (this.#binaryFrames > maxBinaryFrames) {
      this.#close(closeCodes.unsupportedData, "binary frames are not accepted; send text");
      return;
    }
    const error = RpcError.of(
      "invalidRequest",
      "Invalid Request: binary frames are not accepted; send text frames.",
    );
    this.#outbox.answer(writeError("null", error));
  }

  #closeSlowReader(): void {
    if (this.#hasClosed) return;
    this.#context.metrics.countSlowReader("closed");
    this.#close(closeCodes.tryAgainLater, "this client reads too slowly for its notifications");
  }

  #tearDown(): void {
    this.#hasClosed = true;
    this.#cancellation.cancel();
    this.#subscriptions.close();
    this.#outbox.clear();
    this.#backlog.length = 0;
    // A paused socket would never receive the client's close frame.
    if (this.#socket.isPaused) this.#socket.resume();
  }
}
