import { once } from "node:events";
import { createServer, isIP, type LookupFunction } from "node:net";
import { expect } from "chai";
import fc from "fast-check";
import { Agent, request } from "undici";
import {
  createGuardedLookup,
  isPublicAddress,
  isPublicHost,
  privateHostError,
} from "../../src/net/public-address.ts";
import { scriptedResolve } from "../networks/harness.ts";

const inside4 = [
  "0.0.0.0",
  "0.255.255.255",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
];
const outside4 = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "168.63.129.15",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
];
const inside6 = [
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "0:0:0:0:0:ffff:a9fe:a9fe",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::10.0.0.1",
  "64:ff9b::169.254.169.254",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "2002:c0a8:101::1",
  "3fff::1",
  "5f00::1",
  "4000::1",
  "fc00::1",
  "fd00:ec2::254",
  "fd12:3456:789a::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "ff0e::1",
];
const outside6 = [
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
  "2002:808:808::1",
  "2001:4860:4860::8888",
];

describe("isPublicAddress()", () => {
  for (const ip of [...inside4, ...inside6]) {
    it(`refuses ${ip}`, () => expect(isPublicAddress(ip)).to.equal(false));
  }
  for (const ip of [...outside4, ...outside6]) {
    it(`accepts ${ip}`, () => expect(isPublicAddress(ip)).to.equal(true));
  }
  for (const text of [
    "",
    "localhost",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "::g",
    "1.1.1.1 ",
    "[::1]",
    ":::1",
  ]) {
    it(`refuses ${JSON.stringify(text)}, which is not an address`, () =>
      expect(isPublicAddress(text)).to.equal(false));
  }

  it("judges an IPv4 address the same in all its IPv6 forms", () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split(".").map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const forms = [
          `::ffff:${ip}`,
          `::ffff:${hex}`,
          `64:ff9b::${hex}`,
          `64:ff9b:0:0::${ip}`,
          `2002:${hex}::`,
        ];
        expect(forms.map(isPublicAddress)).to.deep.equal(forms.map(() => isPublicAddress(ip)));
      }),
    );
  });

  it("never treats an IPv6 address outside 2000::/3 as public, unless it embeds IPv4", () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        const host = new URL(`http://[${ip}]`).hostname.slice(1, -1);
        fc.pre(isIP(host) === 6 && !/^([23]...:|::ffff:|64:ff9b::)/.test(host));
        expect(isPublicAddress(ip)).to.equal(false);
      }),
    );
  });
});

describe("isPublicHost()", () => {
  const cases: [host: string, isPublic: boolean][] = [
    ["rpc.example.com", true],
    ["rpc.example.com.", true],
    ["LOCALHOST", false],
    ["localhost.", false],
    ["a.localhost", false],
    ["printer.local", false],
    ["metadata.google.internal", false],
    ["router.home.arpa", false],
    ["metadata", false],
    ["", false],
    ["[::1]", false],
    ["[2606:4700:4700::1111]", true],
    ["8.8.8.8", true],
  ];
  for (const [host, isPublic] of cases) {
    it(`${isPublic ? "accepts" : "refuses"} ${JSON.stringify(host)}`, () =>
      expect(isPublicHost(host)).to.equal(isPublic));
  }

  const spellings = [
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "0",
    "3232235777",
    "0xa9fea9fe",
    "①②⑦.0.0.1",
  ];
  for (const spelling of spellings) {
    it(`refuses ${spelling}, another spelling of an internal address`, () => {
      expect(isPublicHost(new URL(`https://${spelling}`).hostname)).to.equal(false);
    });
  }

  it("decides which hosts privateHostError() refuses, with a code of its own", () => {
    expect(privateHostError("127.0.0.1")).to.include({
      code: "ERR_PRIVATE_ADDRESS",
      message: "127.0.0.1 is not a public host",
    });
    expect(privateHostError("rpc.example.com")).to.equal(undefined);
  });
});

type Answer = { error: NodeJS.ErrnoException | null; address: unknown; family: unknown };

function ask(lookup: LookupFunction, hostname: string, options: { all?: boolean } = {}): Promise<Answer> {
  return new Promise((done) =>
    lookup(hostname, options, (error, address, family) => done({ error, address, family })),
  );
}

describe("createGuardedLookup()", () => {
  it("returns one address, or all if all are requested", async () => {
    const lookup = createGuardedLookup(scriptedResolve(["8.8.8.8", "2606:4700:4700::1111"]));
    expect(await ask(lookup, "rpc.example.com")).to.deep.equal({
      error: null,
      address: "8.8.8.8",
      family: 4,
    });
    expect((await ask(lookup, "rpc.example.com", { all: true })).address).to.deep.equal([
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700:4700::1111", family: 6 },
    ]);
  });

  it("refuses a name that first resolves to a public and then to an internal address", async () => {
    const lookup = createGuardedLookup(scriptedResolve(["8.8.8.8"], ["127.0.0.1"]));
    expect((await ask(lookup, "rebind.example.com")).error).to.equal(null);
    expect((await ask(lookup, "rebind.example.com")).error).to.have.property("code", "ERR_PRIVATE_ADDRESS");
  });

  it("refuses a name with one internal address among others", async () => {
    const lookup = createGuardedLookup(scriptedResolve(["8.8.8.8", "fd00::1"]));
    expect((await ask(lookup, "mixed.example.com", { all: true })).error?.message).to.contain("fd00::1");
  });

  it("does not look up names that are local by definition", async () => {
    const lookup = createGuardedLookup(() => {
      throw new Error("asked");
    });
    expect((await ask(lookup, "localhost")).error).to.have.property("code", "ERR_PRIVATE_ADDRESS");
  });

  it("passes on the resolver's own error", async () => {
    const lookup = createGuardedLookup(scriptedResolve([]));
    expect((await ask(lookup, "absent.example.com")).error).to.have.property("code", "ENOTFOUND");
  });

  it("keeps an undici client from an internal server, whatever its name resolves to", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const lookup = createGuardedLookup(scriptedResolve(["127.0.0.1"]));
    const dispatcher = new Agent({ connect: { lookup } });
    const failure = await request(`http://rebind.example.com:${port}/`, { dispatcher }).catch(
      (error: unknown) => error,
    );
    await dispatcher.close();
    server.close();
    await once(server, "close");
    expect(failure).to.have.property("code", "ERR_PRIVATE_ADDRESS");
    expect(connections).to.equal(0);
  });
});
