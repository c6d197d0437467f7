import type { Commitment } from "../../contract/method-description.ts";
import type { ClientMemory } from "./memory-budget.ts";

/** A range of slots in which an item's text did not change. */
export interface TextVersion {
  readonly from: number;
  to: number;
  readonly text: string;
  /** The range before it. */
  before: TextVersion | undefined;
}

/**
 * An item at one commitment. It names answers and calls by number: a hundred references to each new one would cost much at each
 * collection.
 */
class ItemState {
  /** The slot of the newest answer that showed it; -1 before the first. */
  slot = -1;
  /** The number of that answer, which may be dropped by now. */
  answerNumber = 0;
  indexInAnswer = 0;
  /** The number of the last call that asked for it. */
  callNumber = 0;
  indexInCall = 0;
}

/** Something that was read lately: an account, a transaction's status, or a part of the head. */
export class Item {
  readonly key: string;
  /** Memory of the caller who asked for it first; undefined if there was no memory to keep it. */
  readonly share: ClientMemory | undefined;
  /** Number of reads, in which older ones count less. */
  reads = 0;
  /** Bytes of its text: assumed for what was just sent or is a token account, else undefined until an answer shows it. */
  bytes: number | undefined = undefined;
  /** Whether it is a token account whose amount can be written from its data. */
  canWriteAmount = false;
  /** Its newest confirmed text, and through it those before, at slots that are not finalized yet. */
  unfinalized: TextVersion | undefined = undefined;
  readonly processed = new ItemState();
  readonly confirmed = new ItemState();
  readonly finalized = new ItemState();

  constructor(key: string, share: ClientMemory | undefined) {
    this.key = key;
    this.share = share;
  }
}

/** An item at a commitment. Written out since a lookup by a name that varies is many times slower, and this is the most frequent one. */
export function stateOf(item: Item, commitment: Commitment): ItemState {
  if (commitment === "confirmed") return item.confirmed;
  return commitment === "processed" ? item.processed : item.finalized;
}
