import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "../../../generated/config.ts";
import { Cancellation } from "../../call/cancellation.ts";
import type { CallNotes } from "../../call/upstream-call.ts";
import type { Caller, Gateway, GatewayCall } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { answerBody, type BodyAnswerOptions } from "../../rpc/answer.ts";
import { errorTable } from "../../rpc/error-table.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Dialect } from "../../rpc/write-response.ts";
import type { ReadCallHeaders } from "../shared/call-headers.ts";
import type { RequestBodies } from "../shared/request-bodies.ts";
import type { RequestGuards } from "../shared/request-guards.ts";
import { addBatchedBytes } from "../shared/unread-bytes.ts";
import {
  closeIfBodyUnread,
  pushRetryAfter,
  sendError,
  setHeaders,
  setStatusMessage,
  writeAnswer,
} from "./write-answer.ts";

/** What answering JSON-RPC over HTTP needs. */
export interface RpcAnswerOptions {
  readonly gateway: Gateway;
  readonly config: Pick<Config, "serverConfig">;
  readonly guards: RequestGuards;
  readonly bodies: RequestBodies;
  /** Most bytes in the answer to a batch. */
  readonly shares: { readonly batch: number };
  readonly readCallHeaders: ReadCallHeaders;
  /** Rate limit headers for a caller, as alternating names and values. */
  readonly limitHeaders: (caller: Caller) => readonly string[];
  /** Called once for each error sent. Logs those that are bugs of the gateway. */
  readonly reportError: (error: RpcError) => void;
}

/** Builds the handler for POSTs on the JSON-RPC routes. It never rejects. */
export function createAnswerRpc(options: RpcAnswerOptions) {
  const { limitHeaders } = options;
  const { compression } = options.config.serverConfig;
  const { origins, callerOf } = options.guards;

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    dialect: Dialect,
    network: string | undefined,
  ): Promise<void> => {
    try {
      assertJson(request);
      const cancellation = clientCancellation(response);
      const body = await options.bodies.read(request, cancellation);
      const caller = callerOf(request);
      const scope = new RequestScope(options, request.socket, {
        dialect,
        network,
        caller,
        cancellation,
        preferences: options.readCallHeaders(request, caller),
      });
      const { body: answer, error } = await answerBody(body, scope);
      const headers = origins.headers(request);
      for (const header of limitHeaders(caller)) headers.push(header);
      const { cache, sending, slot } = scope.notes;
      if (cache !== undefined) headers.push("x-cache", cache);
      if (sending !== undefined) headers.push("x-send", sending);
      if (slot !== undefined) headers.push("x-slot", String(slot));
      const status = error === undefined ? 200 : errorTable[error.kind].rpcStatus;
      pushRetryAfter(headers, error);
      if (error !== undefined && status >= 400 && dialect === "ledger") setStatusMessage(response, error);
      if (answer === undefined) response.writeHead(204, headers).end();
      else writeAnswer(response, status, headers, answer, compression);
    } catch (caught) {
      const error = RpcError.from(caught);
      options.reportError(error);
      closeIfBodyUnread(response);
      setHeaders(response, origins.headers(request));
      sendError(response, errorTable[error.kind].rpcStatus, error, { dialect });
    }
  };
}

const jsonType = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;

/** Throws `unsupportedMediaType` if the content type is not JSON or the body is compressed. */
export function assertJson(request: IncomingMessage): void {
  const type = request.headers["content-type"];
  if (type !== "application/json" && (type === undefined || !jsonType.test(type))) {
    throw RpcError.of(
      "unsupportedMediaType",
      `Unsupported content type ${JSON.stringify(type ?? "")}: send the request with Content-Type: application/json.`,
    );
  }
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw RpcError.of(
      "unsupportedMediaType",
      `Unsupported content encoding ${JSON.stringify(encoding)}: send the body as it is, without Content-Encoding.`,
    );
  }
}

/** Fields shared by all calls of one HTTP request. */
type SharedFields = Pick<GatewayCall, "dialect" | "network" | "caller" | "cancellation" | "preferences">;

const noNotes: CallNotes = {};

/** State of one HTTP request. A single object is cheaper than closures. */
class RequestScope implements BodyAnswerOptions {
  readonly maxBatch: number;
  readonly maxAnswerBytes: number;
  readonly dialect: Dialect;
  readonly reportError: (error: RpcError) => void;
  readonly #gateway: Gateway;
  readonly #shared: SharedFields;
  readonly #socket: Socket;
  #notes: CallNotes | undefined;
  #calls = 0;

  constructor(options: RpcAnswerOptions, socket: Socket, shared: SharedFields) {
    this.maxBatch = options.config.serverConfig.maxBatch;
    this.maxAnswerBytes = options.shares.batch;
    this.dialect = shared.dialect;
    this.reportError = options.reportError;
    this.#gateway = options.gateway;
    this.#socket = socket;
    this.#shared = shared;
  }

  /** Notes of the call; empty for a batch of several. */
  get notes(): CallNotes {
    return this.#calls === 1 ? (this.#notes ?? noNotes) : noNotes;
  }

  call({ method, params }: RpcRequest): Promise<RawJson> {
    this.#calls += 1;
    const notes: CallNotes = {};
    this.#notes = notes;
    const { dialect, network, caller, cancellation, preferences } = this.#shared;
    return this.#gateway.call({ dialect, method, params, network, caller, cancellation, preferences, notes });
  }

  countBatched(bytes: number): void {
    addBatchedBytes(this.#socket, bytes);
  }
}

/** Builds a cancellation that fires if the client disconnects before the answer is sent. */
export function clientCancellation(response: ServerResponse): Cancellation {
  const cancellation = new Cancellation();
  response.on("close", () => {
    if (!response.writableFinished) cancellation.cancel();
  });
  return cancellation;
}
