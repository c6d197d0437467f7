import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { Rights } from "../../src/auth/rights.ts";
import type { MethodDescription } from "../../src/contract/method-description.ts";
import { keyEntry } from "./harness.ts";

const described: Readonly<Record<string, MethodDescription | undefined>> = methods;

describe("Rights", () => {
  const cases: [name: string, rights: object, method: string, lacking: string | undefined][] = [
    ["a key without bounds may read", {}, "getBalance", undefined],
    ["a key without bounds may send", {}, "sendTransaction", undefined],
    ["a key without bounds may not change networks", {}, "enableSvmNetwork", "admin"],
    ["a key without bounds may list networks", {}, "listSvmNetworks", undefined],
    ["an administrator may change networks", { admin: true }, "enableSvmNetwork", undefined],
    ["read_only takes away sending", { read_only: true }, "sendTransaction", "sending"],
    ["read_only leaves simulation", { read_only: true }, "simulateTransaction", undefined],
    ["read_only takes away airdrops", { read_only: true }, "requestAirdrop", "read_only"],
    ["read_only takes away what no one knows", { read_only: true }, "vendor_do", "read_only"],
    ["sending goes before read_only", { read_only: true, sending: true }, "sendTransaction", undefined],
    ["sending can be taken away alone", { sending: false }, "sendTransaction", "sending"],
    ["without sending, airdrops are left", { sending: false }, "requestAirdrop", undefined],
    ["a method by its name", { methods: ["getBalance"] }, "getBalance", undefined],
    ["a method that is not named", { methods: ["getBalance"] }, "getSlot", "methods"],
    ["a method by its prefix", { methods: ["getToken*"] }, "getTokenSupply", undefined],
    ["a method by its category", { categories: ["token"] }, "getTokenSupply", undefined],
    ["a method of another category", { categories: ["token"] }, "getSlot", "categories"],
    ["a category of several words", { categories: ["epoch-and-inflation"] }, "getEpochInfo", undefined],
    ["a method beside the categories", { categories: ["token"], methods: ["getSlot"] }, "getSlot", undefined],
    ["an unlisted method by its prefix", { methods: ["vendor_*"] }, "vendor_do", undefined],
    ["an unlisted method that no list names", { categories: ["token"] }, "vendor_do", "categories"],
    ["a subscription by its category", { categories: ["subscription"] }, "slotSubscribe", undefined],
  ];
  for (const [name, members, method, lacking] of cases) {
    it(`${lacking === undefined ? "allow" : "refuse"} ${name}`, () => {
      const rights = new Rights(keyEntry(members));
      // Twice: the second time is from memory.
      expect(rights.missingRightFor(method, described[method])).to.equal(lacking);
      expect(rights.missingRightFor(method, described[method])).to.equal(lacking);
    });
  }

  it("name the right that is lacking, and never the key", () => {
    const rights = new Rights(keyEntry({ networks: ["one"] }));
    expect(() => rights.assertNetwork("one")).not.to.throw();
    expect(() => rights.assertNetwork("two"))
      .to.throw('Network two may not be used: this caller lacks the right "networks".')
      .with.property("data")
      .that.deep.equals({ reason: "forbidden", right: "networks" });
  });
});
