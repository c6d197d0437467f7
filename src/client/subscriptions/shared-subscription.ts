import type { ClientSubscription } from "../shared/client-table.ts";
import { membersOf } from "../shared/rpc-answer.ts";
import type { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import type { Timer } from "../shared/time.ts";

/** A reader of a subscription. */
export interface Listener {
  /** The gateway accepted it; `again` after a gap in which notifications may have been missed. */
  confirmed(again: boolean): void;
  /** The payload as written. */
  notified(payload: string): void;
  /** The subscription has sent its only result, or has failed. */
  ended(error: SvmGatewayError | undefined): void;
}

/** One subscription at the gateway, for any number of listeners. */
export class SharedSubscription {
  readonly key: string;
  readonly row: ClientSubscription;
  readonly params: string;
  readonly listeners = new Set<Listener>();
  /** As the gateway wrote it; undefined until it is confirmed on the current connection. */
  id: string | undefined = undefined;
  /** A request is in flight. */
  isRequested = false;
  wasConfirmed = false;
  refusals = 0;
  /** Waits for the answer, or for the next attempt. */
  timer: Timer = undefined;

  constructor(key: string, row: ClientSubscription, params: string) {
    this.key = key;
    this.row = row;
    this.params = params;
  }

  stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Its connection is gone, and its id with it. */
  disconnect(): void {
    this.stopTimer();
    this.id = undefined;
    this.isRequested = false;
  }

  confirm(): void {
    for (const listener of [...this.listeners]) listener.confirmed(this.wasConfirmed);
    this.wasConfirmed = true;
  }

  /** Fails every listener and removes them all. */
  fail(error: SvmGatewayError): void {
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const listener of listeners) listener.ended(error);
  }

  /** Whether a payload is the result of a one-shot subscription: a string (`"receivedSignature"`) only reports progress. */
  isLast(payload: string): boolean {
    return this.row.oneShot === true && membersOf(payload)?.get("value")?.startsWith('"') !== true;
  }
}
