import type { Commitment } from "../../src/contract/method-description.ts";
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
  /** Sends that the ledger refused although all that they build on had been shown to the session. */
  readonly refusedSends: number;
  /** Other answers that are errors, such as those of an upstream that fails. */
  readonly failed: number;
}

const lowerCommitments: Readonly<Record<Commitment, readonly Commitment[]>> = {
  processed: ["processed"],
  confirmed: ["processed", "confirmed"],
  finalized: ["processed", "confirmed", "finalized"],
};

/** What a ledger refuses a transaction with that is too early for it: a failed preflight, and a slot that is not reached. */
const refusals: ReadonlySet<number> = new Set([-32002, -32016]);

/** Proves from recorded answers alone, in the order of their coming, whether any session saw the ledger go back, or missed what it wrote. */
export class Prover {
  readonly #floors = new Map<number, Record<Commitment, number>>();
  readonly #proof = {
    reads: 0,
    wentBack: 0,
    ownReads: 0,
    unseenWrites: 0,
    sends: 0,
    refusedSends: 0,
    failed: 0,
  };

  get proof(): Proof {
    return this.#proof;
  }

  /** Takes the next answer. */
  take(answer: RecordedAnswer): void {
    const proof = this.#proof;
    if (answer.kind === "send") {
      proof.sends += 1;
      if (refusals.has(answer.code ?? 0)) proof.refusedSends += 1;
      else if (answer.code !== undefined) proof.failed += 1;
      return;
    }
    if (answer.code !== undefined) {
      proof.failed += 1;
      return;
    }
    const floor = this.#floorOf(answer.session);
    if (answer.kind === "read") this.#takeRead(answer, floor);
    for (const commitment of lowerCommitments[answer.commitment])
      floor[commitment] = Math.max(floor[commitment], answer.slot ?? 0);
  }

  #floorOf(session: number): Record<Commitment, number> {
    const known = this.#floors.get(session);
    if (known !== undefined) return known;
    const floor = { processed: 0, confirmed: 0, finalized: 0 };
    this.#floors.set(session, floor);
    return floor;
  }

  #takeRead(answer: RecordedAnswer, floor: Readonly<Record<Commitment, number>>): void {
    const proof = this.#proof;
    proof.reads += 1;
    if ((answer.slot ?? floor[answer.commitment]) < floor[answer.commitment]) proof.wentBack += 1;
    if (answer.ownVersion === undefined) return;
    proof.ownReads += 1;
    if ((answer.version ?? -1) < answer.ownVersion) proof.unseenWrites += 1;
  }
}
