import { WebSocket } from "ws";
import { clientSettings, type WebSocketConstructor } from "../../client/shared/client-options.ts";
import type { ClientSubscription } from "../../client/shared/client-table.ts";
import { SvmGatewayError } from "../../client/shared/svm-gateway-error.ts";
import type { Subscription } from "../../client/subscriptions/subscription.ts";
import { SubscriptionSocket } from "../../client/subscriptions/subscription-socket.ts";
import { authorization } from "./running-gateway.ts";

interface SubscriptionRequest {
  readonly url: string;
  readonly network: string | undefined;
  /** The caller's key or token. */
  readonly key: string | undefined;
  readonly row: ClientSubscription;
  /** Parameters by name. */
  readonly params: object;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
}

/** A subscription whose notifications are JSON text, so that large numbers keep all their digits. */
export interface TextSubscription {
  readonly notifications: Subscription<string>;
  close(): void;
}

/** Prepares a subscription with its own socket. It starts when its notifications are first read. */
export function openSubscription(request: SubscriptionRequest): TextSubscription {
  const { url, network, key, row, params, signal } = request;
  const socket = new SubscriptionSocket(clientSettings({ url, webSocket: socketOf(key) }), network);
  const notifications = socket.open(row, params, { signal }, (payload) => payload);
  const details = { method: row.subscribe, network };
  const closed = () => new SvmGatewayError("aborted", `${row.subscribe}: the command ended.`, details);
  return { notifications, close: () => socket.close(closed()) };
}

/** A WebSocket class that sends the key in a header: in the address, proxies would log it. */
function socketOf(key: string | undefined): WebSocketConstructor {
  return class extends WebSocket {
    constructor(address: string) {
      super(address, { headers: authorization(key) });
    }
  };
}
