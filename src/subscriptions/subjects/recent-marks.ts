import { createHash } from "node:crypto";
import type { RawJson } from "../../json/raw-json.ts";

/** The newest payloads, a bounded number, by their marks. */
export class RecentMarks {
  readonly #max: number;
  readonly #marks = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a payload; false when it is there already. */
  add(payload: RawJson): boolean {
    const hash = createHash("sha1");
    for (const part of payload.parts) hash.update(part);
    const mark = hash.digest("base64");
    if (this.#marks.has(mark)) return false;
    this.#marks.add(mark);
    if (this.#marks.size > this.#max) {
      for (const oldest of this.#marks) {
        this.#marks.delete(oldest);
        break;
      }
    }
    return true;
  }

  clear(): void {
    this.#marks.clear();
  }
}
