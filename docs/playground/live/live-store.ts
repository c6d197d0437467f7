import type { Method } from "../../../codegen/contract/contract.ts";
import type { CallValues } from "../call/call-values.ts";
import { ledgerParams } from "../call/ledger-form.ts";
import { socketAddress } from "../snippets/socket-address.ts";
import { LiveSocket } from "./live-socket.ts";

/** What to subscribe to. */
export interface LiveRequest {
  readonly gateway: string;
  readonly network: string;
  readonly method: Method;
  readonly values: CallValues;
}

/** One notification: its payload as raw text. */
export interface LiveNotification {
  readonly at: Date;
  readonly payload: string;
}

/** A subscription, running or ended. */
export interface LiveSubscription {
  readonly id: number;
  readonly request: LiveRequest;
  readonly params: string;
  state: "starting" | "live" | "refused" | "ended";
  /** Raw error, or why it ended. */
  note: string;
  count: number;
  /** The newest first. */
  readonly notifications: LiveNotification[];
  readonly stop: () => void;
}

/** Notifications that are kept of each subscription. */
const keptNotifications = 50;

/** All subscriptions of the page; they keep running while the reader looks at other pages. */
export class LiveStore {
  readonly subscriptions: LiveSubscription[] = [];
  readonly #sockets = new Map<string, LiveSocket>();
  readonly #listeners = new Set<(subscription: LiveSubscription) => void>();
  #nextId = 1;

  /** Calls the listener at every change of a subscription, until the returned function is called. */
  onChange(listener: (subscription: LiveSubscription) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts a subscription. */
  subscribe(wanted: LiveRequest): void {
    const { method, values } = wanted;
    // A subscription runs on one network: if all are chosen, that is the default one.
    const request = wanted.network === "all" ? { ...wanted, network: "" } : wanted;
    const params = ledgerParams(method, values);
    const changed = (): void => {
      for (const listener of this.#listeners) listener(subscription);
    };
    const subscription: LiveSubscription = {
      id: this.#nextId,
      request,
      params,
      state: "starting",
      note: "",
      count: 0,
      notifications: [],
      stop: () => {
        if (subscription.state !== "starting" && subscription.state !== "live") return;
        stop();
        subscription.state = "ended";
        subscription.note = "Unsubscribed.";
        changed();
      },
    };
    this.#nextId += 1;
    this.subscriptions.unshift(subscription);
    const stop = this.#socket(request).subscribe(method.name, method.subscription?.pair ?? "", params, {
      onStarted: () => {
        subscription.state = "live";
        changed();
      },
      onNotification: (payload) => {
        subscription.count += 1;
        subscription.notifications.unshift({ at: new Date(), payload });
        subscription.notifications.splice(keptNotifications);
        changed();
      },
      onRefused: (error) => {
        subscription.state = "refused";
        subscription.note = error;
        changed();
      },
      onEnded: (reason) => {
        subscription.state = "ended";
        subscription.note = reason;
        changed();
      },
    });
    changed();
  }

  /** Ends a subscription and removes it from the list. */
  forget(subscription: LiveSubscription): void {
    subscription.stop();
    const index = this.subscriptions.indexOf(subscription);
    if (index >= 0) this.subscriptions.splice(index, 1);
    for (const listener of this.#listeners) listener(subscription);
  }

  #socket({ gateway, network }: LiveRequest): LiveSocket {
    const url = socketAddress(gateway, network);
    const known = this.#sockets.get(url);
    if (known !== undefined) return known;
    const socket: LiveSocket = new LiveSocket(url, () => {
      if (this.#sockets.get(url) === socket) this.#sockets.delete(url);
    });
    this.#sockets.set(url, socket);
    return socket;
  }
}
