import { expect } from "chai";
import { embeddedNetworks } from "../../src/localnet/start-embedded-networks.ts";

describe("embeddedNetworks()", () => {
  it("lets the gateway give a ledger's fixed results instead of asking it", () => {
    const fixedResults = { getGenesisHash: '"4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"' };
    const node = { id: "localnet", rpcUrl: "http://127.0.0.1:4", wsUrl: "ws://127.0.0.1:5", fixedResults };
    const [network] = embeddedNetworks([node]);
    expect(network?.rpcUrls[0]?.fixedResults).to.equal(fixedResults);
  });
});
