import type { AuthenticatedCaller } from "../auth/authenticated-caller.ts";
import type { CallFields } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { BoundParams, Dialect } from "./params/bound-params.ts";

/** Who makes a call, as far as a transport knows. */
export interface Caller {
  readonly transport: "http" | "websocket" | "mcp" | "stdio";
  /** Address for limits; undefined on stdio, which has none. */
  readonly address: string | undefined;
  readonly authenticated?: AuthenticatedCaller | undefined;
  /** The caller is on this machine: no proxy passed the request on. */
  readonly isLoopback: boolean;
  /** A browser page of another origin than the gateway's own, whether the operator named it or not. */
  readonly isCrossOrigin: boolean;
  /** A browser page of an origin that is neither the gateway's own nor allowed. */
  readonly isForeignOrigin: boolean;
}

/** The caller on standard input, or of a command: on this machine, without an address. */
export const stdioCaller: Caller = {
  transport: "stdio",
  address: undefined,
  isLoopback: true,
  isCrossOrigin: false,
  isForeignOrigin: false,
};

/** A client to whom notifications can be delivered, as its transport knows it. */
export interface SubscribingClient {
  /** Subscribes; returns the id that the client is answered with. */
  subscribe(network: Network, params: BoundParams): Promise<RawJson>;
  unsubscribe(id: number): Promise<RawJson>;
}

/** What a caller asks of how its call is answered. */
export interface CallOptions extends Pick<CallFields, "session" | "minSlot" | "sending" | "bypassesCache"> {
  /** Number of upstreams that must give the same answer (`x-agree`). */
  readonly agree?: number | undefined;
  /** The client's `traceparent` header, unchanged. */
  readonly traceparent?: string | undefined;
}

/** One call, as a transport hands it over: method and network named, parameters still raw text. */
export interface GatewayCall extends Pick<CallFields, "cancellation" | "notes" | "span"> {
  readonly dialect: Dialect;
  readonly method: string;
  /** JSON text of `params` as the client wrote it; undefined if there is none. */
  readonly params: string | undefined;
  /** Network id, `all`, or undefined for the configured choice. */
  readonly network: string | undefined;
  readonly caller: Caller;
  readonly options?: CallOptions | undefined;
  /** Whether changes of networks outlive the process. Default: true. */
  readonly persist?: boolean | undefined;
  /** Called with the progress of a long call, in words; undefined if its caller does not ask for that. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** The client that a subscription is made for; undefined if no notification can be delivered. */
  readonly subscriber?: SubscribingClient;
}

/** The one path of a call, whatever the transport. */
export interface Gateway {
  /** Returns the raw result or throws an RpcError. */
  call(call: GatewayCall): Promise<RawJson>;
}

/** One answered call on one network. */
export interface CallEvent {
  /** The method that was called; undefined if the document does not list it. */
  readonly method: MethodDescription | undefined;
  /** Network id; undefined for the gateway's own methods and for faults before a network was chosen. */
  readonly network: string | undefined;
  readonly transport: Caller["transport"];
  readonly seconds: number;
  readonly error: RpcError | undefined;
}
