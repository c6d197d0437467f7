import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import {
  createRequestGuards,
  type RequestGuardConfig,
} from "../../../src/transports/shared/request-guards.ts";

const usual: RequestGuardConfig = {
  host: "127.0.0.1",
  allowedHosts: [],
  enableCors: false,
  corsOrigins: ["*"],
  trustProxy: 0,
};

/** The parts of a request that the checks look at. */
function requestWith(
  headers: Record<string, string | undefined>,
  { remoteAddress = "127.0.0.1", localAddress = "127.0.0.1" } = {},
): IncomingMessage {
  return { url: "/", headers, socket: { remoteAddress, localAddress } } as unknown as IncomingMessage;
}

describe("HostGuard", () => {
  const cases: readonly [
    listen: string,
    allowed: readonly string[],
    local: string,
    host: string | undefined,
    status: 200 | 400 | 403,
  ][] = [
    ["127.0.0.1", [], "127.0.0.1", "127.0.0.1:3000", 200],
    ["127.0.0.1", [], "127.0.0.1", "localhost", 200],
    ["127.0.0.1", [], "127.0.0.1", "LOCALHOST:3000", 200],
    ["::1", [], "::1", "[::1]:3000", 200],
    ["::1", [], "::1", "[0:0:0:0:0:0:0:1]", 200],
    ["127.0.0.1", [], "127.0.0.1", "evil.example", 403],
    ["127.0.0.1", [], "127.0.0.1", "127.0.0.1.evil.example", 403],
    ["127.0.0.1", [], "127.0.0.1", "localhost.evil.example", 403],
    ["127.0.0.1", [], "127.0.0.1", "localhost:80:evil.example", 403],
    ["127.0.0.1", [], "127.0.0.1", undefined, 400],
    ["127.0.0.1", [], "127.0.0.1", "", 400],
    ["0.0.0.0", [], "192.0.2.7", "192.0.2.7:3000", 200],
    ["0.0.0.0", [], "::ffff:192.0.2.7", "192.0.2.7:3000", 200],
    ["0.0.0.0", [], "192.0.2.7", "localhost:3000", 200],
    ["0.0.0.0", [], "192.0.2.7", "192.0.2.8:3000", 403],
    ["0.0.0.0", [], "192.0.2.7", "evil.example", 403],
    ["::", [], "2001:db8::7", "[2001:DB8:0:0::7]:3000", 200],
    ["gateway.lan", [], "192.0.2.7", "gateway.lan:3000", 200],
    ["0.0.0.0", ["gateway.example.com"], "192.0.2.7", "gateway.example.com", 200],
    ["0.0.0.0", ["gateway.example.com:443"], "192.0.2.7", "Gateway.Example.com", 200],
    ["0.0.0.0", ["gateway.example.com"], "192.0.2.7", "other.example.com", 403],
    ["0.0.0.0", ["*"], "192.0.2.7", "evil.example", 200],
  ];
  for (const [host, allowedHosts, localAddress, header, status] of cases) {
    const what = `${JSON.stringify(header)} at ${localAddress} of ${host}, allowed ${JSON.stringify(allowedHosts)}`;
    it(`${status === 200 ? "answers" : `refuses with ${status}`} ${what}`, () => {
      const { hosts } = createRequestGuards({ ...usual, host, allowedHosts });
      const request = requestWith({ host: header }, { localAddress });
      // Twice: what was found is remembered.
      const statuses = [hosts, hosts].map((guard) => guard.normalizeTarget(request)?.status ?? 200);
      expect(statuses).to.deep.equal([status, status]);
    });
  }

  it("refuses a bad Host after a good one, then answers the good one again", () => {
    const { hosts } = createRequestGuards(usual);
    const refusals = ["localhost", "evil.example", "localhost", "127.0.0.1"].map(
      (host) => hosts.normalizeTarget(requestWith({ host }))?.status,
    );
    expect(refusals).to.deep.equal([undefined, 403, undefined, undefined]);
  });
});

