import { RawJson } from "../../json/raw-json.ts";
import { wholeNumber } from "../../json/whole-number.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Subject, Verdict } from "./subject.ts";

/** Most roots between two polls that are delivered one by one; of more, only the newest is delivered. */
const maxRootsBetween = 200;

/** Slots as they are rooted. */
export class RootSubject implements Subject {
  #root = -1;

  judge(payload: RawJson): Verdict {
    const root = wholeNumber(payload);
    if (root === undefined || root <= this.#root) return "drop";
    this.#root = root;
    return "deliver";
  }

  isLast(): boolean {
    return false;
  }

  async fetch(reader: LedgerReader): Promise<readonly RawJson[]> {
    const root = await reader.slot("finalized");
    if (root <= this.#root) return [];
    const before = this.#root;
    const isFirst = before < 0 || root - before > maxRootsBetween;
    // Roots come more often than polls: those in between are the slots that have a block.
    const roots =
      isFirst || root === before + 1 ? [root] : await reader.blocks(before + 1, root, "finalized");
    if (this.#root !== before) return [];
    this.#root = root;
    return roots.map((slot) => RawJson.fromText(String(slot)));
  }

  forget(): void {
    this.#root = -1;
  }
}
