import { member } from "../../json/cut-raw.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { dropOldest, RecentPayloads } from "./subject.ts";

const maxSlots = 1024;
/** Longer than any notification without a block. */
const maxBytes = 4096;

/** The error that nodes give for a block that they cannot read yet. */
export const unreadable = '"BlockStoreError"';

/** Whether a notification has an error in place of its block. */
export function isRefusedBlock(payload: RawJson): boolean {
  if (payload.byteLength > maxBytes) return false;
  const value = member(payload, "value");
  return value !== undefined && member(value, "block")?.isNull === true;
}

/**
 * Slots whose block was refused and may still come. A node that cannot read a block yet sends an error, repeats it until it sends a
 * later block, and then sends the refused block.
 */
export class RefusedBlocks {
  /** Whether the block of each slot could not be read yet, so that a later read may succeed. */
  readonly #slots = new Map<number, boolean>();
  readonly #reported = new RecentPayloads();

  /** Remembers a refusal; returns false if the same one was added before. */
  add(slot: number, payload: RawJson): boolean {
    if (!this.#reported.add(payload)) return false;
    const value = member(payload, "value");
    this.#slots.set(slot, value !== undefined && member(value, "err")?.toString() === unreadable);
    if (this.#slots.size > maxSlots) dropOldest(this.#slots);
    return true;
  }

  /** Whether the slot's block was refused, and has not come since. */
  has(slot: number): boolean {
    return this.#slots.has(slot);
  }

  /** Slots from `oldest` whose block could not be read and has not come since: the newest `count`, in order. */
  unread(oldest: number, count: number): readonly number[] {
    const slots = [...this.#slots].flatMap(([slot, isUnread]) => (isUnread && slot >= oldest ? slot : []));
    return slots.toSorted((one, other) => one - other).slice(-count);
  }

  /** Forgets a slot whose block has come; returns whether it had been refused. */
  take(slot: number): boolean {
    return this.#slots.delete(slot);
  }

  clear(): void {
    this.#slots.clear();
    this.#reported.clear();
  }
}