describe("the page that a request comes from", () => {
  const open: RequestGuardConfig = { ...usual, host: "0.0.0.0" };
  const cases: readonly [
    change: Partial<RequestGuardConfig>,
    host: string,
    origin: string | undefined,
    expected: { isCrossOrigin: boolean; isForeignOrigin: boolean },
  ][] = [
    [{}, "192.0.2.7:3000", undefined, { isCrossOrigin: false, isForeignOrigin: false }],
    [{}, "192.0.2.7:3000", "http://192.0.2.7:3000", { isCrossOrigin: false, isForeignOrigin: false }],
    [{}, "192.0.2.7:3000", "http://192.0.2.7:3001", { isCrossOrigin: true, isForeignOrigin: true }],
    // A name that was pointed here: its Origin and its Host are one.
    [
      { allowedHosts: ["*"] },
      "evil.example",
      "http://evil.example",
      { isCrossOrigin: true, isForeignOrigin: true },
    ],
    [
      { allowedHosts: ["gateway.example.com"] },
      "gateway.example.com",
      "https://gateway.example.com",
      { isCrossOrigin: false, isForeignOrigin: false },
    ],
    [
      { corsOrigins: ["https://app.example.com"] },
      "192.0.2.7",
      "https://app.example.com",
      { isCrossOrigin: true, isForeignOrigin: false },
    ],
  ];
  for (const [change, host, origin, expected] of cases) {
    it(`is ${JSON.stringify(expected)} for ${origin} at ${host} with ${JSON.stringify(change)}`, () => {
      const { callerOf } = createRequestGuards({ ...open, ...change });
      const { isCrossOrigin, isForeignOrigin } = callerOf(
        requestWith({ host, origin }, { localAddress: "192.0.2.7" }),
      );
      expect({ isCrossOrigin, isForeignOrigin }).to.deep.equal(expected);
    });
  }
});

describe("permission for a page to read answers", () => {
  const page = "https://app.example.com";
  for (const [corsOrigins, allowed] of [
    [["*"], "*"],
    [["https://other.example.com", "*"], "*"],
    [[page], page],
    [["https://other.example.com"], undefined],
    [[], undefined],
  ] as const)
    it(`is ${allowed !== undefined} with cors_origins ${JSON.stringify(corsOrigins)}`, () => {
      const { origins } = createRequestGuards({ ...usual, enableCors: true, corsOrigins });
      const headers = origins.headers(requestWith({ host: "192.0.2.7", origin: page }));
      const at = headers.indexOf("access-control-allow-origin");
      expect(at < 0 ? undefined : headers[at + 1]).to.equal(allowed);
    });
});

describe("the caller of a request", () => {
  const cases: readonly [
    trustProxy: number,
    peer: string,
    headers: Record<string, string>,
    address: string,
    loopback: boolean,
  ][] = [
    [0, "127.0.0.1", {}, "127.0.0.1", true],
    [0, "::ffff:127.0.0.1", {}, "127.0.0.1", true],
    [0, "::1", {}, "0:0:0:0:0:0:0:1", true],
    [0, "192.0.2.1", {}, "192.0.2.1", false],
    [0, "127.0.0.1", { "x-forwarded-for": "127.0.0.1" }, "127.0.0.1", false],
    [0, "127.0.0.1", { forwarded: "for=127.0.0.1" }, "127.0.0.1", false],
    [0, "127.0.0.1", { "x-real-ip": "127.0.0.1" }, "127.0.0.1", false],
    [1, "127.0.0.1", {}, "127.0.0.1", true],
    [1, "127.0.0.1", { "x-forwarded-for": "127.evil" }, "127.0.0.1", false],
    [1, "127.0.0.1", { "x-forwarded-for": "127.0.0.1" }, "127.0.0.1", false],
    [1, "192.0.2.1", { "x-forwarded-for": "127.0.0.1" }, "127.0.0.1", false],
    [1, "192.0.2.1", { "x-forwarded-for": "203.0.113.9:4711" }, "203.0.113.9", false],
    [1, "192.0.2.1", { "x-forwarded-for": "[2001:DB8::1]:4711" }, "2001:db8:0:0:0:0:0:1", false],
    [1, "192.0.2.1", { "x-forwarded-for": "2001:db8:0::0:1" }, "2001:db8:0:0:0:0:0:1", false],
    [1, "192.0.2.1", { "x-forwarded-for": "::ffff:203.0.113.9" }, "203.0.113.9", false],
    [1, "192.0.2.1", { "x-forwarded-for": `1.1.1.1, ${"9".repeat(1000)}` }, "192.0.2.1", false],
    [1, "192.0.2.1", { "x-forwarded-for": "" }, "192.0.2.1", false],
  ];
  for (const [trustProxy, remoteAddress, headers, address, loopback] of cases) {
    it(`is ${address}${loopback ? " on this machine" : ""}, for ${remoteAddress}, ${JSON.stringify(headers).slice(0, 60)}, ${trustProxy} trusted`, () => {
      const { callerOf } = createRequestGuards({ ...usual, trustProxy });
      const caller = callerOf(requestWith(headers, { remoteAddress }));
      expect([caller.address, caller.isLoopback]).to.deep.equal([address, loopback]);
    });
  }
});
