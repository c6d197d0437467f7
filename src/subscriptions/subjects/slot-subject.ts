import { member } from "../../json/cut-members.ts";
import { RawJson } from "../../json/raw-json.ts";
import { wholeNumber } from "../../json/whole-number.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Subject, Verdict } from "./subject.ts";

/** Slots as they begin. */
export class SlotSubject implements Subject {
  #slot = -1;

  judge(payload: RawJson): Verdict {
    const slot = wholeNumber(member(payload, "slot"));
    if (slot === undefined || slot <= this.#slot) return "drop";
    this.#slot = slot;
    return "deliver";
  }

  isLast(): boolean {
    return false;
  }

  async fetch(reader: LedgerReader): Promise<readonly RawJson[]> {
    const [slot, root] = await Promise.all([reader.slot("processed"), reader.slot("finalized")]);
    if (slot <= this.#slot) return [];
    const parent = Math.max(slot - 1, 0);
    this.#slot = slot;
    return [RawJson.fromText(`{"parent":${parent},"root":${Math.min(root, slot)},"slot":${slot}}`)];
  }

  forget(): void {
    this.#slot = -1;
  }
}
