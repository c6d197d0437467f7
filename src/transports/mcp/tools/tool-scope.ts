import type { GatewayCall } from "../../../gateway/gateway-call.ts";
import type { RpcRequest } from "../../../rpc/parse-request.ts";

/** Context of a message, as provided by its transport. */
export interface ToolScope extends Pick<GatewayCall, "caller" | "cancellation" | "preferences"> {
  /** Network selected by the request. A tool's `network` argument takes precedence. */
  readonly network: string | undefined;
  /** Negotiated version, or the one named in the request. */
  readonly version: string;
  /** HTTP headers of the message; undefined on standard input. */
  readonly headers?: ToolHeaders;
  /** Asks the client's user; undefined without a session or if the client can't. */
  readonly elicit?: Elicit;
  /** Sends a notification before the answer; undefined if the transport can't. */
  readonly notify?: Notify | undefined;
}

/** Headers that duplicate parts of a message, so that proxies can route it unparsed. */
export interface ToolHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** Sends `elicitation/create` and returns the user's action: accept, decline or cancel. */
export type Elicit = (params: Record<string, unknown>) => Promise<string>;

/** Sends a notification to the client. */
export type Notify = (method: string, params: object) => void;

/** A protocol message with raw parameters. */
export interface ToolMessage {
  readonly request: RpcRequest;
  readonly scope: ToolScope;
}
