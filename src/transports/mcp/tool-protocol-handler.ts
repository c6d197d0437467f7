import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { ServerConfig } from "../../../generated/config.ts";
import { memoryShares } from "../../config/memory-shares.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { type Answer, answer } from "../../rpc/answer.ts";
import { type ErrorName, errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { type ErrorData, writeError } from "../../rpc/write-response.ts";
import { assertJson, type RpcAnswerOptions, traceparentOf } from "../http/answer-rpc.ts";
import { writeAnswer } from "../http/write-answer.ts";
import { scopeChallenge } from "../shared/challenge.ts";
import { clientCancellation } from "../shared/client-cancellation.ts";
import { createClientChecks } from "../shared/client-checks.ts";
import { selectedNetwork } from "../shared/selected-network.ts";
import { gatheredCounter } from "../shared/unread-bytes.ts";
import { EventStream } from "./event-stream.ts";
import { unsupportedVersion } from "./protocol/stateless-request.ts";
import type { ToolServer } from "./tool-server.ts";
import { assertHasBatches, statelessVersion } from "./tools/protocol-version.ts";
import type { ToolHeaders, ToolMessage, ToolScope } from "./tools/tool-scope.ts";
import { withRetryAfter } from "./tools/with-retry-after.ts";

/** The message that names a version in its body; those after it name it in a header. */
const handshakeMethod = "initialize";

const leftBracket = 0x5b;

/** What the route needs. */
export interface ToolProtocolHandlerOptions
  extends Pick<RpcAnswerOptions, "bodies" | "stateOf" | "limitFields" | "onInternalFault"> {
  readonly tools: ToolServer;
  readonly server: ServerConfig;
  /** Address of the tools, if tokens are taken for them. */
  readonly resource?: string | undefined;
}

/**
 * Answers POST /api/mcp. Every request is complete in itself: there is no session, and only a JSON content type is required.
 * `initialize` is answered, but clients may leave it out. A call that reports its progress is answered by a stream of events.
 */
export function createToolProtocolHandler(options: ToolProtocolHandlerOptions): RequestHandler {
  const { tools, server } = options;
  const { callerOf } = createClientChecks(server);

  async function answerBody(body: Buffer, socket: Socket, scope: ToolScope, extraData: ErrorData) {
    const isBatch = body.find((code) => code > 0x20) === leftBracket;
    if (isBatch) assertHasBatches(scope.version, "request");
    // A batch has one answer: nothing is sent before it.
    const ownScope = isBatch ? { ...scope, notify: undefined } : scope;
    const onGathered = gatheredCounter(socket);
    let named = scope.headers?.version;
    const answered = await answer(body, {
      maxBatch: server.maxBatch,
      maxAnswerBytes: memoryShares(server).batch,
      extraData,
      call: (parsed) => {
        if (parsed.method === handshakeMethod) named ??= scope.version;
        return call({ request: parsed, scope: ownScope });
      },
      onError: reportInternal,
      onGathered,
    });
    onGathered(0);
    return { ...answered, named };
  }

  async function call(message: ToolMessage): Promise<RawJson> {
    const { version } = message.scope;
    if (!tools.speaks(version)) throw unsupportedVersion(version);
    try {
      return await tools.call(message);
    } catch (caught) {
      throw withRetryAfter(caught);
    }
  }

  function reportInternal(fault: RpcError): void {
    if (fault.kind === "internal") options.onInternalFault(fault);
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller | undefined,
    { body, error: fault }: Answer,
    statusOf: (kind: ErrorName) => number,
  ): void {
    const headers = caller === undefined ? [] : [...options.limitFields(caller)];
    const challenge = caller && fault && scopeChallenge(caller, fault, options.resource);
    if (challenge !== undefined) headers.push("www-authenticate", challenge);
    if (fault?.retryAfterSeconds !== undefined)
      headers.push("retry-after", String(Math.ceil(fault.retryAfterSeconds)));
    const status = challenge !== undefined ? 403 : fault === undefined ? 200 : statusOf(fault.kind);
    // No answer: the body held only notifications.
    if (body === undefined) response.writeHead(202, headers).end();
    else writeAnswer(request, response, status, headers, body, server.compression);
  }

  return async (request, response) => {
    const headers = headersOf(request);
    const version = headers.version ?? tools.protocolVersion;
    const extraData: ErrorData = { protocolVersion: tools.speaks(version) ? version : tools.protocolVersion };
    try {
      const caller: Caller = { ...callerOf(request), transport: "mcp" };
      assertOrigin(caller, request.headers.origin);
      assertJson(request);
      const cancellation = clientCancellation(response);
      const stream = new EventStream(response, () => options.limitFields(caller));
      const takesEvents = request.headers.accept?.includes("text/event-stream") === true;
      const scope: ToolScope = {
        ...options.stateOf(request, caller),
        caller,
        network: selectedNetwork(request),
        cancellation,
        traceparent: traceparentOf(request),
        version,
        headers,
        notify: takesEvents ? stream.notify.bind(stream) : undefined,
      };
      const body = await options.bodies.read(request, cancellation);
      const { named, ...answered } = await answerBody(body, request.socket, scope, extraData);
      if (stream.isOpen && answered.body !== undefined) stream.end(answered.body);
      else send(request, response, caller, answered, (kind) => httpStatusOf(kind, named));
    } catch (caught) {
      const error = RpcError.from(caught);
      reportInternal(error);
      // The rest of a body that was refused unread must not be taken for the next request.
      if (!request.complete) response.shouldKeepAlive = false;
      const body = writeError("null", error, { extraData });
      send(request, response, undefined, { body, error }, (kind) => errorTable[kind].toolStatus);
    }
  };
}

/** Faults of a body that is not a message of the protocol: every version answers them with their own status. */
const unreadable: ReadonlySet<ErrorName> = new Set([
  "parse",
  "invalidRequest",
  "invalidEnvelope",
  "headerMismatch",
  "unsupportedVersion",
]);

/**
 * The HTTP status of a message that was answered with a fault. Clients of the versions with a handshake take 400 and 404
 * for the end of the connection, so whoever names a version reads the error in an answer with 200; the version without a
 * handshake gives an unknown method 404. Callers that name none are plain HTTP, and get a status for each fault.
 */
function httpStatusOf(fault: ErrorName, version: string | undefined): number {
  const { toolStatus } = errorTable[fault];
  if (version === undefined || unreadable.has(fault)) return toolStatus;
  return fault === "methodNotFound" && version === statelessVersion ? toolStatus : 200;
}

/** A page of another site must not use a visitor's gateway: it could point its own name at this machine. */
function assertOrigin({ foreignOrigin }: Caller, origin: string | undefined): void {
  if (!foreignOrigin) return;
  throw RpcError.of(
    "notAllowed",
    `Pages of ${JSON.stringify(origin)} may not use the tools: name the origin in server_config.cors_origins to allow it.`,
  );
}

/** What the headers say about the message. */
function headersOf({ headers }: IncomingMessage): ToolHeaders {
  return {
    version: headers["mcp-protocol-version"]?.toString(),
    method: headers["mcp-method"]?.toString(),
    name: headers["mcp-name"]?.toString(),
  };
}
