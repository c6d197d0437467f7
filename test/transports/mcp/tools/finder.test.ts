import { expect } from "chai";
import { parseRequest } from "../../../../src/rpc/parse-request.ts";
import { address } from "../../../gateway/harness.ts";
import { createToolTest, type ToolResult, testScope } from "../harness.ts";

const settings = { tools: ["find"] };

describe("the three tools that find all others", () => {
  it("are the list", async () => {
    const { ask } = await createToolTest(() => "1", settings);
    const { tools } = await ask<{ tools: { name: string }[] }>("tools/list");
    expect(tools.map(({ name }) => name)).to.deep.equal(["findMethods", "describeMethod", "callMethod"]);
  });

  it("find methods by plain words, with the purpose of each and the arguments of the best", async () => {
    const { callTool } = await createToolTest(() => "1", settings);
    const { content } = await callTool("findMethods", { query: "what tokens does a wallet hold", limit: 3 });
    const { methods, best } = JSON.parse(content[0]?.text ?? "") as {
      methods: { name: string; for: string }[];
      best: { name: string; inputSchema: { required: string[] } };
    };
    expect(methods).to.have.length(3);
    expect(methods[0]).to.deep.include({ name: "getTokenAccountsByOwner" });
    expect(methods[0]?.for).to.match(/^Lists what tokens a wallet holds/);
    expect(best.inputSchema.required).to.deep.equal(["ownerAddress"]);
  });

  it("report if nothing matches, and reject an empty query", async () => {
    const { callTool, fault } = await createToolTest(() => "1", settings);
    const { content } = await callTool("findMethods", { query: "xyzzy" });
    expect(content[0]?.text).to.include("Nothing matches these words");
    for (const args of [{}, { query: 5 }, { query: "  " }]) {
      const { kind, message } = await fault("tools/call", { name: "findMethods", arguments: args });
      expect([kind, message]).to.deep.equal([
        "invalidParams",
        'Invalid params: query is missing or not text; expected plain words, such as "tokens of a wallet".',
      ]);
    }
  });

  it("describe a method, without an example if it changes something", async () => {
    const { callTool } = await createToolTest(() => "1", settings);
    const read = async (method: string) =>
      (await callTool("describeMethod", { method })).content[0]?.text ?? "";
    expect(await read("getBalance")).to.match(/"inputSchema".*"changesSomething":false.*"example"/s);
    expect(await read("setNetworkRpcUrl"))
      .to.match(/"changesSomething":true/)
      .and.not.include('"example"');
  });

  it("preserve the digits of arguments, and take the network from either object", async () => {
    const { callTool, calls } = await createToolTest(() => "1", settings);
    await callTool("callMethod", '{"method":"getBlockTime","arguments":{"slot":9007199254740993}}');
    await callTool("callMethod", '{"method":"getSlot","network":"two"}');
    await callTool("callMethod", '{"method":"getSlot","arguments":{"network":"all"},"network":"two"}');
    expect(calls.map(({ method, params, network }) => [method, params, network])).to.deep.equal([
      ["getBlockTime", '{"slot":9007199254740993}', undefined],
      ["getSlot", undefined, "two"],
      ["getSlot", "{}", "all"],
    ]);
  });

  it("refuse a method that does not exist or is not offered, with the nearest name", async () => {
    const { fault } = await createToolTest(() => "1", { ...settings, tools_read_only: true });
    const unknown = await fault("tools/call", { name: "callMethod", arguments: { method: "getBlance" } });
    expect(unknown.message).to.include("did you mean getBalance?");
    const changing = await fault("tools/call", {
      name: "callMethod",
      arguments: { method: "sendTransaction" },
    });
    expect(changing.kind).to.equal("notAllowed");
    expect((await fault("tools/call", { name: "callMethod", arguments: {} })).message).to.include(
      "method is missing",
    );
  });

  for (const [name, args, message, advice] of [
    ["findMethods", {}, "query is missing", '{"query":"tokens of a wallet"}'],
    [
      "findMethods",
      { query: "x", limit: 11 },
      "limit must be a whole number from 1 to 10, got 11",
      '{"query":',
    ],
    ["findMethods", { words: "x" }, "words is no argument of findMethods", '{"query":'],
    ["describeMethod", { method: "getBalanse" }, "did you mean getBalance?", '{"method":"getBalance"}'],
    [
      "describeMethod",
      { method: "zzz" },
      "findMethods finds methods by plain words",
      '{"method":"getBalance"}',
    ],
    ["describeMethod", {}, "method is missing or not text", '{"method":"getBalance"}'],
    [
      "callMethod",
      { method: "getBalanse" },
      "did you mean getBalance?",
      '{"method":"getTokenAccountsByOwner",',
    ],
    [
      "callMethod",
      { method: "getSlot", pubkey: address },
      "pubkey is no argument of callMethod",
      '"arguments":{',
    ],
    [
      "callMethod",
      { method: "getSlot", params: {}, arguments: {} },
      "conflicts with arguments",
      '"arguments":{',
    ],
    ["callMethod", { method: "getBalance" }, "pubkey", '{"method":"getBalance","arguments":{"pubkey":'],
  ] as const) {
    it(`answer ${name} ${JSON.stringify(args)} with a failed result and an example`, async () => {
      const { tools } = await createToolTest(undefined, settings);
      const params = JSON.stringify({ name, arguments: args });
      const request = parseRequest(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
      if (request.kind !== "request") throw new Error("no request");
      const scope = { ...testScope(), version: "2025-06-18" };
      const { isError, content } = (await tools.call({ request, scope })).parse() as ToolResult;
      expect(isError).to.equal(true);
      expect(JSON.parse(content[0]?.text ?? "")).to.have.property("code", -32602);
      expect(content[0]?.text).to.include(message);
      expect(content[1]?.text).to.include(advice);
    });
  }

  it("also accept arguments as params", async () => {
    const { callTool, calls } = await createToolTest(() => "1", settings);
    await callTool("callMethod", '{"method":"getBlockTime","params":{"slot":9007199254740993}}');
    expect(calls.map(({ params }) => params)).to.deep.equal(['{"slot":9007199254740993}']);
  });

  it("exist only with the word, and leave every tool callable by name", async () => {
    const without = await createToolTest(() => "1");
    expect((await without.fault("tools/call", { name: "findMethods" })).message).to.include("Unknown tool");
    const { callTool } = await createToolTest(() => "1", settings);
    expect((await callTool("getBalance", { pubkey: address })).content[0]?.text).to.equal("1");
  });
});
