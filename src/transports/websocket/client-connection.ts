import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Config } from "../../../generated/config.ts";
import type { AuthenticatedCaller } from "../../auth/authenticated-caller.ts";
import { Cancellation } from "../../call/cancellation.ts";
import { Session } from "../../call/session.ts";
import type { Caller, CallOptions, Gateway } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import { answerBody } from "../../rpc/answer.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { writeError } from "../../rpc/write-response.ts";
import type { SubscriptionHub } from "../../subscriptions/subscription-hub.ts";
import { batchByteCounter } from "../shared/unread-bytes.ts";
import { ConnectionSubscriptions, MessageSubscriptions } from "./connection-subscriptions.ts";
import { Outbox } from "./outbox.ts";

/** What all connections share. */
export interface ConnectionContext {
  readonly hub: SubscriptionHub;
  readonly gateway: Gateway;
  readonly config: Pick<Config, "serverConfig">;
  /** The bytes that a socket may buffer, and those of the answer to a batch. */
  readonly shares: { readonly socket: number; readonly batch: number };
  readonly reportError: (error: RpcError) => void;
  readonly metrics: {
    /** Called when a slow reader is closed, or its waiting notification is replaced by a newer one. */
    countSlowReader(outcome: "closed" | "overwritten"): void;
  };
}

/** A client that has just connected. */
interface Connected {
  readonly socket: WebSocket;
  /** The stream under the socket, which shows how much is unread. */
  readonly stream: Duplex;
  /** The current record of the network that the client chose. */
  readonly network: () => Network;
  readonly caller: Caller;
}

/** Codes with which the gateway closes sockets (RFC 6455 section 7.4.1 and its registry). */
const closeCodes = {
  goingAway: 1001,
  /** Repeated binary frames. */
  unsupportedData: 1003,
  /** The caller's key or token has ended. */
  policyViolation: 1008,
  /** A reader that is too slow. */
  tryAgainLater: 1013,
} as const;

/** Most messages of one client at once. While this many are in work, its socket is not read. */
const maxMessagesAtOnce = 64;
/** How long a client may take to answer the close when the gateway stops. */
const graceMs = 2000;
/** Binary frames answered with an error; one more closes the connection. */
const maxBinaryFrames = 3;

/** One client's socket: its calls, its subscriptions and its unsent messages. */
export class ClientConnection {
  readonly #context: ConnectionContext;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #network: () => Network;
  #caller: Caller;
  readonly #outbox: Outbox;
  readonly #cancellation = new Cancellation();
  readonly #session = new Session();
  readonly #callOptions: CallOptions = { session: this.#session };
  readonly #subscriptions: ConnectionSubscriptions;
  readonly #backlog: Buffer[] = [];
  #messages = 0;
  #binaryFrames = 0;
  #hasClosed = false;
  /** Set when the gateway stops. No further messages are accepted, and it is called once the earlier ones are answered. */
  #onFinished: (() => void) | undefined;
  /** Whether the client has sent anything since the last ping. */
  isAlive = true;

  constructor(context: ConnectionContext, { socket, stream, network, caller }: Connected) {
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
    // A close event follows, which ends the connection.
    socket.on("error", () => undefined);
  }

  /** Closes with a code and a reason. A client that does not answer the close is cut off. */
  #close(code: number, reason: string): void {
    if (this.#hasClosed) return;
    this.#tearDown();
    this.#socket.close(code, reason);
  }

  /**
   * Closes once every received message is answered; later ones are ignored. Called when the gateway stops. Cuts off a client that does
   * not answer the close.
   */
  finish(): void {
    this.#onFinished = () => {
      this.#close(closeCodes.goingAway, "the gateway is stopping");
      setTimeout(() => this.terminate(), graceMs).unref();
    };
    this.#processBacklog();
  }

  /**
   * Looks up the caller's key or token again. Closes the connection if it is no longer valid, or has lost the right to the network or to
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

  /** Cuts the connection off, without a close frame. */
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
    if (this.#hasClosed || this.#onFinished !== undefined) return;
    if (isBinary) {
      this.#refuseBinary();
      return;
    }
    this.#backlog.push(data);
    this.#processBacklog();
  }

  /**
   * Answers waiting messages while there is room, and pauses the socket of a client that sends faster than it is answered or reads.
   * Messages that had already been read from the socket wait in the backlog.
   */
  #processBacklog(): void {
    if (this.#hasClosed) return;
    while (this.#messages < maxMessagesAtOnce && !this.#outbox.isFull) {
      const data = this.#backlog.shift();
      if (data === undefined) break;
      this.#messages += 1;
      void this.#answer(data);
    }
    if (this.#messages === 0 && this.#backlog.length === 0 && this.#onFinished !== undefined) {
      this.#onFinished();
      return;
    }
    const mustPause = this.#backlog.length > 0 || this.#outbox.isFull;
    if (mustPause === this.#socket.isPaused) return;
    if (mustPause) this.#socket.pause();
    else this.#socket.resume();
  }

  async #answer(data: Buffer): Promise<void> {
    const subscriber = new MessageSubscriptions(this.#subscriptions);
    const { config, shares, reportError } = this.#context;
    const onGathered = batchByteCounter(this.#stream);
    const { body } = await answerBody(data, {
      maxBatch: config.serverConfig.maxBatch,
      maxAnswerBytes: shares.batch,
      usesNodeCodes: true,
      call: (request) => this.#call(request, subscriber),
      reportError,
      onGathered,
    });
    onGathered(0);
    this.#messages -= 1;
    if (!this.#hasClosed) {
      if (body !== undefined) this.#outbox.answer(body);
      // After the answer: the client must know the id before the first notification that carries it.
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
      options: this.#callOptions,
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
    this.#close(closeCodes.tryAgainLater, "this client reads more slowly than its notifications arrive");
  }

  #tearDown(): void {
    this.#hasClosed = true;
    this.#cancellation.cancel();
    this.#subscriptions.close();
    this.#outbox.clear();
    this.#backlog.length = 0;
    // A paused socket would never see the answer to its close.
    if (this.#socket.isPaused) this.#socket.resume();
  }
}
