import { type Commitment, isAtLeast } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { member } from "../../json/cut-raw.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { commitmentOf, contextAt, type Decision, type Subject } from "./subject.ts";

/** Value of the notification that an upstream has received the transaction. */
const receipt = '"receivedSignature"';

/** Waits for one transaction to reach a commitment. */
export class SignatureSubject implements Subject {
  readonly #signature: string;
  readonly #commitment: Commitment;
  #hasDeliveredReceipt = false;
  #hasSearchedHistory = false;

  constructor(params: BoundParams) {
    this.#signature = params.requiredRaw("signature");
    this.#commitment = commitmentOf(params);
  }

  decide(payload: RawJson): Decision {
    // It ends the subscription, so it cannot repeat.
    if (this.isLast(payload)) return "deliver";
    if (this.#hasDeliveredReceipt || member(payload, "value")?.toString() !== receipt) return "drop";
    this.#hasDeliveredReceipt = true;
    return "deliver";
  }

  /** Returns true for the outcome, an object; the string `receivedSignature` may come before it. */
  isLast(payload: RawJson): boolean {
    return member(payload, "value")?.isObject ?? false;
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    // Search the upstream's history once, and again after a gap; otherwise its recent statuses are enough.
    const search = !this.#hasSearchedHistory || from !== undefined;
    const { slot, value } = await reader.status(this.#signature, search);
    this.#hasSearchedHistory = true;
    const err = member(value, "err");
    if (err === undefined || !isAtLeast(reachedBy(value), this.#commitment)) return [];
    return [concatRaw([contextAt(slot), '{"err":', err, "}}"])];
  }

  forgetLedger(): void {
    this.#hasSearchedHistory = false;
  }
}

/** The commitment of a status. Old nodes write only `confirmations`, null once finalized. */
function reachedBy(status: RawJson): Commitment {
  const named = member(status, "confirmationStatus");
  if (named !== undefined && !named.isNull) return named.parse() as Commitment;
  const confirmations = member(status, "confirmations");
  return confirmations === undefined || confirmations.isNull ? "finalized" : "processed";
}
