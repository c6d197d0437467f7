import type { AuthenticatedCaller } from "../auth/authenticated-caller.ts";
import type { CallFields } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { Dialect } from "../rpc/write-response.ts";
import type { BoundParams } from "./params/bound-params.ts";

/** The maker of a call, as its transport sees it. */
export interface Caller {
  readonly transport: "http" | "websocket" | "mcp" | "stdio";
  /** Address for limits; undefined on stdio, which has none. */
  readonly address: string | undefined;
  readonly authenticated?: AuthenticatedCaller | undefined;
  /** True if the caller is on this machine, and not behind a proxy. */
  readonly isLoopback: boolean;
  /** True if it is a browser page of another origin than the gateway's, allowed or not. */
  readonly isCrossOrigin: boolean;
  /** True if it is a browser page of an origin that is neither the gateway's nor allowed. */
  readonly isForeignOrigin: boolean;
}

/** The caller on standard input, or of a command: local, without an address. */
export const stdioCaller: Caller = {
  transport: "stdio",
  address: undefined,
  isLoopback: true,
  isCrossOrigin: false,
  isForeignOrigin: false,
};

/** A client that can receive notifications, implemented by its transport. */
export interface SubscribingClient {
  /** Subscribes and returns the id to answer with. */
  subscribe(network: Network, params: BoundParams): Promise<RawJson>;
  unsubscribe(id: number): Promise<RawJson>;
}

/** A caller's choices of how its call is answered. */
export interface CallPreferences
  extends Pick<CallFields, "session" | "minSlot" | "sending" | "bypassesCache"> {
  /** Number of upstreams that must give the same answer (`x-agree`). */
  readonly agree?: number | undefined;
  /** The client's `traceparent` header, unchanged. */
  readonly traceparent?: string | undefined;
}

/** A call as its transport delivers it, with the parameters still raw text. */
export interface GatewayCall extends Pick<CallFields, "cancellation" | "notes" | "span"> {
  readonly dialect: Dialect;
  readonly method: string;
  /** JSON text of `params` as the client wrote it; undefined if there is none. */
  readonly params: string | undefined;
  /** Network id, `all`, or undefined for the configured choice. */
  readonly network: string | undefined;
  readonly caller: Caller;
  readonly preferences?: CallPreferences | undefined;
  /** True if changes of networks outlive the process. Default: true. */
  readonly persist?: boolean | undefined;
  /** Receives the progress of a long call, in words; undefined if the caller did not ask for it. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** The subscribing client; undefined if it can't receive notifications. */
  readonly subscriber?: SubscribingClient;
}

/** The one path of a call, whatever the transport. */
export interface Gateway {
  /** Returns the raw result or throws an RpcError. */
  call(call: GatewayCall): Promise<RawJson>;
}

/** One answered call on one network. */
export interface CallEvent {
  /** The called method; undefined if it is undocumented. */
  readonly method: MethodDescription | undefined;
  /** Network id; undefined for the gateway's own methods and for errors before a network was selected. */
  readonly network: string | undefined;
  readonly transport: Caller["transport"];
  readonly seconds: number;
  readonly error: RpcError | undefined;
}
