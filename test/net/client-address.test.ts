import { expect } from "chai";
import { canonicalAddress, clientBlock, isLoopbackHost } from "../../src/net/client-address.ts";

describe("a client's address", () => {
  for (const [spellings, address] of [
    [["192.0.2.1", " 192.0.2.1 ", "192.0.2.1:80", "::ffff:192.0.2.1", "::FFFF:c000:201"], "192.0.2.1"],
    [
      ["2001:db8::1", "2001:0DB8:0:0::0001", "[2001:db8::1]", "[2001:db8::1]:443", "2001:db8::1%eth0"],
      "2001:db8:0:0:0:0:0:1",
    ],
    [
      ["127.evil", "evil", "", "1.2.3", "1.2.3.4.5", "192.0.2.1:x", "[::1", "::1]:1:1", "1".repeat(200)],
      undefined,
    ],
  ] as const) {
    for (const text of spellings) {
      it(`is ${address} for ${JSON.stringify(text.slice(0, 40))}`, () => {
        expect(canonicalAddress(text)).to.equal(address);
      });
    }
  }

  for (const [address, client] of [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    [undefined, ""],
  ] as const) {
    it(`${address} counts as client ${client}`, () => {
      expect(clientBlock(address)).to.equal(client);
    });
  }
});

describe("isLoopbackHost", () => {
  for (const [host, loopback] of [
    ["localhost", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["[::1]", true],
    ["0.0.0.0", false],
    ["::", false],
    ["127.evil", false],
  ] as const) {
    it(`says that ${host} is ${loopback ? "a" : "not a"} loopback host`, () => {
      expect(isLoopbackHost(host)).to.equal(loopback);
    });
  }
});
