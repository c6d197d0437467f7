import type { Level } from "../ledger/known-ledger.ts";
import type { RecordedAnswer } from "./record.ts";

/** What a record proves. */
export interface Proof {
  readonly reads: number;
  /** Reads whose slot is older than one that the session had been shown. */
  readonly wentBack: number;
  readonly ownReads: number;
  /** Reads of an account that lack a transaction of the session which was confirmed before. */
  readonly unseenWrites: number;
  readonly sends: number;
  /** Sends refused although all that they build on had been shown to the session. */
  readonly refusedSends: number;
  /** Answers that are errors, refused sends not counted. */
  readonly failed: number;
}

const lowerLevels: Readonly<Record<Level, readonly Level[]>> = {
  processed: ["processed"],
  confirmed: ["processed", "confirmed"],
  finalized: ["processed", "confirmed", "finalized"],
};

/** Proves from a record alone whether any session saw the ledger go back, or missed what it had written. */
export function prove(record: readonly RecordedAnswer[]): Proof {
  const floors = new Map<number, Record<Level, number>>();
  const proof = { reads: 0, wentBack: 0, ownReads: 0, unseenWrites: 0, sends: 0, refusedSends: 0, failed: 0 };
  for (const answer of record) {
    const floor = floors.get(answer.session) ?? { processed: 0, confirmed: 0, finalized: 0 };
    floors.set(answer.session, floor);
    if (answer.kind === "send") {
      proof.sends += 1;
      if (answer.fault !== undefined) proof.refusedSends += 1;
      continue;
    }
    if (answer.fault !== undefined) {
      proof.failed += 1;
      continue;
    }
    if (answer.kind === "read") countRead(proof, answer, floor);
    for (const level of lowerLevels[answer.level]) floor[level] = Math.max(floor[level], answer.slot ?? 0);
  }
  return proof;
}

function countRead(
  proof: { reads: number; wentBack: number; ownReads: number; unseenWrites: number },
  answer: RecordedAnswer,
  floor: Readonly<Record<Level, number>>,
): void {
  proof.reads += 1;
  if ((answer.slot ?? floor[answer.level]) < floor[answer.level]) proof.wentBack += 1;
  if (answer.ownVersion === undefined) return;
  proof.ownReads += 1;
  if ((answer.version ?? -1) < answer.ownVersion) proof.unseenWrites += 1;
}
