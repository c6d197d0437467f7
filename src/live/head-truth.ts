import type { Commitment } from "../contract/method-description.ts";

/** A call about the head, with the head as it was when it was sent. */
export interface HeadQuestion {
  readonly commitment: Commitment;
  readonly askedAt: number;
  /** The newest known slot at the commitment. */
  readonly knownSlot: number;
  /** The newest known processed slot. */
  readonly processedSlot: number;
}

/** Decides whether an upstream's answer about the head is still true. */
export interface HeadTruth {
  /** Records the head as a call is sent. */
  question(commitment: Commitment, askedAt: number): HeadQuestion;
  /** For how long the newest slot is likely to stay the newest. */
  msLeft(now: number): number;
  /** Records an answer's slot; returns whether the answer may be kept. */
  mayKeep(question: HeadQuestion, slot: number): boolean;
  /** Whether a kept answer is still true. */
  isTrue(question: HeadQuestion, slot: number, now: number): boolean;
  /** Whether no newer slot is known than when a call was sent. */
  isCurrent(question: HeadQuestion, now: number): boolean;
}
