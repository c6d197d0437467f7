import { expect } from "chai";
import { Head } from "../../../src/reads/state/head.ts";

const slotMs = 400;
const unknown = Number.POSITIVE_INFINITY;
/** Slots above are not believed. */
const highestBelieved = 1000;

/** A head, and what it told its owner. */
function follow(acceptedLagSlots = 0, cautiousSlotMs = slotMs) {
  const told: string[] = [];
  const head = new Head({ slotMs, cautiousSlotMs }, acceptedLagSlots, {
    isBelieved: (_, slot) => slot <= highestBelieved,
    onMove: () => told.push("move"),
    onForget: () => told.push("forget"),
  });
  return { head, told };
}

/** What a test looks at after the head was told something. */
type Case = readonly [behaviour: string, run: (head: Head) => unknown, expected: unknown];

describe("the head of a ledger", () => {
  const cases: readonly Case[] = [
    ["is unknown before the first slot", (head) => [head.isLive(0), head.newest("processed")], [false, 0]],
    [
      "is unknown after two seconds without a slot",
      (head) => {
        head.recordSlot(11, 10, 0);
        return [head.isLive(1999), head.isLive(2000), head.expectedSlot("processed", 2000)];
      },
      [true, false, unknown],
    ],
    [
      "stays known while responses show newer slots, though none is reported",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("processed", 12, 1800, 1800);
        return [head.isLive(3799), head.isLive(3800)];
      },
      [true, false],
    ],
    [
      "is not known by responses alone",
      (head) => {
        head.recordResponse("processed", 10, 0, 0);
        return [head.newest("processed"), head.isLive(0), head.isCurrent(0, 0)];
      },
      [10, false, false],
    ],
    [
      "ignores a report of an equal or a lower slot",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordSlot(11, 20, 1000);
        head.recordSlot(10, 20, 1000);
        return [head.newest("processed"), head.isLive(2000)];
      },
      [10, false],
    ],
    [
      "ignores a report, a response and a notification with a wrong slot far ahead",
      (head) => {
        head.recordSlot(5001, 5000, 0);
        const isKnown = head.isLive(0);
        head.recordSlot(11, 10, 0);
        head.recordResponse("confirmed", 5000, 0, 0);
        head.recordNotification("finalized", 5000, 0);
        return [isKnown, head.newest("processed"), head.newest("confirmed"), head.newest("finalized")];
      },
      [false, 10, 0, 0],
    ],
    [
      "ignores a response below what is known",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("confirmed", 8, 0, 0);
        head.recordResponse("confirmed", 7, 100, 100);
        return head.newest("confirmed");
      },
      8,
    ],
    [
      "was processed at a slot that a response shows as confirmed",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("confirmed", 12, 0, 0);
        return [head.newest("processed"), head.newest("confirmed")];
      },
      [12, 12],
    ],
    [
      "is forgotten when a report shows another ledger, and not for one 150 slots lower",
      (head) => {
        head.recordSlot(211, 210, 0);
        head.recordResponse("finalized", 170, 0, 0);
        head.recordSlot(61, 60, 0);
        const before = head.newest("processed");
        head.recordSlot(60, 59, 0);
        return [before, head.newest("processed"), head.newest("finalized"), head.isLive(0)];
      },
      [210, 59, 0, true],
    ],
    [
      "is unknown once it is forgotten",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("confirmed", 8, 0, 0);
        head.forget();
        return [head.isLive(0), head.newest("processed"), head.newest("confirmed")];
      },
      [false, 0, 0],
    ],
  ];
  for (const [behaviour, run, expected] of cases)
    it(behaviour, () => expect(run(follow().head)).to.deep.equal(expected));

  it("reports each newer slot once", () => {
    const { head, told } = follow();
    head.recordSlot(11, 10, 0);
    head.recordResponse("processed", 10, 100, 100);
    head.recordResponse("confirmed", 9, 100, 100);
    expect(told).to.deep.equal(["move"]);
    head.recordResponse("confirmed", 11, 200, 200);
    expect(told).to.deep.equal(["move", "move"]);
  });

  it("invalidates its state once slots arrive again after a silence, reported or not", () => {
    const { head, told } = follow();
    head.recordSlot(11, 10, 0);
    head.recordSlot(12, 11, 1999);
    head.recordSlot(13, 12, 3999);
    expect(told).to.deep.equal(["move", "move", "forget", "move"]);
    head.recordResponse("processed", 12, 6000, 6000);
    head.recordResponse("processed", 13, 6000, 6000);
    expect(told.slice(4)).to.deep.equal(["forget", "move"]);
  });

  it("invalidates its state when it is forgotten", () => {
    const { head, told } = follow();
    head.forget();
    expect(told).to.deep.equal(["forget"]);
  });
});

