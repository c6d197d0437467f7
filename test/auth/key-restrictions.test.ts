import { expect } from "chai";
import { KeyRestrictions, type RequestSource } from "../../src/auth/authenticated-caller.ts";
import { keyEntry } from "./harness.ts";

const page = "https://app.example.com";

describe("the restrictions of a key", () => {
  const cases: [
    name: string,
    restrictions: object,
    from: Partial<RequestSource>,
    lacking: string | undefined,
  ][] = [
    ["any place without bounds", {}, {}, undefined],
    ["an address of an IPv4 block", { clients: ["10.0.0.0/8"] }, { address: "10.1.2.3" }, undefined],
    ["an address outside of it", { clients: ["10.0.0.0/8"] }, { address: "11.1.2.3" }, "clients"],
    ["an IPv4 address in IPv6 form", { clients: ["10.0.0.0/8"] }, { address: "::ffff:10.1.2.3" }, undefined],
    [
      "an address of an IPv6 block",
      { clients: ["2001:db8::/32"] },
      { address: "2001:db8:1:0:0:0:0:1" },
      undefined,
    ],
    ["an IPv6 address outside of it", { clients: ["2001:db8::/32"] }, { address: "2001:db9::1" }, "clients"],
    ["one address", { clients: ["192.0.2.7"] }, { address: "192.0.2.7" }, undefined],
    ["no address at all", { clients: ["192.0.2.7"] }, { address: undefined }, "clients"],
    ["a page of an origin", { origins: [page] }, { origin: page }, undefined],
    ["an origin in capitals", { origins: [page] }, { origin: "https://APP.example.com" }, undefined],
    ["a page of another origin", { origins: [page] }, { origin: "https://evil.example.com" }, "origins"],
    ["an origin that only begins alike", { origins: [page] }, { origin: `${page}.evil.net` }, "origins"],
    ["no origin at all", { origins: [page] }, {}, "origins"],
    [
      "a referrer where there is no origin",
      { origins: [page], referrers: [page] },
      { referrer: `${page}/shop` },
      undefined,
    ],
    [
      "a referrer beside a wrong origin",
      { origins: [page], referrers: [page] },
      { origin: "https://evil.net", referrer: page },
      "origins",
    ],
    [
      "a referrer that only begins alike",
      { referrers: [page] },
      { referrer: `${page}.evil.net/` },
      "referrers",
    ],
    ["a path of a referrer", { referrers: [`${page}/shop`] }, { referrer: `${page}/shop/cart` }, undefined],
  ];
  for (const [name, restrictions, from, lacking] of cases) {
    it(`${lacking === undefined ? "allow" : "refuse"} ${name}`, () => {
      const source = { address: "127.0.0.1", origin: undefined, referrer: undefined, ...from };
      const error = new KeyRestrictions(keyEntry(restrictions)).errorFor(source);
      const data = lacking === undefined ? undefined : { reason: "forbidden", right: lacking };
      expect(error?.data).to.deep.equal(data);
    });
  }
});
