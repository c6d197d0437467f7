import { expect } from "chai";
import { UpstreamSlots } from "../../../src/upstream/node/upstream-slots.ts";

describe("the slots that an upstream is known to have", () => {
  it("are unknown before the first answer", () => {
    expect(new UpstreamSlots().newest("processed")).to.equal(undefined);
  });

  it("count for lower commitments too, but not for higher ones", () => {
    const slots = new UpstreamSlots();
    slots.record("confirmed", 100, 0, 1);
    expect([slots.newest("processed"), slots.newest("confirmed"), slots.newest("finalized")]).to.deep.equal([
      100,
      100,
      undefined,
    ]);
    slots.record("processed", 105, 1, 2);
    slots.record("finalized", 70, 2, 3);
    expect([slots.newest("processed"), slots.newest("confirmed"), slots.newest("finalized")]).to.deep.equal([
      105, 100, 70,
    ]);
  });

  it("do not count for lower commitments where blocks are final at once", () => {
    const slots = new UpstreamSlots();
    slots.record("processed", 109, 0, 1);
    slots.record("confirmed", 108, 0, 1);
    slots.record("finalized", 110, 0, 1);
    expect([slots.newest("processed"), slots.newest("confirmed")]).to.deep.equal([109, 108]);
  });

  it("do not go back for a response to a request that was sent before the newest one arrived", () => {
    const slots = new UpstreamSlots();
    slots.record("processed", 100, 0, 10);
    slots.record("processed", 99, 5, 12);
    expect(slots.newest("processed")).to.equal(100);
  });

  it("go back if the upstream does", () => {
    const slots = new UpstreamSlots();
    slots.record("processed", 100, 0, 10);
    slots.record("processed", 80, 11, 12);
    expect(slots.newest("processed")).to.equal(80);
  });
});
