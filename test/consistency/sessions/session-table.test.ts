import { expect } from "chai";
import { SessionTable } from "../../../src/consistency/sessions/session-table.ts";

const address = "198.51.100.7";
const other = "198.51.100.8";

describe("the table of sessions", () => {
  it("gives all clients that send the same name one session, whatever their address", () => {
    const table = new SessionTable(100);
    const session = table.named("wallet", address);
    expect(table.named("wallet", other)).to.equal(session);
    expect(table.named("another", address)).to.not.equal(session);
  });

  it("keeps a caller's session apart from named ones", () => {
    const table = new SessionTable(10);
    expect(table.ofCaller(address)).to.equal(table.ofCaller(address));
    expect(table.ofCaller(address)).to.not.equal(table.named(address, address));
  });

  it("ends the least recently used one if there is no room", () => {
    const table = new SessionTable(3);
    const sessions = ["a", "b", "c"].map((name, index) => table.named(name, `198.51.100.${index}`));
    table.named("a", other);
    const newest = table.named("d", "198.51.100.9");
    expect(table.named("a", address)).to.equal(sessions[0]);
    expect(table.named("c", address)).to.equal(sessions[2]);
    expect(table.named("d", address)).to.equal(newest);
    expect(table.named("b", address)).to.not.equal(sessions[1]);
  });

  it("lets one address hold a tenth of them; beyond that its own oldest ends", () => {
    const table = new SessionTable(20);
    const kept = table.named("kept", other);
    const held = Array.from({ length: 100 }, (_, index) => table.named(String(index), address));
    expect(table.named("kept", other)).to.equal(kept);
    expect(table.named("98", address)).to.equal(held[98]);
    expect(table.named("99", address)).to.equal(held[99]);
    expect(table.named("97", address)).to.not.equal(held[97]);
  });

  it("never exceeds its bound", () => {
    const table = new SessionTable(1);
    let last = table.named("first", address);
    for (let index = 0; index < 50; index += 1) {
      const name = String(index % 7);
      const session = table.named(name, `198.51.100.${index % 3}`);
      expect(table.named(name, address)).to.equal(session);
      expect(session).to.not.equal(last);
      last = session;
    }
    expect(table.named("first", address)).to.not.equal(last);
  });
});
