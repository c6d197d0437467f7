import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
  type Result,
  type Transport,
} from "@modelcontextprotocol/server";
import { RpcError } from "../../../rpc/rpc-error.ts";
import type { ToolMessage } from "../tools/tool-scope.ts";

interface Pending {
  readonly message: ToolMessage;
  fault: RpcError | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: RpcError) => void;
}

/**
 * Connects the SDK's server with the gateway's transports. The SDK works on parsed messages, in which numbers beyond 2^53 have lost
 * digits. So the SDK gets the parsed message under an id of this channel, and handlers look up the original text by that id. The
 * clients' own ids never reach the SDK, so one server serves many clients.
 */
export class SdkChannel implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  async start(): Promise<void> {
    return;
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Receives the SDK's answers, the only messages that it sends. */
  async send(answer: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(answer)) this.#remove(answer.id)?.resolve(answer.result);
    else if (isJSONRPCErrorResponse(answer) && answer.id !== undefined) {
      const pending = this.#remove(answer.id);
      // The fallback is an error of the SDK itself: a bug, since invalid requests were refused before.
      pending?.reject(pending.fault ?? RpcError.from(new Error(answer.error.message)));
    }
  }

  /** Sends a request to the SDK's server. */
  ask(message: ToolMessage, params: Record<string, unknown> | undefined): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { message, fault: undefined, resolve, reject });
      const { method } = message.request;
      this.onmessage?.({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  /** Runs a handler on the original message. Keeps its whole fault, of which the SDK would pass on only a part. */
  async handle<T>(id: RequestId, run: (message: ToolMessage) => Promise<T> | T): Promise<T> {
    const pending = this.#pending.get(Number(id));
    if (pending === undefined) throw new Error(`no request ${id} is open`);
    try {
      return await run(pending.message);
    } catch (caught) {
      pending.fault = RpcError.from(caught);
      throw pending.fault;
    }
  }

  #remove(id: RequestId): Pending | undefined {
    const pending = this.#pending.get(Number(id));
    this.#pending.delete(Number(id));
    return pending;
  }
}
