import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "@modelcontextprotocol/server";
import AjvModule from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import { expect } from "chai";
import { methods } from "../../../../generated/methods.ts";
import { tools } from "../../../../generated/tools.ts";
import { ConfigFaults } from "../../../../src/config/config-fault.ts";
import type { ShownNetworks } from "../../../../src/gateway/select-networks.ts";
import type { Network, UpstreamAddress } from "../../../../src/networks/network.ts";
import { packageRoot } from "../../../../src/package-root.ts";
import { ToolCatalog } from "../../../../src/transports/mcp/tools/tool-catalog.ts";

const Ajv = AjvModule.default;
const Ajv2020 = Ajv2020Module.default;

/** What the document says of its methods, by name. */
const described = new Map(
  (
    JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")) as {
      methods: {
        name: string;
        deprecated?: boolean;
        "x-tool"?: { readOnly: boolean; destructive: boolean; idempotent: boolean };
      }[];
    }
  ).methods.map((method) => [method.name, method] as const),
);

function networksOf(...ids: readonly string[]): ShownNetworks {
  const all = ids.map((id) => ({ id, httpAddresses: [] as readonly UpstreamAddress[] }) as Network);
  return { list: () => all, enabled: () => all, defaultNetwork: () => all[0] as Network };
}

function catalogOf(words: readonly string[] = [], readOnly = false, networks = networksOf("localnet")) {
  return new ToolCatalog({ tools: words, toolsReadOnly: readOnly, toolsProviders: [] }, networks);
}

const namesOf = (listed: readonly Tool[]) => listed.map(({ name }) => name);

