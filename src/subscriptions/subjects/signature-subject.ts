import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { member } from "../../json/cut-members.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { commitmentOf } from "./commitment-of.ts";
import { contextAt } from "./payload-slot.ts";
import type { Subject, Verdict } from "./subject.ts";

/** One transaction on its way to a commitment. */
export class SignatureSubject implements Subject {
  readonly #signature: string;
  readonly #level: number;
  #wasReceivedDelivered = false;
  #isDelivered = false;
  #searchedHistory = false;

  constructor(params: BoundParams) {
    this.#signature = params.required("signature");
    this.#level = commitments.indexOf(commitmentOf(params));
  }

  judge(payload: RawJson): Verdict {
    if (this.#isDelivered) return "drop";
    if (this.isLast(payload)) {
      this.#isDelivered = true;
      return "deliver";
    }
    if (this.#wasReceivedDelivered) return "drop";
    this.#wasReceivedDelivered = true;
    return "deliver";
  }

  /** The outcome is an object; `receivedSignature`, a string, does not end the subscription. */
  isLast(payload: RawJson): boolean {
    return member(payload, "value")?.isObject ?? false;
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    // The upstream's history is searched once, and again after a gap; otherwise its recent statuses are enough.
    const search = !this.#searchedHistory || from !== undefined;
    const { slot, value } = await reader.status(this.#signature, search);
    this.#searchedHistory = true;
    const err = member(value, "err");
    if (this.#isDelivered || err === undefined || levelOf(value) < this.#level) return [];
    this.#isDelivered = true;
    return [concatRaw([contextAt(slot), '{"err":', err, "}}"])];
  }

  forget(): void {
    this.#searchedHistory = false;
  }
}

/** Old nodes give only confirmations, where null means finalized. */
function levelOf(status: RawJson): number {
  const named = member(status, "confirmationStatus");
  if (named !== undefined && !named.isNull) return commitments.indexOf(named.parse() as Commitment);
  const confirmations = member(status, "confirmations");
  return confirmations === undefined || confirmations.isNull ? 2 : 0;
}
