import { member } from "../../json/cut-raw.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { dropOldest, RecentPayloads } from "./subject.ts";

const maxSlots = 1024;
/** Longer than any notification without a block. */
const maxBytes = 4096;

/** The error of nodes for a block that they cannot read yet. */
export const unreadable = '"BlockStoreError"';

/** True if a notification has an error instead of a block. */
export function isRefusedBlock(payload: RawJson): boolean {
  if (payload.byteLength > maxBytes) return false;
  const value = member(payload, "value");
  return value !== undefined && member(value, "block")?.isNull === true;
}

/**
 * Slots whose block was refused and may still come. A node that cannot read a block yet sends an error, repeats it until its next
 * block, and then sends the refused one.
 */
export class RefusedBlocks {
  /** By slot: true if the block was not readable yet, so a later read may succeed. */
  readonly #slots = new Map<number, boolean>();
  readonly #reported = new RecentPayloads();

  /** Adds a refusal; returns false for a duplicate. */
  add(slot: number, payload: RawJson): boolean {
    if (!this.#reported.add(payload)) return false;
    const value = member(payload, "value");
    this.#slots.set(slot, value !== undefined && member(value, "err")?.toString() === unreadable);
    if (this.#slots.size > maxSlots) dropOldest(this.#slots);
    return true;
  }

  /** True if the slot's block was refused and has not come since. */
  has(slot: number): boolean {
    return this.#slots.has(slot);
  }

  /** The newest `count` slots from `oldest` whose block is still unread, in order. */
  unread(oldest: number, count: number): readonly number[] {
    const slots = [...this.#slots].flatMap(([slot, isUnread]) => (isUnread && slot >= oldest ? slot : []));
    return slots.toSorted((a, b) => a - b).slice(-count);
  }

  /** Removes a slot whose block has come; returns true if it had been refused. */
  take(slot: number): boolean {
    return this.#slots.delete(slot);
  }

  clear(): void {
    this.#slots.clear();
    this.#reported.clear();
  }
}