describe("the list of tools", () => {
  it("has every ledger and network method that is not deprecated, duplicate or provider-specific", () => {
    const names = namesOf(catalogOf().list());
    const known = Object.values(methods).filter(({ kind }) => kind === "ledger" || kind === "network");
    const left = known.filter(({ name }) => !names.includes(name));
    for (const { name, providers } of left) {
      const isDouble = tools.find((tool) => tool.name === name)?.hidden === true;
      const isDeprecated = described.get(name)?.deprecated === true;
      expect(isDeprecated || isDouble || providers !== undefined, name).to.equal(true);
    }
    expect(names).to.include.members(["getBalance", "sendTransaction", "listSvmNetworks"]);
    expect(left.map(({ name }) => name)).to.include.members(["getFees", "getBalanceAndContext", "getAsset"]);
  });

  it("finds unlisted tools by name", () => {
    expect(catalogOf().find("getBalanceAndContext", "invalidParams").name).to.equal("getBalanceAndContext");
  });

  it("lists the tools and providers that the operator names", () => {
    expect(namesOf(catalogOf(["getAsset", "getFees"]).list())).to.have.members(["getAsset", "getFees"]);
    const config = { tools: [], toolsReadOnly: false, toolsProviders: ["das"] };
    expect(namesOf(new ToolCatalog(config, networksOf("localnet")).list())).to.include("getAsset");
  });

  it("lists provider-specific methods while the provider serves an enabled network", () => {
    const httpAddresses = [{ url: "https://mainnet.helius-rpc.com/?api-key=k", weight: 1, trusted: true }];
    let enabled: readonly Network[] = [];
    const networks: ShownNetworks = { ...networksOf("a"), enabled: () => enabled };
    const catalog = catalogOf([], false, networks);
    const before = catalog.listed();
    enabled = [{ ...networksOf("a").defaultNetwork(), httpAddresses }];
    expect(namesOf(catalog.list())).to.include.members(["getAsset", "getPriorityFeeEstimate"]);
    expect(namesOf(catalog.list())).not.to.include("getTipAccounts");
    enabled = [];
    expect(catalog.listed()).to.deep.equal(before);
  });

  it("has three tools with the word find, which cost under 1,000 tokens", () => {
    const listed = catalogOf(["find"]).list();
    expect(namesOf(listed)).to.deep.equal(["findMethods", "describeMethod", "callMethod"]);
    expect(JSON.stringify({ tools: listed }).length / 4).to.be.below(1000);
    expect(listed[2]?.annotations?.destructiveHint).to.equal(true);
    expect(catalogOf(["find"], true).list()[2]?.annotations?.readOnlyHint).to.equal(true);
  });

  it("describes every tool and what it changes", () => {
    for (const tool of catalogOf().list()) {
      const hints = described.get(tool.name)?.["x-tool"];
      if (hints === undefined) throw new Error(`${tool.name} has no hints in the document`);
      expect(tool.name).to.match(/^[A-Za-z0-9_-]{1,64}$/);
      expect(tool.title, tool.name).to.be.a("string").that.is.not.empty;
      expect(tool.description?.length, tool.name).to.be.above(30);
      expect(tool.annotations?.readOnlyHint, tool.name).to.equal(hints.readOnly);
      expect(tool.annotations?.destructiveHint, tool.name).to.equal(hints.destructive);
      expect(tool.annotations?.idempotentHint, tool.name).to.equal(hints.idempotent);
    }
  });

  it("has schemas that strict validators of two drafts accept, and that accept the tool's own example", () => {
    const drafts = [new Ajv({ strict: true, allowUnionTypes: true }), new Ajv2020({ strict: true })];
    for (const tool of catalogOf().list()) {
      const example = JSON.parse(tools.find(({ name }) => name === tool.name)?.example ?? "null") as object;
      for (const ajv of drafts) {
        const check = ajv.compile(tool.inputSchema);
        expect(check(example), `${tool.name}: ${JSON.stringify(check.errors)}`).to.equal(true);
      }
    }
  });

  it("names the current enabled and default networks in the network argument", () => {
    let ids = ["localnet", "localnet-b"];
    const networks: ShownNetworks = {
      ...networksOf("localnet"),
      enabled: () => ids.map((id) => ({ id, httpAddresses: [] as readonly UpstreamAddress[] }) as Network),
    };
    const catalog = catalogOf([], false, networks);
    const described = () =>
      (catalog.list()[0]?.inputSchema.properties?.network as { description: string } | undefined)
        ?.description;
    expect(described()).to.equal("Network id, or all. Default localnet; enabled: localnet, localnet-b");
    ids = [];
    expect(described()).to.equal("Network id, or all. Default localnet; enabled: none");
    ids = Array.from({ length: 40 }, (_, at) => `network-number-${at}`);
    expect(described()).to.equal(
      "Network id, or all. Default localnet; enabled: network-number-0, network-number-1, network-number-2, 37 more",
    );
  });

  it("has the network argument only for ledger methods", () => {
    for (const tool of catalogOf().list()) {
      const isLedgers = methods[tool.name as keyof typeof methods].kind === "ledger";
      expect("network" in (tool.inputSchema.properties ?? {}), tool.name).to.equal(isLedgers);
    }
  });

  const account = tools
    .filter(
      ({ category, hidden, providers }) =>
        category === "Account" && hidden !== true && providers === undefined,
    )
    .map(({ name }) => name);
  const filters: readonly (readonly [words: string[], readOnly: boolean, expected: readonly string[]])[] = [
    [["account"], false, account],
    [["getSlot", "ACCOUNT"], false, [...account, "getSlot"]],
    [["getslot", "get-block"], false, ["getBlock", "getSlot"]],
    [["network"], true, ["listSvmNetworks"]],
    [["sendTransaction", "getTransaction"], true, ["getTransaction"]],
  ];
  for (const [words, readOnly, expected] of filters) {
    it(`is narrowed by ${words.join(",")}${readOnly ? " and read-only" : ""}`, () => {
      expect(namesOf(catalogOf(words, readOnly).list())).to.have.members(expected);
    });
  }

  it("accepts a category's name in any spelling", () => {
    const spellings = ["Epoch and Inflation", "epoch-and-inflation", "epochandinflation"];
    const lists = spellings.map((word) => namesOf(catalogOf([word]).list()));
    expect(lists[0]).to.have.length.above(3);
    expect(lists[1]).to.deep.equal(lists[0]);
    expect(lists[2]).to.deep.equal(lists[0]);
  });

  it("has no tool that changes anything when it is read-only", () => {
    const listed = catalogOf([], true).list();
    expect(listed).to.have.length.above(45);
    for (const { name, annotations } of listed) expect(annotations?.readOnlyHint, name).to.equal(true);
    expect(namesOf(listed)).to.not.include("sendTransaction");
  });

  it("refuses to start with unknown words, and suggests known ones", () => {
    expect(() => catalogOf(["acount", "token", "xyzzy"]))
      .to.throw(ConfigFaults)
      .with.property("faults")
      .that.deep.equals([
        {
          at: "tools",
          message: 'must name categories or methods, got "acount"; did you mean account?',
        },
        {
          at: "tools",
          message: 'must name categories or methods, got "xyzzy"; svm-gateway methods lists them',
        },
      ]);
  });

  const costs: readonly (readonly [name: string, words: string[], most: number])[] = [
    ["the full list", [], 15_000],
    ["--tools account,token", ["account", "token"], 5_000],
  ];
  for (const [name, words, most] of costs) {
    it(`costs a model fewer than ${most} tokens: ${name}, with 40 networks enabled`, () => {
      const networks = networksOf(...Array.from({ length: 40 }, (_, at) => `network-${at}`));
      const tokens = JSON.stringify({ tools: catalogOf(words, false, networks).list() }).length / 4;
      expect(tokens).to.be.within(most / 10, most);
    });
  }
});
