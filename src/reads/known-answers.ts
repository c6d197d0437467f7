import { LRUCache } from "lru-cache";
import type { Commitment } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { ownText } from "../text/own-text.ts";
import type { Head } from "./head.ts";
import type { Room, Share } from "./room.ts";

/** Bytes that an entry takes besides its answer and its key. */
const entryBytes = 200;
/** Most answers that are used whatever the head does: the document has few such methods, most of them without parameters. */
const maxTimed = 50;

/** An upstream's answer to a whole call. */
export interface GivenAnswer {
  readonly result: RawJson;
  /** The slot that it names. */
  readonly slot: number | undefined;
  /** No upstream below this slot gave it. */
  readonly floor: number;
  readonly askedAt: number;
  /** `performance.now()` until which it is used, whatever the head does; undefined if that depends on the head. */
  readonly usedUntil?: number | undefined;
}

interface Kept extends GivenAnswer {
  readonly bytes: number;
  readonly share: Share;
}

/** Answers to whole calls about the head of one network, by what was asked; dropped as the head moves on. */
export class KnownAnswers {
  readonly #head: Head;
  readonly #room: Room;
  /** How many slots below the newest are still used. */
  readonly #behind: number;
  /** Answers of the newest slot first, then of those before it. */
  #bySlot: Map<string, Kept>[] = [new Map()];
  readonly #timed = new LRUCache<string, Kept>({
    max: maxTimed,
    dispose: ({ share, bytes }) => this.#room.giveBack(share, bytes),
  });

  constructor(head: Head, room: Room, behind: number) {
    this.#head = head;
    this.#room = room;
    this.#behind = behind;
  }

  get size(): number {
    return this.#bySlot.reduce((sum, { size }) => sum + size, this.#timed.size);
  }

  /** An answer that is as good as a new one, and from no slot below `floor`. */
  find(key: string, commitment: Commitment, floor: number, now: number): RawJson | undefined {
    const timed = this.#timed.get(key);
    if (timed?.usedUntil !== undefined && timed.usedUntil > now) return timed.result;
    for (const answers of this.#bySlot) {
      const kept = answers.get(key);
      if (kept === undefined) continue;
      const { slot, askedAt, result } = kept;
      const isGood =
        slot === undefined ? this.#head.isCurrent(askedAt, now) : slot >= this.#head.floor(commitment, now);
      return isGood && (slot ?? kept.floor) >= floor ? result : undefined;
    }
    return undefined;
  }

  /** Keeps an answer, if there is room. */
  keep(key: string, client: string | undefined, given: GivenAnswer): void {
    const [newest] = this.#bySlot;
    const share = this.#room.shareOf(client);
    const bytes = given.result.byteLength + 2 * key.length + entryBytes;
    const before = newest?.get(key);
    // Several callers got the same answer at once: it is kept once.
    if (newest === undefined || (before !== undefined && before.askedAt >= given.askedAt)) return;
    if (!this.#room.take(share, bytes)) return;
    if (before !== undefined) this.#room.giveBack(before.share, before.bytes);
    const answers = given.usedUntil === undefined ? newest : this.#timed;
    answers.set(ownText(key), { ...given, result: given.result.copy(), bytes, share });
  }

  /** The head has moved. */
  moveOn(): void {
    this.#bySlot.unshift(new Map());
    this.#dropAfter(1 + this.#behind);
  }

  /** Forgets all answers. */
  clear(): void {
    this.#dropAfter(0);
    this.#bySlot = [new Map()];
    this.#timed.clear();
  }

  #dropAfter(count: number): void {
    for (const answers of this.#bySlot.splice(count))
      for (const { share, bytes } of answers.values()) this.#room.giveBack(share, bytes);
  }
}
