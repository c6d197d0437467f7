import { Cancellation } from "../../call/cancellation.ts";
import { Session } from "../../call/session.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import { cutMember } from "../../json/cut-text.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { isSpace } from "../../json/scan/skip-value.ts";
import { answerBatch } from "../../rpc/answer.ts";
import { type BadRequest, type ParsedBody, parseRequest, type RpcRequest } from "../../rpc/parse-request.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { writeError, writeResult } from "../../rpc/write-response.ts";
import { truncate } from "../../text/wording.ts";
import type { ToolServer } from "../mcp/tool-server.ts";
import { assertHasBatches, handshakeMethod, statelessVersion } from "../mcp/tools/protocol-version.ts";
import type { Notify, ToolMessage } from "../mcp/tools/tool-scope.ts";
import { Elicitations } from "./elicitations.ts";

/** What a session on standard input and output needs. */
export interface StdioSessionOptions {
  readonly tools: ToolServer;
  /** The caller, with the current rights of its key. */
  readonly caller: () => Caller;
  readonly maxBatch: number;
  readonly maxAnswerBytes: number;
  readonly maxLineBytes: number;
  readonly reportError: (error: RpcError) => void;
  readonly send: (message: object) => void;
}

/** A line of input without its line feed, or the length of one that was too long. */
export type Line = Buffer | number;

/** Requests allowed before the handshake. */
const allowedBeforeHandshake: ReadonlySet<string> = new Set([handshakeMethod, "ping"]);
const cancelledNotification = "notifications/cancelled";

/** The only session of the process. Answers messages and tracks calls in flight. */
export class StdioSession {
  readonly #options: StdioSessionOptions;
  /** Calls in flight by normalized id, for those that have one. */
  readonly #byId = new Map<string, Cancellation>();
  readonly #inFlight = new Set<Cancellation>();
  readonly #elicitations: Elicitations;
  readonly #session = new Session();
  /** Called when a call ends or starts to wait for the user. */
  #onCapacity: (() => void) | undefined;
  /** Negotiated version; undefined before `initialize`. */
  #version: string | undefined;

  constructor(options: StdioSessionOptions) {
    this.#options = options;
    this.#elicitations = new Elicitations(options.send, () => this.#onCapacity?.());
  }

