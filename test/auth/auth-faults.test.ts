import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { authFaults } from "../../src/auth/auth-faults.ts";
import { digestOf } from "../../src/auth/key-table.ts";
import { configOf } from "../networks/harness.ts";
import { backendKey, otherKey } from "./harness.ts";

/** The faults of these settings of `auth`, as lines `at: message`. */
function faultsOf(auth: object): string[] {
  return authFaults(configOf({ auth }), methods).map(({ at, message }) => `${at}: ${message}`);
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

  it("refuses a resource without an issuer, which no token could be for", () => {
    expect(faultsOf({ resource: "https://gateway.example.com/api/mcp" })).to.deep.equal([
      "auth.resource: needs auth.jwt: name the issuer of the tokens for the tools",
    ]);
  });
});
