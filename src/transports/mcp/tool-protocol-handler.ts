import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { answerBody, type BodyAnswer } from "../../rpc/answer.ts";
import { type ErrorKind, errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { ErrorData } from "../../rpc/write-response.ts";
import { assertJson, clientCancellation, type RpcAnswerOptions } from "../http/answer-rpc.ts";
import { closeIfBodyUnread, pushRetryAfter, sendError, writeAnswer } from "../http/write-answer.ts";
import { scopeChallenge } from "../shared/credentials.ts";
import { toLine } from "../shared/one-line.ts";
import { selectedNetwork } from "../shared/request-url.ts";
import { addBatchedBytes } from "../shared/unread-bytes.ts";
import { unsupportedVersionError } from "./protocol/check-request.ts";
import type { ToolServer } from "./tool-server.ts";
import { assertHasBatches, handshakeMethod, statelessVersion } from "./tools/protocol-version.ts";
import type { ToolHeaders, ToolMessage, ToolScope } from "./tools/tool-scope.ts";

const leftBracket = 0x5b;

/** What the tool endpoint needs. */
export interface ToolProtocolHandlerOptions extends Omit<RpcAnswerOptions, "gateway"> {
  readonly tools: ToolServer;
  /** `resource` is the URL of the tools, if they accept tokens. */
  readonly auth?: { readonly authenticator: { readonly resource: string | undefined } } | undefined;
}

/**
 * Answers POST /api/mcp. It is stateless: each request is self-contained and needs only a JSON content type, so `initialize` is optional.
 * A call that reports progress is answered with an event stream.
 */
export function createToolProtocolHandler(options: ToolProtocolHandlerOptions): RequestHandler {
  const { tools, shares, reportError } = options;
  const { maxBatch, compression } = options.config.serverConfig;
  const { callerOf } = options.guards;

  async function answerMessages(body: Buffer, socket: Socket, scope: ToolScope, extraData: ErrorData) {
    const isBatch = body.find((code) => code > 0x20) === leftBracket;
    if (isBatch) assertHasBatches(scope.version, "request");
    // A batch gets a single answer without notifications.
    const callScope = isBatch ? { ...scope, notify: undefined } : scope;
    let namedVersion = scope.headers?.version;
    const answered = await answerBody(body, {
      maxBatch,
      maxAnswerBytes: shares.batch,
      extraData,
      call: (parsed) => {
        if (parsed.method === handshakeMethod) namedVersion ??= scope.version;
        return call({ request: parsed, scope: callScope });
      },
      reportError,
      countBatched: (bytes) => addBatchedBytes(socket, bytes),
    });
    return { ...answered, namedVersion };
  }

  async function call(message: ToolMessage): Promise<RawJson> {
    const { version } = message.scope;
    if (!tools.supportsVersion(version)) throw unsupportedVersionError(version);
    return tools.call(message);
  }

  function send(
    response: ServerResponse,
    caller: Caller,
    { body, error }: BodyAnswer,
    version: string | undefined,
  ): void {
    const headers = [...options.limitHeaders(caller)];
    const challenge = error && scopeChallenge(caller, error, options.auth?.authenticator.resource);
    if (challenge !== undefined) headers.push("www-authenticate", challenge);
    pushRetryAfter(headers, error);
    const status =
      challenge !== undefined ? 403 : error === undefined ? 200 : chooseStatus(error.kind, version);
    // A body of notifications only has no answer.
    if (body === undefined) response.writeHead(202, headers).end();
    else writeAnswer(response, status, headers, body, compression);
  }

  return async (request, response) => {
    const headers = readToolHeaders(request);
    const version = headers.version ?? tools.protocolVersion;
    const extraData: ErrorData = {
      protocolVersion: tools.supportsVersion(version) ? version : tools.protocolVersion,
    };
    try {
      const caller: Caller = { ...callerOf(request), transport: "mcp" };
      assertOrigin(caller, request.headers.origin);
      assertJson(request);
      const cancellation = clientCancellation(response);
      const stream = new EventStream(response, () => options.limitHeaders(caller));
      const takesEvents = request.headers.accept?.includes("text/event-stream") === true;
      const scope: ToolScope = {
        preferences: options.readCallHeaders(request, caller),
        caller,
        network: selectedNetwork(request),
        cancellation,
        version,
        headers,
        notify: takesEvents ? stream.notify.bind(stream) : undefined,
      };
      const body = await options.bodies.read(request, cancellation);
      const { namedVersion, ...answered } = await answerMessages(body, request.socket, scope, extraData);
      if (stream.isOpen && answered.body !== undefined) stream.end(answered.body);
      else send(response, caller, answered, namedVersion);
    } catch (caught) {
      const error = RpcError.from(caught);
      reportError(error);
      closeIfBodyUnread(response);
      sendError(response, errorTable[error.kind].toolStatus, error, { extraData });
    }
  };
}

/** Errors for a body that is not a protocol message. They have their own status in every version. */
const malformedMessageErrors: ReadonlySet<ErrorKind> = new Set([
  "parse",
  "invalidRequest",
  "invalidEnvelope",
  "headerMismatch",
  "unsupportedVersion",
]);

/**
 * Chooses the HTTP status of an error. A client that names no version gets the error's own status. One that names a version gets 200,
 * since handshake clients treat 400 and 404 as a lost connection; the stateless version prescribes 404 for an unknown method.
 */
function chooseStatus(kind: ErrorKind, version: string | undefined): number {
  const { toolStatus } = errorTable[kind];
  if (version === undefined || malformedMessageErrors.has(kind)) return toolStatus;
  return kind === "methodNotFound" && version === statelessVersion ? toolStatus : 200;
}

/** Throws for pages of other sites, which must not use a visitor's gateway. */
function assertOrigin({ isForeignOrigin }: Caller, origin: string | undefined): void {
  if (!isForeignOrigin) return;
  throw RpcError.of(
    "notAllowed",
    `Pages of ${JSON.stringify(origin)} may not use the tools: name the origin in server_config.cors_origins to allow it.`,
  );
}

/** Reads the headers that duplicate parts of the message. */
function readToolHeaders({ headers }: IncomingMessage): ToolHeaders {
  return {
    version: headers["mcp-protocol-version"]?.toString(),
    method: headers["mcp-method"]?.toString(),
    name: headers["mcp-name"]?.toString(),
  };
}

const eventStart = Buffer.from("event: message\ndata: ");
const eventEnd = Buffer.from("\n");

/**
 * Event stream with a request's notifications, then its answer. The first notification opens the stream; a request without any gets a
 * plain answer.
 */
class EventStream {
  readonly #response: ServerResponse;
  readonly #headers: () => readonly string[];
  #isOpen = false;

  /** Calls `headers` for extra headers, as alternating names and values, when the stream opens. */
  constructor(response: ServerResponse, headers: () => readonly string[]) {
    this.#response = response;
    this.#headers = headers;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a notification. Drops it while the client has not read the previous one, since the next supersedes it. */
  notify(method: string, params: object): void {
    const response = this.#response;
    if (response.destroyed || response.writableNeedDrain) return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      response.writeHead(200, [
        ...this.#headers(),
        ...["content-type", "text/event-stream", "cache-control", "no-cache, no-transform"],
        // Disables buffering in proxies.
        ...["x-accel-buffering", "no"],
      ]);
    }
    const text = JSON.stringify({ jsonrpc: "2.0", method, params });
    response.write(Buffer.concat([eventStart, Buffer.from(`${text}\n`), eventEnd]));
  }

  end(answer: RawJson): void {
    this.#response.end(Buffer.concat([eventStart, toLine(answer), eventEnd]));
  }
}
