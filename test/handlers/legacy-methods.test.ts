import { expect } from "chai";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import type { LiveLedger } from "../contract/live-ledger.ts";
import { useLiveLedger } from "../gateway/live-gateway.ts";

describe("legacy and composed methods on the embedded ledger", () => {
  const live = useLiveLedger();

  type Same = readonly [legacy: string, current: string, params: (ledger: LiveLedger) => readonly unknown[]];
  const same: readonly Same[] = [
    ["getConfirmedBlock", "getBlock", ({ slot }) => [slot, { commitment: "confirmed", encoding: "json" }]],
    ["getConfirmedBlock", "getBlock", ({ slot }) => [slot, "base64"]],
    ["getConfirmedBlocks", "getBlocks", ({ slot }) => [slot, slot + 2]],
    ["getConfirmedBlocksWithLimit", "getBlocksWithLimit", ({ slot }) => [slot, 2]],
    [
      "getConfirmedSignaturesForAddress2",
      "getSignaturesForAddress",
      ({ receiver }) => [receiver, { limit: 3 }],
    ],
    ["getConfirmedTransaction", "getTransaction", ({ signature }) => [signature, "json"]],
    ["getTransactionWithConfig", "getTransaction", ({ signature }) => [signature, "json", "confirmed", 0]],
    ["getMultipleAccountsAndContext", "getMultipleAccounts", ({ receiver, mint }) => [[receiver, mint]]],
    ["getAccountInfoAndContext", "getAccountInfo", ({ receiver }) => [receiver]],
    ["getBalanceAndContext", "getBalance", ({ receiver }) => [receiver]],
  ];
  /** Leaves out what depends on the moment, and the version, which legacy methods never ask for. */
  const timeless = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, member) => (key === "context" || key === "version" ? undefined : member)),
    );

  for (const [legacy, current, params] of same) {
    for (const dialect of ["gateway", "ledger"] as const) {
      it(`answers ${legacy} as ${current} in the ${dialect} dialect`, async () => {
        const given =
          legacy === "getTransactionWithConfig" && dialect === "ledger"
            ? [live.ledger.signature, { encoding: "json" }]
            : params(live.ledger);
        const options = { dialect };
        const currentParams =
          legacy === "getTransactionWithConfig" && dialect === "gateway"
            ? [live.ledger.signature, "confirmed", "json", 0]
            : given;
        expect(timeless(await live.gateway.call(legacy, given, options))).to.deep.equal(
          timeless(await live.gateway.call(current, currentParams, options)),
        );
      });
    }
  }

  interface Recent {
    context: { slot: number };
    value: { blockhash: string; feeCalculator: { lamportsPerSignature: number }; lastValidSlot?: number };
  }

  it("answers getRecentBlockhash with the newest blockhash and the rate of getFeeForMessage", async () => {
    const recent = await live.gateway.call<Recent>("getRecentBlockhash");
    const fee = await live.gateway.call<{ value: number }>("getFeeForMessage", [live.ledger.message]);
    const valid = await live.gateway.call<{ value: boolean }>("isBlockhashValid", [recent.value.blockhash]);
    expect(recent.value.feeCalculator.lamportsPerSignature).to.equal(fee.value);
    expect(valid.value).to.equal(true);
  });

  it("answers getFees with the blockhash, its rate and the last slot at which it is valid", async () => {
    const fees = await live.gateway.call<Recent>("getFees", [], { dialect: "ledger" });
    expect(fees.value.feeCalculator.lamportsPerSignature).to.equal(5000);
    expect(fees.value.lastValidSlot).to.equal(fees.context.slot + 150);
  });

  it("answers getFeeCalculatorForBlockhash with the rate, and with null for a hash that is unknown", async () => {
    const known = await live.gateway.call("getFeeCalculatorForBlockhash", [live.ledger.blockhash]);
    expect(known).to.have.nested.property("value.feeCalculator.lamportsPerSignature", 5000);
    const unknown = await live.gateway.call("getFeeCalculatorForBlockhash", [
      "4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA",
    ]);
    expect(unknown).to.have.property("value", null);
  });

  it("answers getFeeRateGovernor with the protocol's fixed values", async () => {
    expect(await live.gateway.call("getFeeRateGovernor")).to.have.deep.nested.property(
      "value.feeRateGovernor",
      {
        burnPercent: 50,
        maxLamportsPerSignature: 100_000,
        minLamportsPerSignature: 5000,
        targetLamportsPerSignature: 10_000,
        targetSignaturesPerSlot: 20_000,
      },
    );
  });

  it("passes the ledger's own error on for getSnapshotSlot", async () => {
    const error = await live.gateway
      .call("getSnapshotSlot")
      .catch((caught: unknown) => RpcError.from(caught));
    expect(error).to.have.property("code", -32008);
  });

  it("answers getAccountOwner, null for an account that does not exist", async () => {
    expect(await live.gateway.call("getAccountOwner", [live.ledger.tokenAccount])).to.deep.equal({
      owner: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    });
    expect(
      await live.gateway.call("getAccountOwner", ["4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA"]),
    ).to.deep.equal({ owner: null });
  });

  it("answers getProgramAccountsAndContext as getProgramAccounts with its context", async () => {
    const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
    const filters = [{ dataSize: 165 }];
    const withContext = await live.gateway.call<{ context: object; value: unknown[] }>(
      "getProgramAccountsAndContext",
      { program_id: program, filters },
    );
    expect(withContext.context).to.have.property("slot");
    expect(withContext.value).to.deep.equal(
      await live.gateway.call("getProgramAccounts", { programId: program, filters }),
    );
  });

  it("finds the token accounts of a mint", async () => {
    const accounts = await live.gateway.call<{ value: { pubkey: string }[] }>("getTokenAccountsByMint", [
      live.ledger.mint,
    ]);
    expect(accounts.value.map(({ pubkey }) => pubkey)).to.include(live.ledger.tokenAccount);
  });

  it("adds the core version under its neutral name to getVersion, only in the gateway dialect", async () => {
    const versions = await live.gateway.call<Record<string, string>>("getVersion");
    expect(versions["chain-core"]).to.equal(versions["solana-core"]);
    expect(await live.gateway.call("getVersion", [], { dialect: "ledger" })).to.not.have.property(
      "chain-core",
    );
  });
});