describe("the slot that a response is expected from", () => {
  const cases: readonly Case[] = [
    [
      "is one more once 1.5 slot times pass without a response",
      (head) => {
        head.recordSlot(11, 10, 0);
        return [head.expectedSlot("processed", 599), head.expectedSlot("processed", 600)];
      },
      [10, 11],
    ],
    [
      "is the newest again once a response asked for later shows that there is no other",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("processed", 10, 500, 620);
        return [head.expectedSlot("processed", 1099), head.expectedSlot("processed", 1100)];
      },
      [10, 11],
    ],
    [
      "is that of a response with a newer one, though it was asked for before it was known",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("processed", 11, 100, 120);
        return head.expectedSlot("processed", 120);
      },
      11,
    ],
    [
      "is not put off by a response that was asked for before",
      (head) => {
        head.recordSlot(11, 10, 100);
        head.recordResponse("processed", 10, 50, 150);
        return [head.expectedSlot("processed", 699), head.expectedSlot("processed", 700)];
      },
      [10, 11],
    ],
    [
      "is not put off by a notification of a known slot, which may be late",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordNotification("processed", 10, 500);
        return head.expectedSlot("processed", 600);
      },
      11,
    ],
    [
      "is that of a notification of a newer slot",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordNotification("confirmed", 9, 0);
        return head.expectedSlot("confirmed", 0);
      },
      9,
    ],
    [
      "advances with processed at the other commitments, until a response asked for since shows theirs",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("confirmed", 8, 0, 0);
        const before = head.expectedSlot("confirmed", 0);
        head.recordSlot(14, 13, 400);
        const moved = head.expectedSlot("confirmed", 400);
        head.recordResponse("confirmed", 9, 400, 420);
        return [before, moved, head.expectedSlot("confirmed", 420)];
      },
      [8, 11, 9],
    ],
    [
      "is one more at the other commitments, too, once 1.5 slot times pass without a response",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordResponse("confirmed", 8, 0, 0);
        return [head.expectedSlot("confirmed", 599), head.expectedSlot("confirmed", 600)];
      },
      [8, 9],
    ],
    [
      "counts from what was processed when a response was asked for, though it arrives after the next slot",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordSlot(14, 13, 400);
        head.recordResponse("confirmed", 8, 300, 420);
        return head.expectedSlot("confirmed", 420);
      },
      11,
    ],
    [
      "is above every response if one was asked for so long ago that this is no longer known",
      (head) => {
        head.recordSlot(11, 10, 100);
        head.recordSlot(12, 11, 400);
        head.recordSlot(13, 12, 800);
        head.recordResponse("confirmed", 8, 300, 820);
        return head.expectedSlot("confirmed", 820);
      },
      20,
    ],
  ];
  for (const [behaviour, run, expected] of cases)
    it(behaviour, () => expect(run(follow().head)).to.deep.equal(expected));

  it("is guessed by the cautious length of a slot, and when the next is due by the usual one", () => {
    const { head } = follow(1, 100);
    head.recordSlot(11, 10, 0);
    expect(head.floor("processed", 149)).to.equal(9);
    expect([head.expectedSlot("processed", 149), head.expectedSlot("processed", 150)]).to.deep.equal([
      10, 11,
    ]);
  });
});

describe("an answer from memory", () => {
  const cases: readonly (readonly [acceptedLagSlots: number, ...Case])[] = [
    [
      0,
      "must be from the newest slot if none behind is accepted",
      (head) => {
        head.recordSlot(11, 10, 0);
        return [
          head.floor("processed", 0),
          head.accepts(9, "processed", 0, 0),
          head.accepts(10, "processed", 0, 0),
        ];
      },
      [10, false, true],
    ],
    [
      1,
      "may be a slot old until the next is due",
      (head) => {
        head.recordSlot(11, 10, 0);
        return [
          head.floor("processed", 399),
          head.floor("processed", 400),
          head.accepts(9, "processed", 0, 399),
        ];
      },
      [9, 10, true],
    ],
    [
      0,
      "without a slot must have been asked for since the head moved, within 1.5 slot times",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordSlot(12, 11, 400);
        const accepts = (sentAt: number, now: number) => head.accepts(undefined, "processed", sentAt, now);
        return [accepts(399, 400), accepts(400, 400), accepts(400, 999), accepts(400, 1000)];
      },
      [false, true, true, false],
    ],
    [
      1,
      "without a slot may have been asked for in the slot before until the next is due",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordSlot(12, 11, 400);
        return [head.isCurrent(-1, 400), head.isCurrent(0, 799), head.isCurrent(399, 800)];
      },
      [false, true, false],
    ],
    [
      1,
      "without a slot is too old after twice that time, though a slot behind is accepted",
      (head) => {
        head.recordSlot(11, 10, 0);
        head.recordSlot(12, 11, 1000);
        return [head.isCurrent(1, 1200), head.isCurrent(0, 1200)];
      },
      [true, false],
    ],
    [
      0,
      "is never as good as a new one while the head is unknown",
      (head) => {
        head.recordSlot(11, 10, 0);
        return [head.accepts(10, "processed", 2000, 2000), head.accepts(undefined, "processed", 2000, 2000)];
      },
      [false, false],
    ],
  ];
  for (const [acceptedLagSlots, behaviour, run, expected] of cases)
    it(behaviour, () => expect(run(follow(acceptedLagSlots).head)).to.deep.equal(expected));
});
