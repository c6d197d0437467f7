import { type Commitment, commitments } from "../contract/method-description.ts";
import type { Head, Inclusion } from "./fate.ts";
import type { AtSlot } from "./questions.ts";
import type { StatusTestimony } from "./witnesses.ts";

/** The highest commitment at which a quorum agrees on slot and error; "absent" if a quorum at or after `fromSlot` lacks the transaction. */
export function statusVerdict(
  testimonies: readonly StatusTestimony[],
  quorum: number,
  fromSlot: number,
): Inclusion | "absent" | undefined {
  for (const level of ["finalized", "confirmed"] as const) {
    const counts = new Map<string, number>();
    for (const { value } of testimonies) {
      if (value === undefined || !isAtLeast(value.level, level)) continue;
      const key = keyOf(value);
      const count = (counts.get(key) ?? 0) + 1;
      if (count >= quorum) return { ...value, level };
      counts.set(key, count);
    }
  }
  const absent = testimonies.filter(({ slot, value }) => value === undefined && slot >= fromSlot);
  return absent.length >= quorum ? "absent" : undefined;
}

/** Whether later answers may raise a verdict to finalized: some witness has already said so. */
export function mayRise(testimonies: readonly StatusTestimony[], verdict: Inclusion | "absent"): boolean {
  if (verdict === "absent" || verdict.level === "finalized") return false;
  return testimonies.some(({ value }) => value?.level === "finalized");
}

/** Whether a testimony confirms (true) or contradicts (false) a verdict; undefined if neither. */
export function agrees({ slot, value }: StatusTestimony, verdict: Inclusion): boolean | undefined {
  if (value === undefined) return slot >= verdict.slot ? false : undefined;
  if (keyOf(value) !== keyOf(verdict)) return false;
  return isAtLeast(value.level, verdict.level) ? true : undefined;
}

/** Whether a commitment is at least as high as another. */
export function isAtLeast(level: Commitment, other: Commitment): boolean {
  return commitments.indexOf(level) >= commitments.indexOf(other);
}

/** The slot and height that a quorum has reached. A single witness that reports too much or too little changes neither. */
export function agreedHeight(testimonies: readonly AtSlot<number>[], quorum: number): Head | undefined {
  if (testimonies.length < quorum) return undefined;
  const nthHighest = (numbers: readonly number[]) =>
    numbers.toSorted((one, other) => other - one)[quorum - 1] as number;
  return {
    slot: nthHighest(testimonies.map(({ slot }) => slot)),
    height: nthHighest(testimonies.map(({ value }) => value)),
  };
}

/** The value on which a quorum agrees at or after a slot; its `slot` is the lowest of the quorum. */
export function agreedValue<Value>(
  testimonies: readonly AtSlot<Value>[],
  quorum: number,
  fromSlot: number,
): AtSlot<Value> | undefined {
  const slots = new Map<Value, number[]>();
  for (const { slot, value } of testimonies) {
    if (slot < fromSlot) continue;
    const known = slots.get(value) ?? [];
    known.push(slot);
    if (known.length >= quorum) return { value, slot: Math.min(...known) };
    slots.set(value, known);
  }
  return undefined;
}

function keyOf({ slot, error }: Inclusion): string {
  return `${slot} ${error ?? ""}`;
}
