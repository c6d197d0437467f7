import { Cancellation } from "../../call/cancellation.ts";
import { Session } from "../../call/session.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { answerBatch } from "../../rpc/answer.ts";
import { type ParsedBody, parseRequest, type RpcFault, type RpcRequest } from "../../rpc/parse-request.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { writeError, writeResult } from "../../rpc/write-response.ts";
import { truncate } from "../../text/truncate.ts";
import type { ToolServer } from "../mcp/tool-server.ts";
import { assertHasBatches, statelessVersion } from "../mcp/tools/protocol-version.ts";
import type { Notify, ToolMessage } from "../mcp/tools/tool-scope.ts";
import { withRetryAfter } from "../mcp/tools/with-retry-after.ts";
import { Elicitations } from "./elicitations.ts";
import type { Line } from "./read-lines.ts";
import { stdioCaller } from "./stdio-caller.ts";

/** What a session needs. */
export interface StdioSessionOptions {
  readonly tools: ToolServer;
  /** The client, and whose key it has. */
  readonly caller?: () => Caller;
  readonly maxBatch: number;
  readonly maxAnswerBytes: number;
  readonly maxLineBytes: number;
  readonly onInternalFault: (fault: RpcError) => void;
  /** Sends a message of the gateway's own to the client. */
  readonly send: (message: object) => void;
}

/** Requests that are answered before the session is open. */
const openingMethod = "initialize";
const servedBeforeOpening: ReadonlySet<string> = new Set([openingMethod, "ping"]);
const cancelledNotification = "notifications/cancelled";

/** The one session of a process: which messages it takes, and what is in flight. */
export class StdioSession {
  readonly #options: StdioSessionOptions;
  /** Calls in flight by the id that the client gave them, as text. */
  readonly #inFlight = new Map<string, Cancellation>();
  readonly #all = new Set<Cancellation>();
  readonly #elicitations: Elicitations;
  readonly #session = new Session();
  /** Called when fewer calls run than before. */
  #onFewer: (() => void) | undefined;
  /** Version that was negotiated; undefined before `initialize`. */
  #version: string | undefined;

  constructor(options: StdioSessionOptions) {
    this.#options = options;
    this.#elicitations = new Elicitations(options.send, () => this.#onFewer?.());
  }

