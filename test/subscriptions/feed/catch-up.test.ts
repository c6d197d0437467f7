import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { CatchUp, maxHeldForGap } from "../../../src/subscriptions/feed/catch-up.ts";
import type { LedgerReader } from "../../../src/subscriptions/reader/ledger-reader.ts";
import type { Budget, Subject } from "../../../src/subscriptions/subjects/subject.ts";

const payload = (name: string) => RawJson.fromText(`"${name}"`);

describe("catching up on what a subscription missed", () => {
  let fetches: {
    readonly from: number | undefined;
    answer(payloads: readonly string[]): void;
    fail(): void;
  }[];
  let passed: string[];
  let failures: unknown[];
  let heldBytes: Budget;
  let catchUp: CatchUp;

  beforeEach(() => {
    fetches = [];
    passed = [];
    failures = [];
    const subject = {
      fetch: (_reader: LedgerReader, from: number | undefined) =>
        new Promise<readonly RawJson[]>((resolve, reject) => {
          fetches.push({
            from,
            answer: (payloads) => resolve(payloads.map(payload)),
            fail: () => reject(new Error("no upstream")),
          });
        }),
    } as Partial<Subject> as Subject;
    heldBytes = { left: 1_000_000 };
    catchUp = new CatchUp(subject, {} as LedgerReader, heldBytes, {
      isWanted: () => true,
      onReleased: (raw) => void passed.push(`released ${raw.toString()}`),
      onFetched: (raw) => void passed.push(`fetched ${raw.toString()}`),
      onFailed: (error) => void failures.push(error),
      onBehind: () => undefined,
    });
  });

  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  it("fetches and holds nothing while there is no gap", () => {
    catchUp.fillGap();
    expect(fetches).to.have.length(0);
    expect(catchUp.hold(payload("new"))).to.equal(false);
  });

  it("passes on each payload before the next is read", async () => {
    const steps: string[] = [];
    const subject = {
      async *fetch() {
        for (const name of ["one", "two"]) {
          steps.push(`read ${name}`);
          yield payload(name);
        }
      },
    } as Partial<Subject> as Subject;
    await new CatchUp(subject, {} as LedgerReader, heldBytes, {
      isWanted: () => true,
      onReleased: () => undefined,
      onFetched: (raw) => void steps.push(`fetched ${raw.toString()}`),
      onFailed: () => undefined,
      onBehind: () => undefined,
    }).refresh();
    expect(steps).to.deep.equal(["read one", 'fetched "one"', "read two", 'fetched "two"']);
  });

  it("fetches from where the first gap began, and passes on what waited after it, in order", async () => {
    catchUp.openGap(7);
    catchUp.openGap(9);
    catchUp.fillGap();
    expect(catchUp.hold(payload("one"))).to.equal(true);
    expect(catchUp.hold(payload("two"))).to.equal(true);
    expect(fetches.map(({ from }) => from)).to.deep.equal([7]);
    fetches[0]?.answer(["missed"]);
    await settled();
    expect(passed).to.deep.equal(['fetched "missed"', 'released "one"', 'released "two"']);
    catchUp.fillGap();
    expect(fetches).to.have.length(1);
  });

  it("fetches nothing for a gap that is skipped", () => {
    catchUp.openGap(7);
    catchUp.skipGap();
    catchUp.fillGap();
    expect(fetches).to.have.length(0);
  });

  it("keeps a gap that opened while an earlier one was filled", async () => {
    catchUp.openGap(7);
    catchUp.fillGap();
    catchUp.openGap(9);
    fetches[0]?.answer([]);
    await settled();
    catchUp.fillGap();
    expect(fetches.map(({ from }) => from)).to.deep.equal([7, 7]);
  });

  it("reports a fetch that failed, passes on what waited and tries again when asked", async () => {
    catchUp.openGap(7);
    catchUp.fillGap();
    catchUp.hold(payload("one"));
    fetches[0]?.fail();
    await settled();
    expect(String(failures)).to.include("no upstream");
    expect(passed).to.deep.equal(['released "one"']);
    catchUp.fillGap();
    expect(fetches.map(({ from }) => from)).to.deep.equal([7, 7]);
  });

  it("serves requests during a fetch with one more fetch", async () => {
    const first = catchUp.refresh();
    await Promise.all([catchUp.refresh(), catchUp.refresh()]);
    fetches[0]?.answer(["a"]);
    await settled();
    fetches[1]?.answer(["b"]);
    await first;
    expect(passed).to.deep.equal(['fetched "a"', 'fetched "b"']);
    expect(fetches).to.have.length(2);
  });

  it("holds notifications until a fetch that was running when the gap was to be filled is repeated", async () => {
    catchUp.openGap(7);
    const running = catchUp.refresh();
    catchUp.fillGap();
    await settled();
    expect(catchUp.hold(payload("new"))).to.equal(true);
    fetches[0]?.answer(["missed"]);
    await settled();
    fetches[1]?.answer(["also missed"]);
    await running;
    await settled();
    expect(passed).to.deep.equal(['fetched "missed"', 'fetched "also missed"', 'released "new"']);
  });

  it("holds up to 1024 notifications, and passes all on with one more", () => {
    catchUp.openGap(7);
    catchUp.fillGap();
    for (let at = 0; at < maxHeldForGap; at += 1) catchUp.hold(payload("held"));
    expect(passed).to.have.length(0);
    catchUp.hold(payload("held"));
    expect(passed).to.have.length(maxHeldForGap + 1);
    expect(catchUp.hold(payload("next"))).to.equal(false);
  });

  it("drops what it holds when memory is used up, and fetches it after the gap", async () => {
    catchUp.openGap(7);
    catchUp.fillGap();
    heldBytes.left = 8;
    for (const name of ["one", "too large", "two"]) catchUp.hold(payload(name));
    fetches[0]?.answer(["missed"]);
    await settled();
    expect(passed).to.deep.equal(['fetched "missed"']);
    expect(fetches.map(({ from }) => from)).to.deep.equal([7, 7]);
    fetches[1]?.answer(["one", "too large"]);
    await settled();
    expect(passed.slice(1)).to.deep.equal(['fetched "one"', 'fetched "too large"', 'released "two"']);
    expect(heldBytes.left).to.equal(8);
    catchUp.fillGap();
    expect(fetches).to.have.length(2);
  });

  it("gives back the memory of what it holds once it is closed", () => {
    catchUp.openGap(7);
    catchUp.fillGap();
    catchUp.hold(payload("held"));
    expect(heldBytes.left).to.be.below(1_000_000);
    catchUp.close();
    expect(heldBytes.left).to.equal(1_000_000);
  });

  it("passes on nothing once it is closed, neither held nor fetched notifications", async () => {
    catchUp.openGap(7);
    catchUp.fillGap();
    catchUp.hold(payload("held"));
    catchUp.close();
    fetches[0]?.answer(["missed"]);
    await settled();
    expect(passed).to.deep.equal([]);
    catchUp.fillGap();
    expect(fetches).to.have.length(1);
  });
});
