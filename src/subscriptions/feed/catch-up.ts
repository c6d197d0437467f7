import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Subject } from "../subjects/subject.ts";

/** Notifications that wait while a gap is being filled; when there are more, the gap stays and they go on. */
export const maxWaitingForGap = 1024;

/** What a subscription does with what it catches up on. */
export interface CatchUpEvents {
  /** Some client still waits for it: reads that nothing needs are not made. */
  readonly isWanted: () => boolean;
  /** A notification that waited while a gap was filled. */
  released(payload: RawJson): void;
  /** A payload that was fetched. */
  fetched(payload: RawJson): void;
  failed(error: unknown): void;
}

/**
 * Fetches over HTTP what a subscription missed while no upstream fed it, or what no upstream sends. While a gap is being
 * filled, notifications wait, so that the order holds.
 */
export class CatchUp {
  readonly #subject: Subject;
  readonly #reader: LedgerReader;
  readonly #events: CatchUpEvents;
  /** Where the first gap began that is not filled yet; undefined when there is none. */
  #gapFrom: number | undefined;
  #gaps = 0;
  #waiting: RawJson[] | undefined;
  #isFetching = false;
  #fetchAgain = false;
  #hasClosed = false;

  constructor(subject: Subject, reader: LedgerReader, events: CatchUpEvents) {
    this.#subject = subject;
    this.#reader = reader;
    this.#events = events;
  }

  /** Gaps that have opened so far. */
  get gaps(): number {
    return this.#gaps;
  }

  /** What happens after `slot` may be missed. */
  openGap(slot: number): void {
    this.#gaps += 1;
    this.#gapFrom ??= slot;
  }

  /** What was missed is not fetched: the next notification says all. */
  skipGap(): void {
    this.#gapFrom = undefined;
  }

  /** Fetches what was missed, if anything was. */
  fillGap(): void {
    if (this.#gapFrom !== undefined && !this.#hasClosed) void this.#fill();
  }

  /** Keeps a notification until the gap before it is filled; false when there is nothing to wait for. */
  hold(payload: RawJson): boolean {
    if (this.#waiting === undefined) return false;
    this.#waiting.push(payload);
    if (this.#waiting.length > maxWaitingForGap) this.#release();
    return true;
  }

  /** Fetches what is new and passes it on. One at a time: a request that comes meanwhile is served after it. */
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
        if (this.#hasClosed) return;
        // A further gap that opened meanwhile stays to be filled.
        if (this.#gaps === gaps) this.#gapFrom = undefined;
        for (const payload of payloads) this.#events.fetched(payload);
      } while (this.#fetchAgain && !this.#hasClosed);
    } finally {
      this.#isFetching = false;
    }
  }

  /** The subscription has ended: what waits is dropped. */
  close(): void {
    this.#hasClosed = true;
    this.#waiting = undefined;
  }

  async #fill(): Promise<void> {
    this.#waiting ??= [];
    try {
      await this.refresh();
    } catch (error) {
      this.#events.failed(error);
    }
    // A further gap may have opened meanwhile; the next confirmation fills it.
    this.#release();
  }

  #release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const payload of waiting) if (!this.#hasClosed) this.#events.released(payload);
  }
}
