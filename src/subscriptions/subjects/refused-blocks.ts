import { member } from "../../json/cut-members.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { dropOldest, RecentPayloads } from "./delivered.ts";

/** Most slots that are remembered. */
const maxSlots = 1024;
/** A payload without a block is shorter. */
const maxBytes = 4096;

/** The error of nodes for a block that they cannot read yet. */
export const unreadable = '"BlockStoreError"';

/** Whether a notification has an error in place of its block. */
export function isRefusedBlock(payload: RawJson): boolean {
  if (payload.byteLength > maxBytes) return false;
  const value = member(payload, "value");
  return value !== undefined && member(value, "block")?.isNull === true;
}

/**
 * Slots whose block was refused and may still come: a node that cannot read a block yet says so, repeats it until a later block passes,
 * and sends the block a moment later.
 */
export class RefusedBlocks {
  /** By slot: whether its block could not be read yet, so that another read may succeed. */
  readonly #slots = new Map<number, boolean>();
  readonly #reported = new RecentPayloads();

  /** Remembers a refusal; false if the same was reported before. */
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

  /** The newest slots, in order, whose block could not be read and has not come since; `count` at most, none below `oldest`. */
  unread(oldest: number, count: number): readonly number[] {
    const slots = [...this.#slots].flatMap(([slot, isUnread]) => (isUnread && slot >= oldest ? slot : []));
    return slots.toSorted((one, other) => one - other).slice(-count);
  }

  /** The slot's block came; returns whether it had been refused. */
  take(slot: number): boolean {
    return this.#slots.delete(slot);
  }

  clear(): void {
    this.#slots.clear();
    this.#reported.clear();
  }
}
