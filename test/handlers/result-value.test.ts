import { expect } from "chai";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { createLiveGateway, type LiveGateway } from "../gateway/live-gateway.ts";
import { ScriptedUpstream } from "../upstream/harness.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
const latest = (value: string) => `{"context":{"slot":5},"value":${value}}`;

describe("methods that parse an upstream's result", () => {
  let upstream: ScriptedUpstream;
  let gateway: LiveGateway;
  before(async () => {
    upstream = await new ScriptedUpstream().start();
    gateway = await createLiveGateway({ broken: upstream.url });
  });
  after(async () => {
    await gateway.service.close();
    await upstream.stop();
  });

  const broken: readonly (readonly [method: string, params: unknown[], result: string, where: string])[] = [
    ["getFees", [], "null", "context.slot is not a whole number"],
    ["getFees", [], latest('{"blockhash":7,"lastValidBlockHeight":1}'), "value.blockhash is not a string"],
    [
      "getFees",
      [],
      latest('{"blockhash":"\\"","lastValidBlockHeight":1}'),
      "value.blockhash is not the base-58",
    ],
    [
      "getRecentBlockhash",
      [],
      latest(`{"blockhash":"${address}","lastValidBlockHeight":-1}`),
      "value.lastValidBlockHeight is not a whole number",
    ],
    ["getFeeRateGovernor", [], '"ok"', "context.slot is not a whole number"],
    ["getFeeCalculatorForBlockhash", [address], latest("1"), "value is not true or false"],
    ["getSnapshotSlot", [], "[]", "full is not a whole number"],
    ["getAccountOwner", [address], latest("{}"), "value.owner is not a string"],
    ["getTokenAccountsByMint", [address], latest('{"owner":"x"}'), "value.owner is not the base-58"],
    ["getStakeActivation", [address], latest("[{}]"), "value.0.owner is not a string"],
  ];
  for (const [method, params, result, where] of broken) {
    it(`says of ${method} that ${where}, when the upstream answers ${result}`, async () => {
      upstream.script = () => result;
      const error = RpcError.from(await gateway.call(method, params).catch((caught: unknown) => caught));
      expect([error.kind, error.message]).to.deep.equal(["upstreamInvalid", error.message]);
      expect(error.message).to.include(where);
    });
  }

  it("passes on an answer to getVersion that is not an object", async () => {
    for (const result of ["null", '"3.1"', "[1]"]) {
      upstream.script = () => result;
      expect(await gateway.text("getVersion")).to.equal(result);
    }
  });
});
