import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { networkInPath, selectedNetwork } from "../../../src/transports/shared/request-url.ts";

describe("the network that a path names", () => {
  const segments = [
    ["one", "one"],
    ["one/", "one"],
    ["a%20b", "a b"],
    ["", undefined],
    ["/", undefined],
    ["one/two", undefined],
    ["%zz", undefined],
  ] as const;
  for (const [segment, network] of segments) {
    it(`is ${network} for /networks/${segment}`, () => {
      expect(networkInPath(segment)).to.equal(network);
    });
  }
});

function request(url: string, header?: string): IncomingMessage {
  return { url, headers: { "x-network": header } } as unknown as IncomingMessage;
}

describe("the network that a request selects", () => {
  const selections = [
    ["/", undefined, undefined],
    ["/?network=one", undefined, "one"],
    ["/?network=one", "two", "one"],
    ["/?network=", "two", "two"],
    ["/?other=1", "two", "two"],
    ["/", "two", "two"],
    ["/", "", undefined],
    ["/?network=one%20more", undefined, "one more"],
  ] as const;
  for (const [url, header, network] of selections) {
    it(`is ${network} for ${url} with the header ${header}`, () => {
      expect(selectedNetwork(request(url, header))).to.equal(network);
    });
  }
});
