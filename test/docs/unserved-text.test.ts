import { expect } from "chai";
import { type ChosenNetwork, unservedText } from "../../docs/playground/call/unserved-text.ts";
import { method } from "./harness.ts";

const settings = (type: string, providers: readonly string[] | undefined): ChosenNetwork => ({
  network: "",
  defaultNetwork: "main",
  networks: [{ id: "main", name: "Main", type, enabled: true, providers }],
});

describe("unservedText of the playground", () => {
  it("says whose upstreams serve a method that no upstream of the network is known to", () => {
    expect(unservedText(method("getTokenAccounts"), settings("mainnet", ["shyft"]))).to.equal(undefined);
    expect(unservedText(method("getTokenAccounts"), settings("mainnet", []))).to.match(
      /^No upstream of main is known to serve this: Alchemy, Helius, /,
    );
  });

  it("says on which types of network a method works", () => {
    expect(unservedText(method("requestAirdrop"), settings("mainnet", []))).to.match(
      /works only on devnet, testnet/,
    );
    expect(unservedText(method("requestAirdrop"), settings("devnet", []))).to.equal(undefined);
  });

  it("says nothing if the gateway does not, or the network is unknown", () => {
    expect(unservedText(method("getTokenAccounts"), settings("mainnet", undefined))).to.equal(undefined);
    expect(
      unservedText(method("getTokenAccounts"), { ...settings("mainnet", []), network: "other" }),
    ).to.equal(undefined);
  });
});
