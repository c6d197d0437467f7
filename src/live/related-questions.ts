import { LRUCache } from "lru-cache";
import { ownText } from "../text/own-text.ts";

/** Parameters with which related methods are asked, on one network; beyond these those that were not used for longest are forgotten. */
const maxAsked = 32;
/** Two methods count as asked for together within this time. */
const withinMs = 5000;
/** A method whose answer was not in that of its source is asked for itself for this long. */
const pauseMs = 10_000;

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

  /** A method is asked for itself for a while. */
  pause(method: string, now: number): void {
    this.#pausedUntil.set(method, now + pauseMs);
  }

  /** Whether a method is asked for itself now. */
  isPaused(method: string, now: number): boolean {
    const until = this.#pausedUntil.get(method);
    return until !== undefined && now < until;
  }
}
