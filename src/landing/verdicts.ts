import { type Commitment, commitments } from "../contract/method-description.ts";
import type { Inclusion } from "./fate.ts";
import type { AtSlot } from "./questions.ts";
import type { Testimony } from "./witnesses.ts";

/** What some witnesses say together. */
export type Verdict = Inclusion | "absent" | undefined;

/** A status, or that there is none, as one witness answered at a slot. */
export type StatusTestimony = Testimony<AtSlot<Inclusion | undefined>>;

/** What `quorum` witnesses say of a transaction: the highest level at which they agree on slot and error, or that it is absent from `fromSlot` on. */
export function statusVerdict(
  testimonies: readonly StatusTestimony[],
  quorum: number,
  fromSlot: number,
): Verdict {
  for (const level of ["finalized", "confirmed"] as const) {
    const counts = new Map<string, number>();
    for (const { answer } of testimonies) {
      const { value } = answer;
      if (value === undefined || !isAtLeast(value.level, level)) continue;
      const key = keyOf(value);
      const count = (counts.get(key) ?? 0) + 1;
      if (count >= quorum) return { ...value, level };
      counts.set(key, count);
    }
  }
  const absent = testimonies.filter(({ answer }) => answer.value === undefined && answer.slot >= fromSlot);
  return absent.length >= quorum ? "absent" : undefined;
}

/** Whether one witness says more than the verdict, so that those who have not answered yet may make it higher. */
export function mayBeHigher(testimonies: readonly StatusTestimony[], verdict: Inclusion | "absent"): boolean {
  if (verdict === "absent" || verdict.level === "finalized") return false;
  return testimonies.some(({ answer }) => answer.value?.level === "finalized");
}

/** Whether one witness's word fits a verdict; undefined where it says nothing against it. */
export function fits({ answer: { slot, value } }: StatusTestimony, verdict: Inclusion): boolean | undefined {
  if (value === undefined) return slot >= verdict.slot ? false : undefined;
  if (keyOf(value) !== keyOf(verdict)) return false;
  return isAtLeast(value.level, verdict.level) ? true : undefined;
}

/** Whether a level is another or above it. */
export function isAtLeast(level: Commitment, other: Commitment): boolean {
  return commitments.indexOf(level) >= commitments.indexOf(other);
}

/** The slot and height that `quorum` witnesses have reached: one that claims more, or less, moves neither. */
export function agreedHeight(
  testimonies: readonly Testimony<AtSlot<number>>[],
  quorum: number,
): { readonly slot: number; readonly height: number } | undefined {
  if (testimonies.length < quorum) return undefined;
  return {
    slot: nthHighest(
      testimonies.map(({ answer }) => answer.slot),
      quorum,
    ),
    height: nthHighest(
      testimonies.map(({ answer }) => answer.value),
      quorum,
    ),
  };
}

/** The value that `quorum` witnesses give, at or above a slot; `slot` is the lowest of theirs. */
export function agreedValue<Value>(
  testimonies: readonly Testimony<AtSlot<Value>>[],
  quorum: number,
  fromSlot: number,
): AtSlot<Value> | undefined {
  const slots = new Map<Value, number[]>();
  for (const { answer } of testimonies) {
    if (answer.slot < fromSlot) continue;
    const known = slots.get(answer.value) ?? [];
    known.push(answer.slot);
    if (known.length >= quorum) return { value: answer.value, slot: Math.min(...known) };
    slots.set(answer.value, known);
  }
  return undefined;
}

function keyOf({ slot, error }: Inclusion): string {
  return `${slot} ${error ?? ""}`;
}

function nthHighest(numbers: readonly number[], nth: number): number {
  return numbers.toSorted((one, other) => other - one)[nth - 1] as number;
}
