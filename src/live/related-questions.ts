import { LRUCache } from "lru-cache";
import { ownText } from "../text/own-text.ts";

/** Most parameters of related methods that are remembered on one network; the least recently used are forgotten first. */
const maxAsked = 32;
/** Two methods called within this time count as asked for together. */
const withinMs = 5000;
/** A method whose answer was not in that of its source is sent itself for this long. */
const pauseMs = 10_000;
/** Once a source has taken longer than this to answer, further calls are sent as themselves. */
const patienceMs = 500;

interface Asked {
  method: string;
  at: number;
  /** When another method was last called. */
  otherAt: number;
}

/** Tracks which methods of one network, of those that one answer contains, are asked for together. Times are `performance.now()`. */
export class RelatedQuestions {
  readonly #asked = new LRUCache<string, Asked>({ max: maxAsked });
  /** By method: as many as the document has. */
  readonly #pausedUntil = new Map<string, number>();
  /** By method: since when its source has been in flight. */
  readonly #underWaySince = new Map<string, number>();

  /** Records a call; returns whether another method of the same source was recently called with the same parameters. */
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

  /** The source is sent on behalf of a method. */
  begin(method: string, now: number): void {
    if (!this.#underWaySince.has(method)) this.#underWaySince.set(method, now);
  }

  /** The source has answered, or failed. */
  end(method: string): void {
    this.#underWaySince.delete(method);
  }

  /** From now on a method is sent itself for a while. */
  pause(method: string, now: number): void {
    this.#pausedUntil.set(method, now + pauseMs);
  }

  /** Whether a method is sent itself now. */
  isPaused(method: string, now: number): boolean {
    if (now < (this.#pausedUntil.get(method) ?? 0)) return true;
    return now - (this.#underWaySince.get(method) ?? now) > patienceMs;
  }
}
