import { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { RecentPayloads } from "./payloads/recent-payloads.ts";
import type { Subject, Verdict } from "./subject.ts";

/** The stages of slots; a slot comes several times, and a rooted slot is older than a new one. */
export class SlotsUpdatesSubject implements Subject {
  readonly #recent = new RecentPayloads();
  #created = -1;
  #confirmed = -1;
  #root = -1;

  judge(payload: RawJson): Verdict {
    return this.#recent.add(payload) ? "deliver" : "drop";
  }

  isLast(): boolean {
    return false;
  }

  /** What polling can find: slots that began, were confirmed, were rooted. Only an upstream sees shreds and banks. */
  async fetch(reader: LedgerReader): Promise<readonly RawJson[]> {
    const [created, confirmed, root] = await Promise.all([
      reader.slot("processed"),
      reader.slot("confirmed"),
      reader.slot("finalized"),
    ]);
    const timestamp = Date.now();
    const payloads: RawJson[] = [];
    if (created > this.#created) {
      const parent = Math.max(created - 1, 0);
      payloads.push(
        RawJson.fromText(
          `{"parent":${parent},"slot":${created},"timestamp":${timestamp},"type":"createdBank"}`,
        ),
      );
    }
    if (confirmed > this.#confirmed)
      payloads.push(
        RawJson.fromText(`{"slot":${confirmed},"timestamp":${timestamp},"type":"optimisticConfirmation"}`),
      );
    if (root > this.#root)
      payloads.push(RawJson.fromText(`{"slot":${root},"timestamp":${timestamp},"type":"root"}`));
    this.#created = Math.max(created, this.#created);
    this.#confirmed = Math.max(confirmed, this.#confirmed);
    this.#root = Math.max(root, this.#root);
    return payloads;
  }

  forget(): void {
    this.#recent.clear();
    this.#created = -1;
    this.#confirmed = -1;
    this.#root = -1;
  }
}
