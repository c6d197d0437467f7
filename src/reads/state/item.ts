import type { Commitment } from "../../contract/method-description.ts";
import type { MemoryShare } from "./memory-budget.ts";

/** A text of an item, with the range of slots in which it did not change. */
export interface TextVersion {
  readonly from: number;
  to: number;
  readonly text: string;
  /** The previous version. */
  before: TextVersion | undefined;
}

/** State of an item at one commitment. It refers to responses and calls by id: hundreds of object references would slow down GC. */
class ItemState {
  /** Slot of the newest response that showed it; -1 before the first. */
  slot = -1;
  /** Id of that response, which may have been dropped. */
  responseId = 0;
  indexInResponse = 0;
  /** Id of the last call that asked for it. */
  callId = 0;
  indexInCall = 0;
}

/** A recently read value: an account, a transaction's status, or the source of head fields. */
export class Item {
  readonly key: string;
  /** Memory of the first caller who read it; undefined if there was none left to keep it. */
  readonly share: MemoryShare | undefined;
  /** Decayed count of reads. */
  popularity = 0;
  /** Length of its text: an estimate for sent transactions and token accounts, else undefined until a response shows it. */
  bytes: number | undefined = undefined;
  /** True for a token account whose amount can be written from its data. */
  canWriteAmount = false;
  /** Newest confirmed text at slots that are not finalized yet, linked to earlier ones. */
  unfinalized: TextVersion | undefined = undefined;
  readonly processed = new ItemState();
  readonly confirmed = new ItemState();
  readonly finalized = new ItemState();

  constructor(key: string, share: MemoryShare | undefined) {
    this.key = key;
    this.share = share;
  }
}

/** State of an item at a commitment. Written out because `item[commitment]` is many times slower, and this is a hot path. */
export function stateOf(item: Item, commitment: Commitment): ItemState {
  if (commitment === "confirmed") return item.confirmed;
  return commitment === "processed" ? item.processed : item.finalized;
}
