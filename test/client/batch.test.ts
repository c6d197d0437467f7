import { expect } from "chai";
import { SvmGatewayError } from "../../src/client/shared/svm-gateway-error.ts";
import { rejection, useGateway } from "./harness.ts";
import { answering, type Frame, saying } from "./scripted-gateway.ts";

const results: Record<string, string> = {
  getSlot: '"result":{"value":31}',
  getBalance: '"result":{"context":{"slot":31},"value":9007199254740993}',
  getHealth: '"error":{"code":-32005,"message":"Node is behind","data":{"numSlotsBehind":42}}',
};

describe("a batch", () => {
  const use = useGateway();

  it("is one request, with results in the order of the calls whatever the order of the answers", async () => {
    use.gateway.steps = [
      ({ body }) => {
        const frames = JSON.parse(body) as Frame[];
        const answers = frames.map(({ id, method }) => `{"jsonrpc":"2.0","id":${id},${results[method]}}`);
        return `[${answers.reverse().join(",")}]`;
      },
    ];
    const [slot, balance] = await use
      .client({ network: "n" })
      .batch((call) => [call.getSlot({ commitment: "finalized" }), call.getBalance({ pubkey: "x" })]);
    expect(slot.value).to.equal(31n);
    expect(balance.value).to.equal(9007199254740993n);
    expect(use.gateway.requests).to.have.length(1);
    expect(use.gateway.requests[0]?.path).to.equal("/?network=n");
  });

  it("rejects with the error of the first call that failed", async () => {
    use.gateway.steps = [answering((method) => results[method] ?? "")];
    const error = await rejection(use.client().batch((call) => [call.getSlot(), call.getHealth()]));
    expect(error).to.include({ kind: "rpc", code: -32005, method: "getHealth" });
    expect((error as SvmGatewayError).data).to.deep.equal({ numSlotsBehind: 42n });
  });

  it("when settled, has an outcome for each call", async () => {
    use.gateway.steps = [answering((method) => results[method] ?? "")];
    const [slot, health] = await use.client().batchSettled((call) => [call.getSlot(), call.getHealth()]);
    expect(slot).to.deep.equal({ status: "fulfilled", value: { value: 31n } });
    expect(health.status === "rejected" && health.reason.code).to.equal(-32005);
  });

  it("when settled, reports a call without an answer, and one with an unreadable result", async () => {
    use.gateway.steps = [
      saying('[{"jsonrpc":"2.0","id":2,"result":{"value":x}},{"jsonrpc":"2.0","id":9,"result":1}]'),
    ];
    const outcomes = await use.client().batchSettled((call) => [call.getSlot(), call.getSlot()]);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.kind)).to.deep.equal([
      "protocol",
      "protocol",
    ]);
  });

  it("rejects as a whole when the gateway refuses it", async () => {
    use.gateway.steps = [saying('{"jsonrpc":"2.0","error":{"code":-32600,"message":"too long"},"id":null}')];
    const error = await rejection(use.client().batchSettled((call) => [call.getSlot(), call.getSlot()]));
    expect(error).to.be.instanceOf(SvmGatewayError);
    expect(error).to.include({ kind: "rpc", code: -32600, method: "batch of 2" });
  });

  it("rejects as a whole when the answer is not a batch", async () => {
    use.gateway.steps = [saying('{"jsonrpc":"2.0","result":1,"id":1}')];
    expect(await rejection(use.client().batch((call) => [call.getSlot()]))).to.include({ kind: "protocol" });
  });

  it("sends nothing when it has no calls", async () => {
    expect(await use.client().batch(() => [])).to.deep.equal([]);
    expect(use.gateway.requests).to.have.length(0);
  });
});
