import type { Cancellation } from "../../../call/cancellation.ts";
import type { Session } from "../../../call/session.ts";
import type { Caller } from "../../../gateway/gateway-call.ts";
import type { RpcRequest } from "../../../rpc/parse-request.ts";

/** What a transport knows about a message besides its text. */
export interface ToolScope {
  readonly caller: Caller;
  /** Network that the request selects; the `network` argument of a tool takes precedence. */
  readonly network: string | undefined;
  readonly cancellation: Cancellation;
  /** The client's session, which is never shown an older state than before. */
  readonly session?: Session | undefined;
  /** The lowest slot that the caller accepts an answer from. */
  readonly minSlot?: number | undefined;
  /** Upstreams that must give the same answer. */
  readonly agree?: number | undefined;
  /** The `traceparent` header of the request. */
  readonly traceparent?: string | undefined;
  /** Version of the protocol that the client negotiated or names; a request without a handshake says its own. */
  readonly version: string;
  /** What HTTP's headers say about the message; undefined on standard input. */
  readonly headers?: ToolHeaders;
  /** Asks the person behind the client; undefined if the session can't. */
  readonly elicit?: Elicit;
  /** Sends a notification that belongs to the message; undefined if nothing can be sent before its answer. */
  readonly notify?: Notify | undefined;
}

/** The headers that repeat what a message says, so that proxies can route it unread. */
export interface ToolHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** Sends `elicitation/create` and gives what the person did: accept, decline or cancel. */
export type Elicit = (params: Record<string, unknown>) => Promise<string>;

/** Sends the client a notification. */
export type Notify = (method: string, params: object) => void;

/** A message of the protocol as it arrived, its parameters still raw text, and where it came from. */
export interface ToolMessage {
  readonly request: RpcRequest;
  readonly scope: ToolScope;
}
