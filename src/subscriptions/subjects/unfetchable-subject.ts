import type { RawJson } from "../../json/raw-json.ts";
import { RecentMarks } from "./recent-marks.ts";
import type { Subject, Verdict } from "./subject.ts";

/** Payloads that are remembered, so that none is sent twice. */
const remembered = 1024;

/** What only an upstream can push (votes before they land): what was missed is missed. */
export class UnfetchableSubject implements Subject {
  readonly #recent = new RecentMarks(remembered);

  take(payload: RawJson): Verdict {
    return this.#recent.add(payload) ? "deliver" : "drop";
  }

  isLast(): boolean {
    return false;
  }

  async fetch(): Promise<readonly RawJson[]> {
    return [];
  }

  forget(): void {
    this.#recent.clear();
  }
}
