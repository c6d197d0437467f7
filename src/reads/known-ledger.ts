import { LRUCache } from "lru-cache";
import type { LedgerTime } from "../ledger-time/network-clock.ts";
import { Head, type IsBelievedAt } from "./head.ts";
import { KnownAnswers } from "./known-answers.ts";
import { KnownItems } from "./known-items.ts";
import type { Room } from "./room.ts";
import { TokenAmounts } from "./token-amounts.ts";

/** Most kinds of items of one network; the least recently read is forgotten first. */
const maxKinds = 16;
/** Parts of the head are remembered for this long: there are few. */
const partSeconds = 60;

/** What is known of one network's ledger. */
export class KnownLedger {
  readonly head: Head;
  readonly answers: KnownAnswers;
  readonly tokens = new TokenAmounts();
  /** Answers that belong to the head, each an item named after its method. */
  readonly parts: KnownItems;
  readonly #room: Room;
  readonly #kinds = new LRUCache<string, KnownItems>({ max: maxKinds, dispose: (items) => items.clear() });

  constructor(time: LedgerTime, room: Room, behind: number, isBelieved?: IsBelievedAt) {
    this.#room = room;
    this.head = new Head(time, behind, isBelieved);
    this.answers = new KnownAnswers(this.head, room, behind);
    this.parts = new KnownItems(partSeconds, this.head, room);
    this.head.onMove = () => this.answers.moveOn(performance.now());
    this.head.onRestart = () => this.drop();
  }

  /** Items and answers that are kept. */
  get size(): number {
    let size = this.answers.size;
    for (const items of this.#kinds.values()) size += items.size;
    return size;
  }

  /** The items of a kind. One that was read once is remembered for some seconds. */
  itemsOf(kind: string, seconds: number): KnownItems {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const made = new KnownItems(seconds, this.head, this.#room);
    this.#kinds.set(kind, made);
    return made;
  }

  /** Forgets what was known of the ledger's state. */
  drop(): void {
    this.answers.clear();
    this.parts.drop();
    for (const items of this.#kinds.values()) items.drop();
  }

  /** Forgets everything. */
  clear(): void {
    this.head.forget();
    this.#kinds.clear();
    this.parts.clear();
  }
}
