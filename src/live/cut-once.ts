import { member } from "../json/cut-members.ts";
import type { RawJson } from "../json/raw-json.ts";

/** Members cut from answers: a kept answer is cut once for all its readers. */
export class CutOnce {
  readonly #members = new WeakMap<RawJson, Map<string, RawJson | undefined>>();

  /** A member of an answer; undefined if it has none of that name. */
  member(answer: RawJson, name: string): RawJson | undefined {
    let members = this.#members.get(answer);
    if (members === undefined) {
      members = new Map();
      this.#members.set(answer, members);
    }
    if (!members.has(name)) members.set(name, member(answer, name));
    return members.get(name);
  }
}
