import type { Commitment } from "../../contract/method-description.ts";
import { concatRaw, quote } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";

/** One notification of one subscription, written once for all of its subscribers. */
export class Notification {
  /** The gateway's id of the subscription. */
  readonly subscription: number;
  /** The whole JSON-RPC notification. */
  readonly body: Buffer;
  /** Nothing follows: the subscription has ended. */
  readonly isLast: boolean;
  /** Where in the body the payload begins, and its bytes. */
  readonly #payloadStart: number;
  readonly #payloadLength: number;
  /** The slot that it shows; undefined if it names none. */
  readonly slot: number | undefined;
  /** The commitment that this slot has reached. */
  readonly commitment: Commitment;
  /** The body as a transport encodes it; kept here so that it is encoded once for all subscribers. */
  encoded: Buffer | undefined = undefined;

  constructor(
    subscription: number,
    body: Buffer,
    payload: { readonly start: number; readonly length: number },
    isLast: boolean,
    slot: number | undefined,
    commitment: Commitment,
  ) {
    this.#payloadStart = payload.start;
    this.#payloadLength = payload.length;
    this.subscription = subscription;
    this.body = body;
    this.isLast = isLast;
    this.slot = slot;
    this.commitment = commitment;
  }

  /** What the ledger wrote, for readers inside the gateway; it shares the body's memory. */
  get payload(): RawJson {
    const start = this.#payloadStart;
    return RawJson.fromBytes(this.body.subarray(start, start + this.#payloadLength));
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
    const place = { start: Buffer.byteLength(head), length: payload.byteLength };
    return new Notification(subscription, body, place, isLast, slot, commitment);
  };
}
