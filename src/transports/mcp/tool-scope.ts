import type { Cancellation } from "../../call/cancellation.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";

/** What an edge knows about a message beside its text. */
export interface ToolScope {
  readonly caller: Caller;
  /** Network that the edge itself was asked for; the `network` argument of a tool goes before it. */
  readonly network: string | undefined;
  readonly cancellation: Cancellation;
}

/** A message of the protocol as it came, its parameters still raw text, and where it came from. */
export interface ToolMessage {
  readonly request: RpcRequest;
  readonly scope: ToolScope;
}
