import { expect } from "chai";
import { authFaults } from "../../src/auth/auth-faults.ts";
import { readKeyEntries } from "../../src/auth/key-storages.ts";
import { digestOf } from "../../src/auth/key-table.ts";
import { ConfigFaults } from "../../src/config/config-fault.ts";
import { configOf } from "../networks/harness.ts";
import { backendKey, otherKey } from "./harness.ts";

/** The faults of these settings of `auth`, as lines `at: message`. */
function faultsOf(auth: object): string[] {
  return authFaults(configOf({ auth })).map(({ at, message }) => `${at}: ${message}`);
}

describe("authFaults", () => {
  it("refuses a second key with the same secret: the rights of one of them would never be used", () => {
    const keys = [
      { id: "first", key: backendKey },
      { id: "other", key: otherKey },
      { id: "third", key_sha256: digestOf(backendKey) },
    ];
    expect(faultsOf({ keys })).to.deep.equal([
      "auth.keys[2].key_sha256: is already the key of first: give third a key of its own",
    ]);
  });

  it("refuses a second key with the same id", () => {
    const keys = [
      { id: "first", key: backendKey },
      { id: "first", key: otherKey },
    ];
    expect(faultsOf({ keys })).to.deep.equal(["auth.keys[1].id: is already the id of another key: first"]);
  });

  for (const expires of ["2027-02-30", "2027-02-29T12:00:00Z", "2027-13-01", "2027-04-31T00:00:00.5-08:00"])
    it(`refuses a key that expires on ${expires}, a date that does not exist`, () => {
      expect(faultsOf({ keys: [{ id: "first", key: backendKey, expires }] })).to.deep.equal([
        `auth.keys[0].expires: is not a date that exists: ${expires}`,
      ]);
    });

  for (const expires of ["2028-02-29", "2027-12-31T23:59:59-08:00"])
    it(`takes a key that expires on ${expires}`, () => {
      expect(faultsOf({ keys: [{ id: "first", key: backendKey, expires }] })).to.deep.equal([]);
    });

  it("refuses a resource without an issuer, which no token could be for", () => {
    expect(faultsOf({ resource: "https://gateway.example.com/api/mcp" })).to.deep.equal([
      "auth.resource: needs auth.jwt: name the issuer of the tokens for the tools",
    ]);
  });

  it("do not show a key that stands where its SHA-256 should", () => {
    for (const member of ["key_sha256", "old_key_sha256"])
      expect(() => readKeyEntries([{ id: "backend", key: otherKey, [member]: backendKey }], "keys.json"))
        .to.throw(ConfigFaults, /must be a SHA-256/)
        .with.property("message")
        .that.does.not.include(backendKey);
  });
});
