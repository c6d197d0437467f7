import type { Commitment } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { detachText } from "../../text/detached-text.ts";
import type { Head } from "./head.ts";
import type { MemoryBudget, MemoryShare } from "./memory-budget.ts";

/** Estimated memory of an entry besides its result and key. */
const entryBytes = 200;

/** The result of a whole call. */
interface CallResult {
  readonly result: RawJson;
  /** The slot that it names, if any. */
  readonly slot: number | undefined;
  /** Lower bound of its slot: the upstream had reached this one. */
  readonly floor: number;
  readonly sentAt: number;
  /** `performance.now()` at which it expires; undefined if that depends on the head. */
  readonly expiresAt?: number | undefined;
}

interface Entry extends CallResult {
  readonly bytes: number;
  readonly share: MemoryShare;
  /** How often the head has moved since. */
  moves: number;
}

/** Results of whole calls about the head of one network, by request. They expire as the head moves. */
export class CallResults {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  readonly #acceptedLagSlots: number;
  readonly #entries = new Map<string, Entry>();

  constructor(head: Head, budget: MemoryBudget, acceptedLagSlots: number) {
    this.#head = head;
    this.#budget = budget;
    this.#acceptedLagSlots = acceptedLagSlots;
  }

  /** Returns a result that is current and from `floor` or above. */
  find(key: string, commitment: Commitment, floor: number, now: number): RawJson | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const { slot, sentAt, expiresAt, result } = entry;
    if (expiresAt !== undefined) return expiresAt > now ? result : undefined;
    const isAccepted = this.#head.accepts(slot, commitment, sentAt, now) && (slot ?? entry.floor) >= floor;
    return isAccepted ? result : undefined;
  }

  /** Keeps a result, if there is memory for it. */
  keep(key: string, client: string | undefined, answer: CallResult): void {
    const before = this.#entries.get(key);
    // Callers of a coalesced call all bring the same result.
    if (before !== undefined && before.sentAt >= answer.sentAt) return;
    const share = this.#budget.shareOf(client);
    const bytes = answer.result.byteLength + 2 * key.length + entryBytes;
    if (!this.#budget.take(share, bytes)) return;
    if (before !== undefined) this.#budget.release(before.share, before.bytes);
    this.#entries.set(detachText(key), { ...answer, result: answer.result.copy(), bytes, share, moves: 0 });
  }

  /** Called when the head has moved: drops results that are now too old. */
  dropOld(now: number): void {
    for (const [key, entry] of this.#entries) {
      entry.moves += 1;
      const isTooOld =
        entry.expiresAt === undefined ? entry.moves > this.#acceptedLagSlots : entry.expiresAt <= now;
      if (isTooOld) this.#drop(key, entry);
    }
  }

  clear(): void {
    for (const [key, entry] of this.#entries) this.#drop(key, entry);
  }

  #drop(key: string, { share, bytes }: Entry): void {
    this.#budget.release(share, bytes);
    this.#entries.delete(key);
  }
}
