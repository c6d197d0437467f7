import type { Commitment } from "../../contract/method-description.ts";
import { concatRaw, quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** One notification of one subscription, written once for all of its subscribers. */
export class Notification {
  /** The gateway's id of the subscription. */
  readonly subscription: number;
  /** The whole JSON-RPC notification. */
  readonly body: Buffer;
  /** Nothing follows: the subscription has ended. */
  readonly isLast: boolean;
  /** The slot that it shows; undefined if it names none. */
  readonly slot: number | undefined;
  /** The commitment that this slot has reached. */
  readonly commitment: Commitment;
  /** The body as a transport encodes it; kept here so that it is encoded once for all subscribers. */
  encoded: Buffer | undefined = undefined;

  constructor(
    subscription: number,
    body: Buffer,
    isLast: boolean,
    slot: number | undefined,
    commitment: Commitment,
  ) {
    this.subscription = subscription;
    this.body = body;
    this.isLast = isLast;
    this.slot = slot;
    this.commitment = commitment;
  }
}

/** Writes the notifications of one subscription: the payload's bytes stay as the ledger wrote them. */
export function createNotificationWriter(
  method: string,
  subscription: number,
  commitment: Commitment,
): (payload: RawJson, isLast: boolean, slot: number | undefined) => Notification {
  // The beginning is made each time: kept for thousands of subscriptions it would take megabytes.
  return (payload, isLast, slot) => {
    const head = `{"jsonrpc":"2.0","method":${quote(method)},"params":{"result":`;
    const body = concatRaw([head, payload, `,"subscription":${subscription}}}`]).toBuffer();
    return new Notification(subscription, body, isLast, slot, commitment);
  };
}
