import { expect } from "chai";
import { SvmGatewayError } from "../../src/client/shared/svm-gateway-error.ts";
import { rejection, useGateway } from "./harness.ts";
import { answering, saying } from "./scripted-gateway.ts";

describe('on("all")', () => {
  const use = useGateway();

  it("returns a record by network id, each result exact, a failed network as an error", async () => {
    use.gateway.steps = [
      answering(
        () =>
          '"result":{"a":{"context":{"slot":1},"value":18446744073709551615},' +
          '"b":{"error":{"code":-32016,"message":"not yet","data":{"contextSlot":5}}}}',
      ),
    ];
    const balances = await use.client().on("all").getBalance({ pubkey: "x" });
    expect(use.gateway.requests[0]?.path).to.equal("/?network=all");
    expect(Object.keys(balances)).to.deep.equal(["a", "b"]);
    expect(balances.a).to.deep.equal({ context: { slot: 1n }, value: 18446744073709551615n });
    expect(balances.b).to.be.instanceOf(SvmGatewayError);
    expect(balances.b).to.include({ kind: "rpc", code: -32016, network: "b", method: "getBalance" });
    expect((balances.b as SvmGatewayError).data).to.deep.equal({ contextSlot: 5n });
  });

  it("treats a result with an error member beside others as a result", async () => {
    use.gateway.steps = [
      answering(() => '"result":{"a":{"error":{"code":1,"message":"m"},"value":2},"b":"ok","c":null}'),
    ];
    expect(await use.client().on("all").getSlot()).to.deep.equal({
      a: { error: { code: 1, message: "m" }, value: 2n },
      b: "ok",
      c: null,
    });
  });

  it("works in batches", async () => {
    use.gateway.steps = [answering(() => '"result":{"a":{"value":1}}')];
    const [slots] = await use
      .client()
      .on("all")
      .batch((call) => [call.getSlot()]);
    expect(slots).to.deep.equal({ a: { value: 1n } });
  });

  it("rejects when the call itself failed", async () => {
    use.gateway.steps = [
      saying('{"jsonrpc":"2.0","error":{"code":-32000,"message":"No network is enabled"},"id":ID}'),
    ];
    expect(await rejection(use.client().on("all").getSlot())).to.include({ kind: "rpc", code: -32000 });
  });

  for (const result of ["[1]", "7", '"ok"', "null", '{"a":[1,}']) {
    it(`rejects the result ${result}, which is not a record, with kind protocol`, async () => {
      use.gateway.steps = [answering(() => `"result":${result}`)];
      expect(await rejection(use.client().on("all").getSlot())).to.include({ kind: "protocol" });
    });
  }
});
