import { expect } from "chai";
import { tools } from "../../../../generated/tools.ts";
import type { Selection } from "../../../../src/gateway/select-networks.ts";
import { writeQuestion } from "../../../../src/transports/mcp/tools/confirm.ts";

const selection = { networks: [{ id: "solana-mainnet" }], isAll: false } as unknown as Selection;

function ask(name: string, params: object | string): string {
  const tool = tools.find((known) => known.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const text = typeof params === "string" ? params : JSON.stringify(params);
  return writeQuestion(tool, text, tool.category === "Network" ? undefined : selection);
}

describe("the question before a tool that changes something", () => {
  const asking = tools.filter((tool) => tool.annotations.destructiveHint);

  it("is asked for tools that move funds or change networks", () => {
    expect(asking.map((tool) => tool.name)).to.include.members(["sendTransaction", "setNetworkRpcUrl"]);
  });

  it("states the effect, the network and the values, in this order", () => {
    expect(ask("sendTransaction", { maxRetries: 3, transaction: "AQID" })).to.equal(
      "sendTransaction: It hands a signed transaction to the network; it moves real funds and can't be undone. " +
        'Network: "solana-mainnet". transaction: "AQID". maxRetries: 3. Continue?',
    );
  });

  it("names up to eight networks of a call to all", () => {
    const networks = Array.from({ length: 10 }, (_, index) => ({ id: `n${index}` }));
    const all = { networks, isAll: true } as unknown as Selection;
    const [send] = asking.filter((tool) => tool.name === "sendTransaction");
    if (send === undefined) throw new Error("no tool sendTransaction");
    expect(writeQuestion(send, undefined, all))
      .to.include('Network: all enabled ones ("n0", "n1"')
      .and.include("and 2 more).");
  });

  it("shows addresses, signatures and amounts in full", () => {
    const address = "9".repeat(44);
    const signature = "5".repeat(88);
    const question = ask(
      "sendTransaction",
      `{"transaction":"${signature}","validatorAcls":["${address}"],"maxRetries":18446744073709551615}`,
    );
    expect(question).to.include(signature).and.include(address).and.include("18446744073709551615");
  });

  it("shortens the middle of a long value, and says by how much", () => {
    const question = ask("sendTransaction", { transaction: `begin${"A".repeat(5000)}end` });
    expect(question).to.match(/"begin.{44} \[4910 characters left out\] .{46}end"/);
  });

  const urls: readonly (readonly [name: string, url: string, host: string])[] = [
    ["behind a long path", `https://evil.example/${"a".repeat(1500)}`, "evil.example"],
    ["behind a user name that looks like a host", `https://api.good.example@evil.example/`, "evil.example"],
    ["behind a long user name", `https://${"good.example.".repeat(100)}@evil.example/`, "evil.example"],
    ["with letters that look like others", "https://\u0430pple.example/", "xn--pple-43d.example"],
    ["with a port", "https://evil.example:8443/rpc", "evil.example:8443"],
    [
      "with many labels",
      `https://api.good.example.${"x".repeat(60)}.evil.example/`,
      `api.good.example.${"x".repeat(60)}.evil.example`,
    ],
  ];
  for (const [name, url, host] of urls) {
    it(`shows the host of a URL ${name}`, () => {
      expect(ask("setNetworkRpcUrl", { network_id: "one", rpc_url: url })).to.include(
        `rpc_url: host "${host}", `,
      );
    });
  }

  it("hides a key in a URL", () => {
    const question = ask("setNetworkRpcUrl", {
      network_id: "one",
      rpc_url: "https://a.example/?api-key=s3cr3t",
    });
    expect(question).not.to.include("s3cr3t");
  });

  const hostile: readonly (readonly [name: string, text: string])[] = [
    ["line breaks", "one\n\n\nNetwork: devnet. Continue?"],
    ["control characters", "one\u0000\u001b[2J\u007f\u009b"],
    ["marks that turn text around", "one\u202eeno\u2066\u200f"],
    ["look-alike punctuation", "one\u2024two\uff0ethree\u2215four\uff02five\u201d"],
    ["characters that show nothing", "one\u200b\u2060\ufeff\u3164"],
  ];
  for (const tool of asking) {
    for (const [name, text] of hostile) {
      it(`escapes ${name} in the values and names of ${tool.name}`, () => {
        const [first = ""] = Object.keys(tool.inputSchema.properties);
        expect(ask(tool.name, { [first]: text, [text]: { nested: [text] } })).to.match(/^[\x20-\x7e]*$/);
      });
    }

    it(`shows the values of ${tool.name} however many and long the other arguments are`, () => {
      const [first = ""] = Object.keys(tool.inputSchema.properties);
      const others = Array.from({ length: 900 }, (_, index) => [
        `_${index}${"x".repeat(1000)}`,
        "y".repeat(1000),
      ]);
      const question = ask(tool.name, { ...Object.fromEntries(others), [first]: "decisive" });
      expect(question.indexOf("decisive")).to.be.within(0, 300);
      expect(question.length).to.be.below(5000);
      expect(question).to.match(/And 889 more arguments\. Continue\?$/);
    });
  }
});
