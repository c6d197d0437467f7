import { LRUCache } from "lru-cache";
import type { Commitment } from "../contract/method-description.ts";
import type { LedgerTime } from "../ledger-time/network-clock.ts";
import { Head } from "./head.ts";
import { KnownAnswers } from "./known-answers.ts";
import { KnownItems } from "./known-items.ts";
import type { Room } from "./room.ts";
import { TokenAmounts } from "./token-amounts.ts";

/** Most kinds of items of one network; the least recently read is forgotten first. */
const maxKinds = 16;
/** Most accounts whose size is remembered without their data. */
const maxSizes = 20_000;
/** Parts of the head are remembered for this long: there are few. */
const partSeconds = 60;

/** What kind of items a read asks for. */
export interface KindOfItems {
  /** The method that asks for several. */
  readonly into: string;
  readonly form: string;
  readonly commitment: Commitment;
  /** For how long an item that was read once is remembered. */
  readonly seconds: number;
}

/** What is known of one network's ledger. */
export class KnownLedger {
  readonly head: Head;
  readonly answers: KnownAnswers;
  readonly tokens = new TokenAmounts();
  /** Bytes of data of accounts, by the JSON text of their address. */
  readonly sizes = new LRUCache<string, number>({ max: maxSizes });
  /** Answers that belong to the head, each an item named after its method. */
  readonly #parts: Readonly<Record<Commitment, KnownItems>>;
  readonly #room: Room;
  readonly #kinds = new LRUCache<string, KnownItems>({ max: maxKinds, dispose: (items) => items.clear() });

  constructor(time: LedgerTime, room: Room, behind: number) {
    this.#room = room;
    this.head = new Head(time, behind);
    this.answers = new KnownAnswers(this.head, room, behind);
    const part = (commitment: Commitment, confirmed?: KnownItems) =>
      new KnownItems({ commitment, seconds: partSeconds }, this.head, room, confirmed);
    const confirmed = part("confirmed");
    this.#parts = { processed: part("processed"), confirmed, finalized: part("finalized", confirmed) };
    this.head.onMove = () => this.answers.moveOn();
    this.head.onRestart = () => this.drop();
  }

  /** Values and answers that are kept. */
  get size(): number {
    let size = this.answers.size;
    for (const items of this.#kinds.values()) size += items.size;
    return size;
  }

  partsAt(commitment: Commitment): KnownItems {
    return this.#parts[commitment];
  }

  /** The items of a kind. */
  itemsOf(kind: KindOfItems): KnownItems {
    const { into, form, commitment } = kind;
    const name = `${into}\n${commitment}\n${form}`;
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const confirmed =
      commitment === "finalized" ? this.itemsOf({ ...kind, commitment: "confirmed" }) : undefined;
    const made = new KnownItems(kind, this.head, this.#room, confirmed);
    this.#kinds.set(name, made);
    return made;
  }

  /** Forgets what was known of the ledger's state. */
  drop(): void {
    this.answers.clear();
    for (const items of this.#kinds.values()) items.drop();
    for (const items of Object.values(this.#parts)) items.drop();
  }

  /** Forgets everything. */
  clear(): void {
    this.head.forget();
    this.sizes.clear();
    this.#kinds.clear();
    for (const items of Object.values(this.#parts)) items.clear();
  }
}
