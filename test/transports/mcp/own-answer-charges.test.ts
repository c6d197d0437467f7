import { expect } from "chai";
import { GatewayAnswers } from "../../../src/gateway/gateway-answers.ts";
import { parseRequest } from "../../../src/rpc/parse-request.ts";
import { createToolTest, testScope } from "./harness.ts";

describe("tool server answers without a gateway call", () => {
  const findMethods = '{"name":"findMethods","arguments":{"query":"balance"}}';
  for (const { method, params, tools, cost } of [
    { method: "tools/list", params: "{}", tools: [], cost: 1 },
    { method: "tools/call", params: '{"name":"getSlot"}', tools: [], cost: 0 },
    { method: "tools/call", params: findMethods, tools: ["find"], cost: 1 },
    {
      method: "tools/call",
      params: '{"name":"describeMethod","arguments":{"method":"getSlot"}}',
      tools: ["find"],
      cost: 1,
    },
    {
      method: "tools/call",
      params: '{"name":"callMethod","arguments":{"method":"getSlot"}}',
      tools: ["find"],
      cost: 0,
    },
  ]) {
    it(`cost ${cost} in addition to the call: ${method} ${params}`, async () => {
      let points = 0;
      const admit = (_caller: unknown, count: number) => {
        points += count;
      };
      const gatewayAnswers = new GatewayAnswers({ admit, charge: () => undefined, observe: () => undefined });
      const test = await createToolTest(() => "1", { tools }, gatewayAnswers);
      const request = parseRequest(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
      if (request.kind !== "request") throw new Error("no request");
      await test.tools.call({ request, scope: testScope() });
      expect(points).to.equal(cost);
    });
  }
});
