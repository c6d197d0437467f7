import type { GatewayCall } from "../../../gateway/gateway-call.ts";
import type { RpcRequest } from "../../../rpc/parse-request.ts";

/** What a transport knows about a message. */
export interface ToolScope extends Pick<GatewayCall, "caller" | "cancellation" | "options"> {
  /** Network that the request selects. A tool's `network` argument takes precedence. */
  readonly network: string | undefined;
  /** Version that the client negotiated or names; a request without a handshake states its own. */
  readonly version: string;
  /** HTTP headers about the message; undefined on standard input. */
  readonly headers?: ToolHeaders;
  /** Asks the client's user; undefined if the client can't, or without a session. */
  readonly elicit?: Elicit;
  /** Sends a notification about the message; undefined if none can be sent before the answer. */
  readonly notify?: Notify | undefined;
}

/** Headers that repeat parts of a message, so that proxies can route it without parsing it. */
export interface ToolHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** Sends `elicitation/create` and returns the user's action: accept, decline or cancel. */
export type Elicit = (params: Record<string, unknown>) => Promise<string>;

export type Notify = (method: string, params: object) => void;

/** A message of the protocol, with its parameters as raw text. */
export interface ToolMessage {
  readonly request: RpcRequest;
  readonly scope: ToolScope;
}
