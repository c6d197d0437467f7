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
 * Connects the SDK's server with the gateway's own transports. The SDK works on parsed messages, in which a number beyond 2^53
 * has lost digits already. So a transport keeps the text that came; the SDK gets the parsed message under an id of this
 * channel, and a handler finds the text again by that id. Ids of clients never reach the SDK: they are echoed as written
 * by the transport, and messages of many clients pass through one server without getting mixed up.
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

  /** Receives the SDK's answers; it sends nothing else. */
  async send(answer: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(answer)) this.#remove(answer.id)?.resolve(answer.result);
    else if (isJSONRPCErrorResponse(answer) && answer.id !== undefined) {
      const pending = this.#remove(answer.id);
      // The SDK refuses nothing by itself: what it would refuse was refused before it was asked.
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

  /** Runs a handler on the message as it arrived, and keeps its whole fault: the SDK would pass on only a part of it. */
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
