// Loaded before the check for leaks, which would find what it leaves behind.
import "@modelcontextprotocol/server";
import { expect } from "chai";
import { backendKey, otherKey } from "./harness.ts";
import { type ServedGateway, serveCallers } from "./served-gateway.ts";

describe("a key that may use one network", () => {
  let served: ServedGateway;

  before(async () => {
    served = await serveCallers({
      keys: [
        { id: "reader", key: backendKey, networks: ["one"] },
        { id: "other", key: otherKey },
      ],
    });
  });

  after(() => served.close());

  /** What a request of the tool protocol asks, with the whole result. */
  const tool = (method: string, params: object = {}) => ({
    path: "/api/mcp",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const clientInfo = { name: "test", version: "1" };
  const asked: [name: string, asking: { path: string; method?: string; body?: string }][] = [
    ["the list of networks", { path: "/networks", method: "GET" }],
    ["listSvmNetworks", { path: "/", body: '{"jsonrpc":"2.0","id":1,"method":"listSvmNetworks"}' }],
    ["the tool listSvmNetworks", tool("tools/call", { name: "listSvmNetworks", arguments: {} })],
    ["the list of tools", tool("tools/list")],
    ["the instructions", tool("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })],
    ["the resource of networks", tool("resources/read", { uri: "svm-gateway://networks" })],
    [
      "completions of a network",
      tool("completion/complete", {
        ref: { type: "ref/resource", uri: "svm-gateway://networks/{network}" },
        argument: { name: "network", value: "" },
      }),
    ],
  ];
  for (const [name, { path, ...asking }] of asked) {
    it(`sees no other network in ${name}`, async () => {
      const answerTo = (key: string) => served.ask(path, { ...asking, headers: { "x-api-key": key } });
      const { status, text } = await answerTo(backendKey);
      expect(status).to.equal(200);
      expect(text)
        .to.match(/\bone\b/)
        .and.not.match(/\btwo\b(?! )/);
      expect((await answerTo(otherKey)).text).to.match(/\btwo\b(?! )/);
    });
  }

  it("reads no resource of another network, and is listed none", async () => {
    const headers = { "x-api-key": backendKey };
    const { path, body } = tool("resources/read", { uri: "svm-gateway://networks/two" });
    expect((await served.ask(path, { body, headers })).json).to.have.property("error");
    const listed = await served.ask(path, { ...tool("resources/list"), headers });
    const uris = listed.json.result.resources.map(({ uri }: { uri: string }) => uri);
    expect(uris).to.include("svm-gateway://networks/one").and.not.include("svm-gateway://networks/two");
  });
});
