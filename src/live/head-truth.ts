import type { Commitment } from "../contract/method-description.ts";

/** A question about the head as it was when it was asked. */
export interface HeadQuestion {
  readonly commitment: Commitment;
  readonly askedAt: number;
  /** The newest slot that was known at the commitment. */
  readonly knownSlot: number;
  /** The newest processed slot that was known. */
  readonly processedSlot: number;
}

/** Decides whether what an upstream said about the head is still true. */
export interface HeadTruth {
  /** What is known as a question goes out. */
  question(commitment: Commitment, askedAt: number): HeadQuestion;
  /** For how long the newest slot is likely to stay the newest. */
  msLeft(now: number): number;
  /** Learns from an answer's slot; whether the answer may be kept. */
  mayKeep(question: HeadQuestion, slot: number): boolean;
  /** Whether an answer that was kept is still true. */
  isTrue(question: HeadQuestion, slot: number, now: number): boolean;
  /** Whether no newer slot is known than when a question was asked. */
  isCurrent(question: HeadQuestion, now: number): boolean;
}
