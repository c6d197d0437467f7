import { concatRaw, quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** One notification of one subscription, written once for all who subscribed to it. */
export class Notification {
  /** The gateway's id of the subscription. */
  readonly subscription: number;
  /** The whole JSON-RPC notification. */
  readonly body: Buffer;
  /** Nothing follows: the subscription has ended by itself. */
  readonly isLast: boolean;
  /** What a transport made of the body; kept here so that it is made once for ten thousand readers. */
  encoded: Buffer | undefined = undefined;

  constructor(subscription: number, body: Buffer, isLast: boolean) {
    this.subscription = subscription;
    this.body = body;
    this.isLast = isLast;
  }
}

/** Writes the notifications of one subscription: the payload's bytes stay as the ledger wrote them. */
export function createNotificationWriter(
  method: string,
  subscription: number,
): (payload: RawJson, isLast: boolean) => Notification {
  const head = `{"jsonrpc":"2.0","method":${quote(method)},"params":{"result":`;
  const tail = `,"subscription":${subscription}}}`;
  return (payload, isLast) =>
    new Notification(subscription, concatRaw([head, payload, tail]).toBuffer(), isLast);
}
