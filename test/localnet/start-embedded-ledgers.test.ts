import { expect } from "chai";
import { localNetworks } from "../../src/localnet/start-embedded-ledgers.ts";

describe("localNetworks()", () => {
  it("returns a ledger's fixed results without calling it", () => {
    const fixedResults = { getGenesisHash: '"4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"' };
    const ledger = { id: "localnet", rpcUrl: "http://127.0.0.1:4", wsUrl: "ws://127.0.0.1:5", fixedResults };
    const [network] = localNetworks([ledger]);
    expect(network?.httpAddresses[0]?.fixedResults).to.equal(fixedResults);
  });
});
