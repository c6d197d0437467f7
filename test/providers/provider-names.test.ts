import { expect } from "chai";
import { providerNames, providerOfHost } from "../../src/providers/provider-names.ts";

describe("providers", () => {
  for (const [host, id] of [
    ["mainnet.helius-rpc.com", "helius"],
    ["helius-rpc.com", "helius"],
    ["x-y-z.solana-mainnet.quiknode.pro", "quicknode"],
    ["example.rpcpool.com", "triton"],
    ["nothelius-rpc.com", undefined],
    ["helius-rpc.com.example.org", undefined],
    ["127.0.0.1", undefined],
  ] as const) {
    it(`${host} is of ${id ?? "none"}`, () => {
      expect(providerOfHost(host)).to.equal(id);
    });
  }

  it("are named in a sentence", () => {
    expect(providerNames(["helius"])).to.equal("Helius");
    expect(providerNames(["helius", "jito", "triton"])).to.equal("Helius, Jito and Triton");
  });
});
