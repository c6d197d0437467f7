import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Budget, Subject } from "../subjects/subject.ts";

/** Most notifications held until a gap is filled; one more releases them all. */
export const maxHeldForGap = 1024;

interface CatchUpEvents {
  /** Returns false if no client needs the subscription, so large reads are skipped. */
  readonly isWanted: () => boolean;
  /** Called with each notification that was held. */
  onReleased(payload: RawJson): void;
  /** Called with each payload read over HTTP. */
  onFetched(payload: RawJson): void;
  onFailed(error: unknown): void;
  /** Called if the read was too old to deliver and must be repeated. */
  onBehind(): void;
}

/**
 * Fetches over HTTP what a subscription missed while it had no upstream, or what no upstream sends. Holds notifications while a
 * gap is being filled, to keep the order.
 */
export class CatchUp {
  readonly #subject: Subject;
  readonly #reader: LedgerReader;
  readonly #heldBytes: Budget;
  readonly #events: CatchUpEvents;
  /** Slot where the first unfilled gap began, if any. */
  #gapFrom: number | undefined;
  #gaps = 0;
  #held: RawJson[] | undefined;
  #isFetching = false;
  #fetchAgain = false;
  #hasClosed = false;

  constructor(subject: Subject, reader: LedgerReader, heldBytes: Budget, events: CatchUpEvents) {
    this.#subject = subject;
    this.#reader = reader;
    this.#heldBytes = heldBytes;
    this.#events = events;
  }

  /** True if the last read was too old to deliver. */
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
    this.#held ??= [];
    this.refresh().catch((error: unknown) => this.#events.onFailed(error));
  }

  /**
   * Holds a notification until the gap before it is filled; returns false if there is none. If memory runs out, drops all held ones
   * and refetches them with the gap: delivering a later one would hide those missing before it.
   */
  hold(payload: RawJson): boolean {
    if (this.#held === undefined) return false;
    if (payload.byteLength > this.#heldBytes.left) {
      this.#takeHeld();
      this.#held = [];
      this.#gaps += 1;
      this.#fetchAgain = true;
      return true;
    }
    this.#held.push(payload);
    this.#heldBytes.left -= payload.byteLength;
    if (this.#held.length > maxHeldForGap) this.#release();
    return true;
  }

  /** Fetches and reports what is new. A call during a fetch repeats the fetch. */
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
        // A gap that opened during the fetch is still unfilled.
        if (this.#gaps === gaps) this.#gapFrom = undefined;
      } while (this.#fetchAgain && !this.#hasClosed);
      if (this.isBehind && !this.#hasClosed) this.#events.onBehind();
    } finally {
      this.#isFetching = false;
      // If another gap opened meanwhile, the next confirmation fills it.
      this.#release();
    }
  }

  /** Drops held notifications when the subscription ends. */
  close(): void {
    this.#hasClosed = true;
    this.#takeHeld();
  }

  #release(): void {
    for (const payload of this.#takeHeld()) if (!this.#hasClosed) this.#events.onReleased(payload);
  }

  #takeHeld(): readonly RawJson[] {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { byteLength } of held) this.#heldBytes.left += byteLength;
    return held;
  }
}
