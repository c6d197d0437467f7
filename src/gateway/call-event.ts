import type { MethodDescription } from "../contract/method-description.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

/** One answered call on one network. */
export interface CallEvent {
  /** Undefined for a name that the document does not list. */
  readonly method: MethodDescription | undefined;
  /** Network id; undefined for the gateway's own methods and for faults before a network was chosen. */
  readonly network: string | undefined;
  readonly transport: Caller["transport"];
  readonly seconds: number;
  readonly fault: RpcError | undefined;
}
