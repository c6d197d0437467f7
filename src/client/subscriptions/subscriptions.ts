import type { Shape } from "../json/shape.ts";
import type { ClientSettings } from "../shared/client-options.ts";
import type { ClientSubscription } from "../shared/client-table.ts";
import { readResult } from "../shared/rpc-answer.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { createSubscription, type Subscription, type SubscriptionOptions } from "./subscription.ts";
import { subscriptionParams } from "./subscription-params.ts";
import { SubscriptionSocket } from "./subscription-socket.ts";

/** Subscribes, without types. */
export type Subscribe = (params?: object, options?: SubscriptionOptions) => Subscription<unknown>;

/** Makes subscriptions; keeps a socket for each network that has any. */
export class SubscriptionMaker {
  readonly #settings: ClientSettings;
  readonly #rows: Readonly<Record<string, ClientSubscription>>;
  readonly #shapes: Readonly<Record<string, Shape>>;
  readonly #sockets = new Map<string | undefined, SubscriptionSocket>();

  constructor(
    settings: ClientSettings,
    rows: Readonly<Record<string, ClientSubscription>>,
    shapes: Readonly<Record<string, Shape>>,
  ) {
    this.#settings = settings;
    this.#rows = rows;
    this.#shapes = shapes;
  }

  /** The subscriptions of one network, by stem. */
  on(network: string | undefined): Record<string, Subscribe> {
    const entries = Object.entries(this.#rows).map(([stem, row]): [string, Subscribe] => [
      stem,
      (params = {}, options = {}) => this.#create(row, network, params, options),
    ]);
    return Object.fromEntries(entries);
  }

  /** Ends every subscription; their readers get an error of kind `aborted`. */
  close(): void {
    for (const socket of this.#sockets.values()) {
      socket.close(new SvmGatewayError("aborted", "The client was closed."));
    }
    this.#sockets.clear();
  }

  #create(
    row: ClientSubscription,
    network: string | undefined,
    params: object,
    options: SubscriptionOptions,
  ): Subscription<unknown> {
    const text = subscriptionParams(row, params);
    const details = { method: row.subscribe, network };
    return createSubscription({
      start: (listener) => this.#socket(network).subscribe(row, text, listener),
      decode: (payload) => readResult(payload, this.#shapes[row.notification], details),
      buffer: {
        size: options.bufferSize ?? this.#settings.bufferSize,
        characters: this.#settings.bufferCharacters,
        slowReader: row.slowReader,
      },
      signal: options.signal,
      details,
    });
  }

  #socket(network: string | undefined): SubscriptionSocket {
    const socket =
      this.#sockets.get(network) ??
      new SubscriptionSocket({ ...this.#settings, network, url: socketUrl(this.#settings.wsUrl, network) });
    this.#sockets.set(network, socket);
    return socket;
  }
}

/** Address of the socket of a network, derived from that of the default one. */
export function socketUrl(wsUrl: URL, network: string | undefined): string {
  if (network === undefined) return wsUrl.href;
  const url = new URL(wsUrl);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/networks/${encodeURIComponent(network)}`;
  return url.href;
}
