import { expect } from "chai";
import { digestOf, KeyTable } from "../../src/auth/key-table.ts";
import { backendKey, keyEntry, otherKey, spendAlone } from "./harness.ts";

describe("KeyTable", () => {
  it("finds a key in clear and by its SHA-256", () => {
    const table = new KeyTable();
    const hashed = { id: "hashed", key: undefined, key_sha256: digestOf(otherKey) };
    table.replace("configuration", [keyEntry(), keyEntry(hashed)]);
    expect(table.find(digestOf(backendKey))?.id).to.equal("backend");
    expect(table.find(digestOf(otherKey))?.id).to.equal("hashed");
    expect(table.find(digestOf("neither-of-the-two-keys"))).to.equal(undefined);
  });

  it("takes both secrets of a key, the old one until it ends", () => {
    const table = new KeyTable();
    const ends = "2030-01-01T00:00:00Z";
    table.replace("file", [keyEntry({ old_key_sha256: digestOf(otherKey), old_key_ends: ends })]);
    expect(table.find(digestOf(backendKey))?.endsAt).to.equal(Number.POSITIVE_INFINITY);
    expect(table.find(digestOf(otherKey))?.endsAt).to.equal(Date.parse(ends));
    expect(table.find(digestOf(otherKey))?.meter).to.equal(table.find(digestOf(backendKey))?.meter);
  });

  it("lets the configuration win over the file, and the file over Redis, and says which ids it hides", () => {
    const table = new KeyTable();
    table.replace("redis", [keyEntry({ key: otherKey })]);
    expect(table.find(digestOf(otherKey))?.id).to.equal("backend");
    expect(table.replace("configuration", [keyEntry()])).to.deep.equal(["backend"]);
    expect(table.find(digestOf(otherKey))).to.equal(undefined);
    expect(table.find(digestOf(backendKey))?.id).to.equal("backend");
  });

  it("keeps what a key has spent when its limits change", () => {
    const table = new KeyTable();
    table.replace("file", [keyEntry({ credits_per_day: 10 })]);
    const meter = table.find(digestOf(backendKey))?.meter;
    expect(spendAlone(meter, { points: 1, credits: 8, address: undefined })).to.equal(undefined);
    table.replace("file", [keyEntry({ credits_per_day: 9 })]);
    expect(
      spendAlone(table.find(digestOf(backendKey))?.meter, { points: 1, credits: 2, address: undefined })
        ?.limit,
    ).to.equal("credits");
    expect(
      spendAlone(table.find(digestOf(backendKey))?.meter, { points: 1, credits: 1, address: undefined }),
    ).to.equal(undefined);
  });

  it("reports each change", () => {
    const table = new KeyTable();
    let changes = 0;
    const stop = table.onChange(() => {
      changes += 1;
    });
    table.replace("file", [keyEntry()]);
    stop();
    table.replace("file", []);
    expect(changes).to.equal(1);
  });
});
