import { expect } from "chai";
import { address, createTestGateway } from "../gateway/harness.ts";

const latest = `{"context":{"slot":5},"value":{"blockhash":"${address}","lastValidBlockHeight":155}}`;

describe("legacy fees", () => {
  for (const method of ["getRecentBlockhash", "getFees", "getFeeRateGovernor"]) {
    it(`of ${method} are an upstream's error if it has no fee, never null or 0`, async () => {
      const gateway = await createTestGateway(({ upstreamMethod }) =>
        upstreamMethod === "getLatestBlockhash" ? latest : '{"context":{"slot":5},"value":null}',
      );
      const { kind, message } = await gateway.fault(method);
      expect(kind).to.equal("upstreamInvalid");
      expect(message).to.contain("no fee for it");
    });
  }

  it("keep every digit of a rate", async () => {
    const gateway = await createTestGateway(({ upstreamMethod }) =>
      upstreamMethod === "getLatestBlockhash" ? latest : '{"context":{"slot":5},"value":9007199254740993}',
    );
    expect(await gateway.call("getRecentBlockhash")).to.equal(
      `{"context":{"slot":5},"value":{"blockhash":"${address}","feeCalculator":{"lamportsPerSignature":9007199254740993}}}`,
    );
  });
});
