import { expect } from "chai";
import { type Proof, Prover } from "../../../bench/consistency/prove.ts";
import type { RecordedAnswer } from "../../../bench/consistency/record.ts";

type Case = readonly [
  what: string,
  record: readonly Omit<RecordedAnswer, "session">[],
  proof: Partial<Proof>,
];

const cases: readonly Case[] = [
  [
    "a read that is older than one before",
    [
      { kind: "read", commitment: "confirmed", slot: 10 },
      { kind: "read", commitment: "confirmed", slot: 9 },
    ],
    { reads: 2, wentBack: 1 },
  ],
  [
    "a processed read that is older than what was confirmed",
    [
      { kind: "read", commitment: "confirmed", slot: 10 },
      { kind: "read", commitment: "processed", slot: 9 },
    ],
    { wentBack: 1 },
  ],
  [
    "nothing in a confirmed read that is older than a processed one",
    [
      { kind: "read", commitment: "processed", slot: 10 },
      { kind: "read", commitment: "confirmed", slot: 9 },
    ],
    { wentBack: 0 },
  ],
  [
    "a read that is older than the slot of a status",
    [
      { kind: "status", commitment: "confirmed", slot: 10 },
      { kind: "read", commitment: "confirmed", slot: 9 },
    ],
    { reads: 1, wentBack: 1 },
  ],
  [
    "a write of its own that is not seen",
    [{ kind: "read", commitment: "confirmed", slot: 10, version: 4, ownVersion: 5 }],
    { ownReads: 1, unseenWrites: 1 },
  ],
  [
    "a write of its own in an account that is missing",
    [{ kind: "read", commitment: "confirmed", slot: 10, ownVersion: 0 }],
    { unseenWrites: 1 },
  ],
  [
    "a send that failed in simulation",
    [{ kind: "send", commitment: "confirmed", code: -32002 }],
    { sends: 1, refusedSends: 1 },
  ],
  [
    "a send that came too early",
    [{ kind: "send", commitment: "confirmed", code: -32016 }],
    { refusedSends: 1 },
  ],
  [
    "an upstream that failed, as such",
    [{ kind: "send", commitment: "confirmed", code: -32000 }],
    { refusedSends: 0, failed: 1 },
  ],
];

describe("the proof of a record", () => {
  for (const [what, record, expected] of cases)
    it(`counts ${what}`, () => {
      const prover = new Prover();
      for (const answer of record) prover.take({ session: 1, ...answer });
      expect(prover.proof).to.include(expected);
    });

  it("keeps sessions apart", () => {
    const prover = new Prover();
    prover.take({ session: 1, kind: "read", commitment: "confirmed", slot: 10 });
    prover.take({ session: 2, kind: "read", commitment: "confirmed", slot: 9 });
    expect(prover.proof.wentBack).to.equal(0);
  });
});
