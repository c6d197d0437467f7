import type { ClientSubscription } from "../shared/client-table.ts";
import { membersOf } from "../shared/rpc-answer.ts";
import type { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import type { Timer } from "../shared/time.ts";

/** Events of one reader of a subscription. */
export interface Listener {
  /** The gateway confirmed the subscription. `again`: it was confirmed before, so notifications in between may be missing. */
  confirmed(again: boolean): void;
  /** `payload` is JSON text. */
  notified(payload: string): void;
  /** The subscription failed, or ended after its only result. */
  ended(error: SvmGatewayError | undefined): void;
}

/** One subscription at the gateway, for any number of listeners. */
export class SharedSubscription {
  readonly key: string;
  readonly row: ClientSubscription;
  readonly params: string;
  readonly listeners = new Set<Listener>();
  /** The gateway's id as JSON text; undefined until it confirms the subscription on the current connection. */
  id: string | undefined = undefined;
  /** Whether a request is in flight. */
  isRequested = false;
  wasConfirmed = false;
  refusals = 0;
  /** Timeout of the request, or the wait before the next one. */
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

  /** Forgets the state on a connection that is lost. */
  disconnect(): void {
    this.stopTimer();
    this.id = undefined;
    this.isRequested = false;
  }

  confirm(): void {
    for (const listener of [...this.listeners]) listener.confirmed(this.wasConfirmed);
    this.wasConfirmed = true;
  }

  /** Removes all listeners, and ends them with an error. */
  fail(error: SvmGatewayError): void {
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const listener of listeners) listener.ended(error);
  }

  /** Whether a payload is the result of a one-shot subscription. The string `receivedSignature` comes before it. */
  isLast(payload: string): boolean {
    return this.row.oneShot === true && membersOf(payload)?.get("value")?.startsWith('"') !== true;
  }
}
