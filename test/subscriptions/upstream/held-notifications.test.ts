import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import {
  HeldNotifications,
  maxHeld,
  maxHeldBytes,
} from "../../../src/subscriptions/upstream/held-notifications.ts";

describe("held notifications", () => {
  it("are returned by id, in the order of their arrival, once", () => {
    const held = new HeldNotifications();
    for (const [id, text] of [
      ["1", "10"],
      ["2", "20"],
      ["1", "11"],
    ] as const)
      held.add(id, RawJson.fromText(text));
    expect(held.take("1").map(String)).to.deep.equal(["10", "11"]);
    expect(held.take("1")).to.deep.equal([]);
    expect(held.take("2").map(String)).to.deep.equal(["20"]);
    expect(held.take("2")).to.deep.equal([]);
  });

  it(`are at most ${maxHeld}: the oldest are dropped`, () => {
    const held = new HeldNotifications();
    for (let index = 0; index < maxHeld + 2; index += 1) held.add("1", RawJson.fromText(String(index)));
    const kept = held.take("1").map(String);
    expect(kept).to.have.length(maxHeld);
    expect(kept[0]).to.equal("2");
  });

  it("are bounded in bytes, too", () => {
    const held = new HeldNotifications();
    const large = RawJson.fromText(`"${"x".repeat(maxHeldBytes / 2)}"`);
    held.add("1", large);
    held.add("2", large);
    expect(held.take("1")).to.deep.equal([]);
    expect(held.take("2")).to.have.length(1);
  });
});
