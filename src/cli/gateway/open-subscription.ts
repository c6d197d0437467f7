import { WebSocket } from "ws";
import { clientSettings, type WebSocketConstructor } from "../../client/shared/client-options.ts";
import type { ClientSubscription } from "../../client/shared/client-table.ts";
import { SvmGatewayError } from "../../client/shared/svm-gateway-error.ts";
import type { Subscription } from "../../client/subscriptions/subscription.ts";
import { SubscriptionSocket } from "../../client/subscriptions/subscription-socket.ts";
import { authorization } from "./running-gateway.ts";

/** What to subscribe to, and where. */
export interface SubscriptionRequest {
  readonly url: string;
  readonly network: string | undefined;
  /** The caller's key or token. */
  readonly key: string | undefined;
  readonly row: ClientSubscription;
  /** By name. */
  readonly params: object;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** A subscription whose notifications stay JSON text, digits as they came: they are printed, not parsed. */
export interface TextSubscription {
  readonly notifications: Subscription<string>;
  close(): void;
}

/** Prepares a subscription over its own socket; it starts when it is read. */
export function openSubscription(request: SubscriptionRequest): TextSubscription {
  const { url, network, key, row, params, signal } = request;
  const socket = new SubscriptionSocket(clientSettings({ url, webSocket: socketOf(key) }), network);
  const notifications = socket.open(row, params, { signal }, (payload) => payload);
  const details = { method: row.subscribe, network };
  const closed = () => new SvmGatewayError("aborted", `${row.subscribe}: the command ended.`, details);
  return { notifications, close: () => socket.close(closed()) };
}

/** Sockets that present a key in a header: an address would show it to proxies. */
function socketOf(key: string | undefined): WebSocketConstructor {
  return class extends WebSocket {
    constructor(address: string) {
      super(address, { headers: authorization(key) });
    }
  };
}
