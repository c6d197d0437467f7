import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Budget, Subject } from "../subjects/subject.ts";

/** Most notifications that wait for a gap to be filled; one more releases them all. */
export const maxWaitingForGap = 1024;

interface CatchUpEvents {
  /** Whether a client still needs the subscription; if not, large reads are not made. */
  readonly isWanted: () => boolean;
  /** Called with each notification that waited for a gap to be filled. */
  onReleased(payload: RawJson): void;
  /** Called with each payload that was read over HTTP. */
  onFetched(payload: RawJson): void;
  onFailed(error: unknown): void;
  /** Called if what was read is too old to be passed on, and must be read again later. */
  onBehind(): void;
}

/**
 * Fetches over HTTP what a subscription missed while it had no upstream, or what no upstream sends. Notifications wait while a
 * gap is being filled, to keep the order.
 */
export class CatchUp {
  readonly #subject: Subject;
  readonly #reader: LedgerReader;
  readonly #heldBytes: Budget;
  readonly #events: CatchUpEvents;
  /** Slot at which the first unfilled gap began; undefined when there is none. */
  #gapFrom: number | undefined;
  #gaps = 0;
  #waiting: RawJson[] | undefined;
  #isFetching = false;
  #fetchAgain = false;
  #hasClosed = false;

  constructor(subject: Subject, reader: LedgerReader, heldBytes: Budget, events: CatchUpEvents) {
    this.#subject = subject;
    this.#reader = reader;
    this.#heldBytes = heldBytes;
    this.#events = events;
  }

  /** Whether what was read last is too old to be passed on. */
  get isBehind(): boolean {
    return this.#subject.isBehind === true;
  }

  /** Records that notifications after `slot` may be missing. */
  openGap(slot: number): void {
    this.#gaps += 1;
    this.#gapFrom ??= slot;
  }

  /** Forgets the gap: the next notification is enough. */
  skipGap(): void {
    this.#gapFrom = undefined;
  }

  /** Fetches what is missing, if a gap is open. */
  fillGap(): void {
    if (this.#gapFrom === undefined || this.#hasClosed) return;
    this.#waiting ??= [];
    this.refresh().catch((error: unknown) => this.#events.onFailed(error));
  }

  /**
   * Holds a notification until the gap before it is filled; returns false if no gap is being filled. If it does not fit in memory, all
   * are dropped, and fetched after the gap: a later block that is passed on would end the gap of those before it.
   */
  hold(payload: RawJson): boolean {
    if (this.#waiting === undefined) return false;
    if (payload.byteLength > this.#heldBytes.left) {
      this.#takeWaiting();
      this.#waiting = [];
      this.#gaps += 1;
      this.#fetchAgain = true;
      return true;
    }
    this.#waiting.push(payload);
    this.#heldBytes.left -= payload.byteLength;
    if (this.#waiting.length > maxWaitingForGap) this.#release();
    return true;
  }

  /** Fetches what is new and reports it. A call during a fetch causes one more fetch after it. */
  async refresh(): Promise<void> {
    if (this.#isFetching) {
      this.#fetchAgain = true;
      return;
    }
    this.#isFetching = true;
    try {
      do {
        this.#fetchAgain = false;
        const gaps = this.#gaps;
        const payloads = await this.#subject.fetch(this.#reader, this.#gapFrom, this.#events.isWanted);
        for await (const payload of payloads) {
          if (this.#hasClosed) return;
          this.#events.onFetched(payload);
        }
        if (this.#hasClosed) return;
        // A gap that opened during the fetch remains to be filled.
        if (this.#gaps === gaps) this.#gapFrom = undefined;
      } while (this.#fetchAgain && !this.#hasClosed);
      if (this.isBehind && !this.#hasClosed) this.#events.onBehind();
    } finally {
      this.#isFetching = false;
      // If another gap opened meanwhile, the next confirmation fills it.
      this.#release();
    }
  }

  /** Drops waiting notifications, because the subscription has ended. */
  close(): void {
    this.#hasClosed = true;
    this.#takeWaiting();
  }

  #release(): void {
    for (const payload of this.#takeWaiting()) if (!this.#hasClosed) this.#events.onReleased(payload);
  }

  #takeWaiting(): readonly RawJson[] {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const { byteLength } of waiting) this.#heldBytes.left += byteLength;
    return waiting;
  }
}
