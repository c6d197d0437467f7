import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { selectedNetwork } from "../../../src/transports/shared/selected-network.ts";

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
