import type { RawJson } from "../../json/raw-json.ts";
import { RecentPayloads } from "./payloads/recent-payloads.ts";
import type { Subject, Verdict } from "./subject.ts";

/** What only an upstream can send, such as votes before they land: what was missed cannot be read later. */
export class UnfetchableSubject implements Subject {
  readonly #recent = new RecentPayloads();

  judge(payload: RawJson): Verdict {
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
