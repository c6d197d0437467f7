import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { methodNameFaults } from "../../src/networks/network-config-faults.ts";
import { configOf } from "./harness.ts";

const described = Object.keys(methods);

/** Faults of an upstream that denies one name, on a network that lets others through. */
function faultsOf(pattern: string, list: "allow" | "deny", allowMethods: readonly string[] = []) {
  const upstream = { url: "https://a.example", methods: { [list]: [pattern] } };
  const config = configOf({ svm_networks: { one: { upstreams: [upstream], allow_methods: allowMethods } } });
  return methodNameFaults(config, described).map(({ at, message }) => `${at}: ${message}`);
}

describe("methodNameFaults", () => {
  const known: readonly (readonly [pattern: string, allowMethods?: readonly string[]])[] = [
    ["getProgramAccounts"],
    ["getToken*"],
    ["accountSubscribe"],
    ["getConfirmedBlock"],
    ["*".padStart(4, "get")],
    ["vendor_getThing", ["vendor_*"]],
    ["vendor_*", ["vendor_getThing"]],
    ["vendor_get*", ["vendor_*"]],
    ["vendor_*", ["vendor_get*"]],
  ];
  for (const [pattern, allowMethods] of known) {
    it(`takes ${pattern}${allowMethods === undefined ? "" : ` where ${allowMethods} passes`}`, () => {
      expect(faultsOf(pattern, "deny", allowMethods)).to.deep.equal([]);
    });
  }

  for (const list of ["allow", "deny"] as const) {
    it(`refuses a name in ${list} that no method has, and says which was meant`, () => {
      const [fault, ...others] = faultsOf("getProgramAcounts", list);
      expect(others).to.deep.equal([]);
      expect(fault).to.match(
        new RegExp(
          `^svm_networks\\.one\\.upstreams\\[0\\]\\.methods\\.${list}: names no method .*"getProgramAcounts"; did you mean getProgramAccounts`,
        ),
      );
    });
  }

  it("refuses a prefix that no method begins with", () => {
    expect(faultsOf("vendor_*", "deny", ["other_*"])).to.have.length(1);
  });

  it("checks the upstreams of the default network too", () => {
    const config = configOf({
      upstreams: ["https://b.example", { url: "https://a.example", methods: { deny: ["getSlott"] } }],
    });
    expect(methodNameFaults(config, described).map(({ at }) => at)).to.deep.equal([
      "upstreams[1].methods.deny",
    ]);
  });

  it("checks the names that auth.costs charges for, and takes those that a network lets through", () => {
    const costs = { default: 1, getBalance: 2, vendor_getThing: 3, getBalnce: 4 };
    const one = { rpc_url: "https://a.example", allow_methods: ["vendor_*"] };
    const faults = methodNameFaults(configOf({ auth: { costs }, svm_networks: { one } }), described);
    expect(faults.map(({ at }) => at)).to.deep.equal(["auth.costs"]);
    expect(faults[0]?.message).to.include('"getBalnce"; did you mean getBalance?');
  });
});