  /** Waits until fewer than `most` calls run. Those that wait for an answer of the user do not count: it comes as a line, too. */
  async roomBelow(most: number): Promise<void> {
    while (this.#all.size - this.#elicitations.waiting >= most)
      await new Promise<void>((resolve) => {
        this.#onFewer = resolve;
      });
  }

  /** Whether this line must be answered before the next one is read: what follows depends on it. */
  isOpening(body: ParsedBody): boolean {
    return body.kind === "request" && body.method === openingMethod;
  }

  /** Reads a line; undefined for an empty one. */
  read(line: Line): ParsedBody | undefined {
    const { maxBatch, maxLineBytes } = this.#options;
    if (line.kind === "tooLong") {
      const message = `Invalid Request: the line has ${line.length} bytes; at most ${maxLineBytes} are accepted.`;
      return { kind: "fault", error: RpcError.of("invalidRequest", message), id: "null" };
    }
    if (line.bytes.every(isSpace) || this.#elicitations.acceptAnswer(line.bytes)) return undefined;
    return parseRequest(line.bytes, { maxBatch, lenient: true });
  }

  /** Answers what was read; undefined when there is nothing to say. Never rejects. */
  async answer(body: ParsedBody): Promise<RawJson | undefined> {
    if (body.kind !== "batch") return this.#answerOne(body);
    try {
      if (this.#version !== undefined) assertHasBatches(this.#version, "line");
    } catch (caught) {
      return this.#fault("null", RpcError.from(caught));
    }
    const { maxAnswerBytes } = this.#options;
    const bounds = { maxAnswerBytes, extraData: { protocolVersion: this.#negotiated } };
    return answerBatch(body.members, bounds, (member) => this.#answerOne(member));
  }

  /** Ends the open questions to the person: no answer can come any more. */
  endQuestions(): void {
    this.#elicitations.cancelAll();
  }

  /** Cancels everything in flight: no one reads the answers. */
  cancelAll(): void {
    this.#elicitations.cancelAll();
    for (const cancellation of this.#all) cancellation.cancel();
  }

  async #answerOne(member: RpcRequest | RpcFault): Promise<RawJson | undefined> {
    if (member.kind === "fault") return this.#fault(member.id, member.error);
    if (member.method === cancelledNotification) {
      this.#cancel(member.params);
      return undefined;
    }
    // The direct form needs no id to be answered.
    const request = member.direct ? { ...member, id: member.id ?? "null" } : member;
    const { id } = request;
    const cancellation = new Cancellation();
    let version = this.#negotiated;
    const key = id === undefined ? undefined : keyOf(id);
    this.#all.add(cancellation);
    if (key !== undefined) this.#inFlight.set(key, cancellation);
    try {
      const message = this.#messageOf(request, cancellation);
      if (!request.direct && this.#options.tools.isStateless(message)) version = statelessVersion;
      const result = await this.#run(message, version);
      return id === undefined || cancellation.cancelled ? undefined : writeResult(id, result);
    } catch (caught) {
      const fault = withRetryAfter(caught);
      return id === undefined || cancellation.cancelled ? undefined : this.#fault(id, fault, version);
    } finally {
      this.#all.delete(cancellation);
      this.#onFewer?.();
      if (key !== undefined && this.#inFlight.get(key) === cancellation) this.#inFlight.delete(key);
    }
  }

  async #run(message: ToolMessage, version: string): Promise<RawJson> {
    const { tools } = this.#options;
    const { request, scope } = message;
    if (request.direct && request.method !== openingMethod) return tools.callDirect(message);
    if (version === statelessVersion) return tools.call({ request, scope: { ...scope, version } });
    if (this.#version === undefined && request.id !== undefined && !servedBeforeOpening.has(request.method)) {
      throw RpcError.of(
        "notInitialized",
        `Not initialized: send "initialize" before ${JSON.stringify(truncate(request.method, 60))}, ` +
          'or call a tool directly: {"method": NAME, "params": {...}} without "jsonrpc".',
      );
    }
    const result = await tools.call(message);
    if (request.method === openingMethod && request.id !== undefined) {
      this.#version = (result.parse() as { protocolVersion: string }).protocolVersion;
      this.#elicitations.recordClient(request.params);
    }
    return result;
  }

  #messageOf(request: RpcRequest, cancellation: Cancellation): ToolMessage {
    const elicit = this.#elicitations.elicitFor(cancellation);
    const version = this.#negotiated;
    const caller = this.#options.caller?.() ?? stdioCaller;
    const notify: Notify = (method, params) => {
      if (!cancellation.cancelled) this.#options.send({ jsonrpc: "2.0", method, params });
    };
    const scope = { caller, network: undefined, cancellation, session: this.#session, version, notify };
    return { request, scope: elicit === undefined ? scope : { ...scope, elicit } };
  }

  #cancel(params: string | undefined): void {
    const { requestId } = (params === undefined ? {} : JSON.parse(params)) as { requestId?: unknown };
    this.#inFlight.get(JSON.stringify(requestId) ?? "")?.cancel();
  }

  #fault(id: string, fault: RpcError, protocolVersion = this.#negotiated): RawJson {
    if (fault.kind === "internal") this.#options.onInternalFault(fault);
    return writeError(id, fault, { extraData: { protocolVersion } });
  }

  /** The negotiated version; the configured one before there is any. */
  get #negotiated(): string {
    return this.#version ?? this.#options.tools.protocolVersion;
  }
}

/** The same id may be written in several ways: escapes, 1 and 1.0. */
function keyOf(id: string): string {
  return JSON.stringify(JSON.parse(id));
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}