  /** Waits until fewer than `maxRunning` calls run. Calls waiting for the user do not count, since the response arrives as a line. */
  async waitForCapacity(maxRunning: number): Promise<void> {
    while (this.#inFlight.size - this.#elicitations.openCount >= maxRunning)
      await new Promise<void>((resolve) => {
        this.#onCapacity = resolve;
      });
  }

  /** True if this is the handshake, which must complete before the next line is read. */
  isHandshake(body: ParsedBody): boolean {
    return body.kind === "request" && body.method === handshakeMethod;
  }

  /** True if this is a notification that cancels a call. */
  isCancellation(body: ParsedBody): boolean {
    return body.kind === "request" && body.method === cancelledNotification && body.id === undefined;
  }

  /** Parses a line. Undefined for an empty line or the response to an elicitation. */
  read(line: Line): ParsedBody | undefined {
    const { maxBatch, maxLineBytes } = this.#options;
    if (typeof line === "number") {
      const message = `Invalid Request: the line has ${line} bytes; at most ${maxLineBytes} are accepted.`;
      return { kind: "badRequest", error: RpcError.of("invalidRequest", message), id: "null" };
    }
    if (line.every(isSpace) || this.#elicitations.acceptResponse(line)) return undefined;
    return parseRequest(line, { maxBatch, allowsDirectForm: true });
  }

  /** Answers a message; undefined if it has no answer. Never rejects. */
  async answer(body: ParsedBody): Promise<RawJson | undefined> {
    if (body.kind !== "batch") return this.#answerOne(body);
    try {
      if (this.#version !== undefined) assertHasBatches(this.#version, "line");
    } catch (caught) {
      return this.#answerError("null", RpcError.from(caught));
    }
    const { maxAnswerBytes } = this.#options;
    const bounds = { maxAnswerBytes, extraData: { protocolVersion: this.#effectiveVersion } };
    return answerBatch(body.members, bounds, (member) => this.#answerOne(member));
  }

  /** The error that replaces an answer dropped because earlier ones are unread. */
  errorForDropped(body: ParsedBody, bytes: number, unread: number): RawJson {
    const message =
      `The call was made, but its answer of ${bytes} bytes was dropped, because ${unread} bytes of earlier answers are unread: ` +
      "read them, or ask for less.";
    return this.#answerError(
      body.kind === "batch" ? "null" : (body.id ?? "null"),
      RpcError.of("atCapacity", message),
    );
  }

  /** Cancels open elicitations: once input has ended, no response can arrive. */
  cancelElicitations(): void {
    this.#elicitations.cancelAll();
  }

  /** Cancels all calls, because the client no longer reads answers. */
  cancelAll(): void {
    this.#elicitations.cancelAll();
    for (const cancellation of this.#inFlight) cancellation.cancel();
  }

  async #answerOne(member: RpcRequest | BadRequest): Promise<RawJson | undefined> {
    if (member.kind === "badRequest") return this.#answerError(member.id, member.error);
    if (this.isCancellation(member)) {
      this.#cancel(member.params);
      return undefined;
    }
    // The direct form is answered even without an id.
    const request = member.isDirectForm ? { ...member, id: member.id ?? "null" } : member;
    const { id } = request;
    const cancellation = new Cancellation();
    let version = this.#effectiveVersion;
    const key = id === undefined ? undefined : keyOfId(id);
    this.#inFlight.add(cancellation);
    if (key !== undefined) this.#byId.set(key, cancellation);
    try {
      const message = this.#toMessage(request, cancellation);
      if (!request.isDirectForm && this.#options.tools.isStateless(message)) version = statelessVersion;
      const result = await this.#run(message, version);
      return id === undefined || cancellation.cancelled ? undefined : writeResult(id, result);
    } catch (caught) {
      const error = RpcError.from(caught);
      return id === undefined || cancellation.cancelled ? undefined : this.#answerError(id, error, version);
    } finally {
      this.#inFlight.delete(cancellation);
      this.#onCapacity?.();
      if (key !== undefined && this.#byId.get(key) === cancellation) this.#byId.delete(key);
    }
  }

  async #run(message: ToolMessage, version: string): Promise<RawJson> {
    const { tools } = this.#options;
    const { request, scope } = message;
    if (request.isDirectForm && request.method !== handshakeMethod) return tools.callDirect(message);
    if (version === statelessVersion) return tools.call({ request, scope: { ...scope, version } });
    if (
      this.#version === undefined &&
      request.id !== undefined &&
      !allowedBeforeHandshake.has(request.method)
    ) {
      throw RpcError.of(
        "notInitialized",
        `Not initialized: send "initialize" before ${JSON.stringify(truncate(request.method))}, ` +
          'or call a tool directly: {"method": NAME, "params": {...}} without "jsonrpc".',
      );
    }
    const result = await tools.call(message);
    if (request.method === handshakeMethod && request.id !== undefined) {
      this.#version = (result.parse() as { protocolVersion: string }).protocolVersion;
      this.#elicitations.recordCapabilities(request.params);
    }
    return result;
  }

  #toMessage(request: RpcRequest, cancellation: Cancellation): ToolMessage {
    const elicit = this.#elicitations.elicitFor(cancellation);
    const version = this.#effectiveVersion;
    const caller = this.#options.caller();
    const notify: Notify = (method, params) => {
      if (!cancellation.cancelled) this.#options.send({ jsonrpc: "2.0", method, params });
    };
    const preferences = { session: this.#session };
    const scope = { caller, network: undefined, cancellation, preferences, version, notify };
    return { request, scope: elicit === undefined ? scope : { ...scope, elicit } };
  }

  #cancel(params: string | undefined): void {
    const requestId = cutMember(params ?? "", "requestId");
    if (requestId !== undefined) this.#byId.get(keyOfId(requestId))?.cancel();
  }

  #answerError(id: string, error: RpcError, protocolVersion = this.#effectiveVersion): RawJson {
    this.#options.reportError(error);
    return writeError(id, error, { extraData: { protocolVersion } });
  }

  /** The negotiated version, or before the handshake the configured one. */
  get #effectiveVersion(): string {
    return this.#version ?? this.#options.tools.protocolVersion;
  }
}

/** Normalizes escapes and number formats of an id, such as 1.0. Numbers that would lose digits stay as written. */
function keyOfId(id: string): string {
  const value: unknown = JSON.parse(id);
  const isLarge = typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isLarge ? id : JSON.stringify(value);
}
