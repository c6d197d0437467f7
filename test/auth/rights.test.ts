import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { Rights } from "../../src/auth/rights.ts";
import type { MethodDescription } from "../../src/contract/method-description.ts";
import { keyEntry } from "./harness.ts";

const described: Readonly<Record<string, MethodDescription | undefined>> = methods;

describe("Rights", () => {
  const cases: [name: string, rights: object, method: string, lacking: string | undefined][] = [
    ["let a key without bounds read", {}, "getBalance", undefined],
    ["let a key without bounds send", {}, "sendTransaction", undefined],
    ["keep a key without bounds from changing networks", {}, "enableSvmNetwork", "admin"],
    ["let a key without bounds list networks", {}, "listSvmNetworks", undefined],
    ["let an administrator change networks", { admin: true }, "enableSvmNetwork", undefined],
    ["refuse sending with read_only", { read_only: true }, "sendTransaction", "sending"],
    ["allow simulation with read_only", { read_only: true }, "simulateTransaction", undefined],
    ["refuse airdrops with read_only", { read_only: true }, "requestAirdrop", "read_only"],
    ["refuse an unknown method with read_only", { read_only: true }, "vendor_do", "read_only"],
    [
      "allow sending that is given beside read_only",
      { read_only: true, sending: true },
      "sendTransaction",
      undefined,
    ],
    ["refuse sending where it alone is taken away", { sending: false }, "sendTransaction", "sending"],
    ["allow airdrops where sending is taken away", { sending: false }, "requestAirdrop", undefined],
    ["allow a method by its name", { methods: ["getBalance"] }, "getBalance", undefined],
    ["refuse a method that is not named", { methods: ["getBalance"] }, "getSlot", "methods"],
    ["allow a method by its prefix", { methods: ["getToken*"] }, "getTokenSupply", undefined],
    ["allow a method by its category", { categories: ["token"] }, "getTokenSupply", undefined],
    ["refuse a method of another category", { categories: ["token"] }, "getSlot", "categories"],
    ["allow a category of several words", { categories: ["epoch-and-inflation"] }, "getEpochInfo", undefined],
    [
      "allow a method beside the categories",
      { categories: ["token"], methods: ["getSlot"] },
      "getSlot",
      undefined,
    ],
    ["allow an unlisted method by its prefix", { methods: ["vendor_*"] }, "vendor_do", undefined],
    ["refuse an unlisted method that no list names", { categories: ["token"] }, "vendor_do", "categories"],
    ["allow a subscription by its category", { categories: ["subscription"] }, "slotSubscribe", undefined],
  ];
  for (const [name, members, method, lacking] of cases) {
    it(name, () => {
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
