import { LRUCache } from "lru-cache";
import { ownText } from "../text/own-text.ts";

/** Parameters with which related methods are asked, on one network; beyond these those that were not used for longest are forgotten. */
const maxAsked = 32;
/** Two methods count as asked for together within this time. */
const withinMs = 5000;
/** A method whose answer was not in that of its source is asked for itself for this long. */
const pauseMs = 10_000;
/** While a source takes longer than this to answer, the next calls are sent as what they are. */
const patienceMs = 500;

interface Asked {
  method: string;
  at: number;
  /** When any other method was last asked. */
  otherAt: number;
}

/** Which methods of one network that can be answered from one answer are asked for together. Times are `performance.now()`. */
export class RelatedQuestions {
  readonly #asked = new LRUCache<string, Asked>({ max: maxAsked });
  /** By method: as many as the document has. */
  readonly #pausedUntil = new Map<string, number>();
  /** By method: since when its source is asked and has not answered. */
  readonly #underWaySince = new Map<string, number>();

  /** A method was asked; whether another one of the same source was lately, with the same parameters. */
  record(source: string, params: string, method: string, now: number): boolean {
    const key = `${source}${params}`;
    const asked = this.#asked.get(key);
    if (asked === undefined) {
      this.#asked.set(ownText(key), { method, at: now, otherAt: Number.NEGATIVE_INFINITY });
      return false;
    }
    if (asked.method !== method) {
      asked.otherAt = asked.at;
      asked.method = method;
    }
    asked.at = now;
    return now - asked.otherAt < withinMs;
  }

  /** The source is asked on behalf of a method. */
  begin(method: string, now: number): void {
    if (!this.#underWaySince.has(method)) this.#underWaySince.set(method, now);
  }

  /** The source has answered, or failed. */
  end(method: string): void {
    this.#underWaySince.delete(method);
  }

  /** A method is asked for itself for a while. */
  pause(method: string, now: number): void {
    this.#pausedUntil.set(method, now + pauseMs);
  }

  /** Whether a method is asked for itself now. */
  isPaused(method: string, now: number): boolean {
    if (now < (this.#pausedUntil.get(method) ?? 0)) return true;
    return now - (this.#underWaySince.get(method) ?? now) > patienceMs;
  }
}
