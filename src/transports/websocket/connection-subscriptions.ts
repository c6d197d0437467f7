import type { Rights } from "../../auth/rights.ts";
import type { Session } from "../../call/session.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { Caller, SubscribingClient } from "../../gateway/gateway-call.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { SharedSubscription } from "../../subscriptions/feed/shared-subscription.ts";
import type { Notification, Subscriber } from "../../subscriptions/feed/subscriber.ts";
import type { SubscriptionHub } from "../../subscriptions/subscription-hub.ts";
import type { Outbox } from "./outbox.ts";

/** Maximum subscriptions per connection. */
const maxSubscriptions = 1000;
/** Maximum notifications per subscription held until its id is sent. */
const maxHeld = 1024;

class ClientSubscription implements Subscriber {
  readonly #outbox: Outbox;
  readonly #onSent: (notification: Notification) => void;
  /** Notifications held until the id is sent; undefined afterwards. */
  #held: Notification[] | undefined = [];
  #shared: SharedSubscription | undefined;

  constructor(outbox: Outbox, onSent: (notification: Notification) => void) {
    this.#outbox = outbox;
    this.#onSent = onSent;
  }

  /** The id sent to the client; -1 until the hub accepts the subscription. */
  get id(): number {
    return this.#shared?.id ?? -1;
  }

  /** Called when the hub accepts the subscription. */
  join(shared: SharedSubscription): void {
    this.#shared = shared;
  }

  /** Ends the subscription. Nothing more is delivered. */
  leave(): void {
    this.#held = undefined;
    this.#shared?.leave(this);
  }

  /** Sends the held notifications, now that the client knows the id. */
  releaseHeld(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    for (const notification of held) this.#send(notification);
  }

  deliver(notification: Notification): void {
    if (this.#held === undefined) this.#send(notification);
    else if (this.#held.length < maxHeld) this.#held.push(notification);
  }

  #send(notification: Notification): void {
    this.#outbox.notify(notification, this.#shared?.slowReader ?? "close");
    this.#onSent(notification);
  }
}

/** The subscriptions of one client connection. */
export class ConnectionSubscriptions {
  readonly #hub: SubscriptionHub;
  readonly #outbox: Outbox;
  readonly #session: Session;
  readonly #caller: Pick<Caller, "authenticated" | "address">;
  readonly #byId = new Map<number, ClientSubscription>();
  /** All subscriptions, including those not yet accepted by the hub, which count against the limits. */
  readonly #all = new Map<
    ClientSubscription,
    { readonly network: string; readonly method: MethodDescription }
  >();
  /** Subscriptions counted against the limit of the client's key or token. */
  readonly #metered = new Set<ClientSubscription>();
  #hasClosed = false;

  constructor(
    hub: SubscriptionHub,
    outbox: Outbox,
    session: Session,
    caller: Pick<Caller, "authenticated" | "address">,
  ) {
    this.#caller = caller;
    this.#hub = hub;
    this.#session = session;
    this.#outbox = outbox;
  }

  /**
   * Subscribes. As on ledger nodes, equal subscriptions of a connection share one id and one stream of notifications.
   */
  async add(network: Network, params: BoundParams): Promise<ClientSubscription> {
    if (this.#all.size >= maxSubscriptions) {
      const message = `This connection has ${maxSubscriptions} subscriptions, the maximum: end one, or open another connection.`;
      throw RpcError.of("atCapacity", message);
    }
    const subscription = new ClientSubscription(this.#outbox, ({ slot, commitment, isLast }) => {
      if (slot !== undefined) this.#session.recordNotified(network.id, commitment, slot);
      if (isLast) this.#forget(subscription);
    });
    this.#all.set(subscription, { network: network.id, method: params.methodIndex.method });
    try {
      await this.#meter(subscription);
      subscription.join(await this.#hub.subscribe(network, params, subscription));
    } catch (caught) {
      this.#forget(subscription);
      throw caught;
    }
    const existing = this.#byId.get(subscription.id);
    if (this.#hasClosed || existing !== undefined) {
      subscription.leave();
      this.#forget(subscription);
    }
    if (existing !== undefined) return existing;
    if (!this.#hasClosed) this.#byId.set(subscription.id, subscription);
    return subscription;
  }

  areAllowedBy(rights: Rights): boolean {
    return [...this.#all.values()].every(
      ({ network, method }) =>
        rights.includesNetwork(network) && rights.missingRightFor(method.name, method) === undefined,
    );
  }

  /** Counts the subscription against the limit of its key or token, which all its sockets share. */
  async #meter(subscription: ClientSubscription): Promise<void> {
    const { authenticated, address } = this.#caller;
    if (authenticated === undefined) return;
    const accepted = authenticated.meter.acquire("subscriptions", address);
    // Most results are synchronous.
    if (accepted === true || (accepted !== false && (await accepted))) {
      this.#metered.add(subscription);
      return;
    }
    throw authenticated.meter.limitError("subscriptions");
  }

  #forget(subscription: ClientSubscription): void {
    if (this.#byId.get(subscription.id) === subscription) this.#byId.delete(subscription.id);
    this.#all.delete(subscription);
    const { authenticated, address } = this.#caller;
    if (this.#metered.delete(subscription)) authenticated?.meter.release("subscriptions", address);
  }

  /** Ends the subscription with an id. Throws for an unknown id. */
  remove(id: number): void {
    const subscription = this.#byId.get(id);
    if (subscription === undefined) throw RpcError.of("invalidParams", "Invalid subscription id.");
    this.#forget(subscription);
    subscription.leave();
    this.#outbox.forget(id);
  }

  close(): void {
    this.#hasClosed = true;
    for (const subscription of this.#byId.values()) {
      subscription.leave();
      this.#forget(subscription);
    }
  }
}

/** Subscriptions added by one message. Their notifications are held until the message is answered. */
export class MessageSubscriptions implements SubscribingClient {
  readonly #subscriptions: ConnectionSubscriptions;
  #added: ClientSubscription[] | undefined;

  constructor(subscriptions: ConnectionSubscriptions) {
    this.#subscriptions = subscriptions;
  }

  async subscribe(network: Network, params: BoundParams): Promise<RawJson> {
    const subscription = await this.#subscriptions.add(network, params);
    this.#added ??= [];
    this.#added.push(subscription);
    return RawJson.fromText(String(subscription.id));
  }

  async unsubscribe(id: number): Promise<RawJson> {
    this.#subscriptions.remove(id);
    return RawJson.fromText("true");
  }

  /** Sends the held notifications. Called once the message is answered. */
  releaseHeld(): void {
    if (this.#added !== undefined) for (const subscription of this.#added) subscription.releaseHeld();
  }
}
