import type { Commitment } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { detachText } from "../../text/detached-text.ts";
import type { Head } from "./head.ts";
import type { ClientMemory, MemoryBudget } from "./memory-budget.ts";

/** Memory of an entry besides its answer and its key. */
const entryBytes = 200;

/** An upstream's answer to a whole call. */
interface WholeAnswer {
  readonly result: RawJson;
  /** The slot in its context; undefined if it has none. */
  readonly slot: number | undefined;
  /** The upstream that gave it was at this slot or above. */
  readonly floor: number;
  readonly askedAt: number;
  /** `performance.now()` until which it is used; undefined if that depends on the head. */
  readonly usedUntil?: number | undefined;
}

interface KeptAnswer extends WholeAnswer {
  readonly bytes: number;
  readonly share: ClientMemory;
  /** How often the head has moved since it was kept. */
  moves: number;
}

/** Answers to whole calls about the head of one network, by what was asked; dropped as the head moves on. */
export class WholeAnswers {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  readonly #acceptedLagSlots: number;
  readonly #kept = new Map<string, KeptAnswer>();

  constructor(head: Head, budget: MemoryBudget, acceptedLagSlots: number) {
    this.#head = head;
    this.#budget = budget;
    this.#acceptedLagSlots = acceptedLagSlots;
  }

  /** Returns a kept answer if it is as good as a new one, and from `floor` or above. */
  find(key: string, commitment: Commitment, floor: number, now: number): RawJson | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const { slot, askedAt, usedUntil, result } = kept;
    if (usedUntil !== undefined) return usedUntil > now ? result : undefined;
    const isAccepted = this.#head.accepts(slot, commitment, askedAt, now) && (slot ?? kept.floor) >= floor;
    return isAccepted ? result : undefined;
  }

  /** Keeps an answer, if there is memory for it. */
  keep(key: string, client: string | undefined, given: WholeAnswer): void {
    const before = this.#kept.get(key);
    // Several callers got the same answer at once: it is kept once.
    if (before !== undefined && before.askedAt >= given.askedAt) return;
    const share = this.#budget.shareOf(client);
    const bytes = given.result.byteLength + 2 * key.length + entryBytes;
    if (!this.#budget.take(share, bytes)) return;
    if (before !== undefined) this.#budget.release(before.share, before.bytes);
    this.#kept.set(detachText(key), { ...given, result: given.result.copy(), bytes, share, moves: 0 });
  }

  /** Drops the answers that are too old now that the head has moved. */
  dropOld(now: number): void {
    for (const [key, kept] of this.#kept) {
      kept.moves += 1;
      const isTooOld =
        kept.usedUntil === undefined ? kept.moves > this.#acceptedLagSlots : kept.usedUntil <= now;
      if (isTooOld) this.#drop(key, kept);
    }
  }

  clear(): void {
    for (const [key, kept] of this.#kept) this.#drop(key, kept);
  }

  #drop(key: string, { share, bytes }: KeptAnswer): void {
    this.#budget.release(share, bytes);
    this.#kept.delete(key);
  }
}
