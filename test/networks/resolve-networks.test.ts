import { expect } from "chai";
import type { Network } from "../../src/networks/network.ts";
import { changeNetwork } from "../../src/networks/network-change.ts";
import { registrySnapshot } from "../../src/networks/network-registry.ts";
import { resolveNetworks } from "../../src/networks/resolve-networks.ts";
import { configOf } from "./harness.ts";

const registry = registrySnapshot();

function resolve(content: unknown, extra: readonly Network[] = []) {
  return resolveNetworks({ config: configOf(content), registry, extra });
}

function networkOf(content: unknown, id: string): Network | undefined {
  return resolve(content).networks.get(id);
}

function recordOf(content: unknown, id: string): Network {
  const network = networkOf(content, id);
  if (network === undefined) throw new Error(`there is no network ${id}`);
  return network;
}

const localnet: Network = {
  id: "localnet",
  name: "Local",
  type: "localnet",
  chainId: "localnet",
  httpAddresses: [{ url: "http://127.0.0.1:8899", weight: 1, trusted: true }],
  wsAddresses: [{ url: "ws://127.0.0.1:8900", weight: 1, trusted: true }],
  enabled: true,
  allowMethods: ["surfnet_*"],
  allowMethodsFromLoopbackOnly: true,
};

describe("resolveNetworks(): the default network", () => {
  const own = { rpc_url: "https://own.example.com" };
  const cases: [what: string, content: unknown, expected: string][] = [
    ["nothing configured", {}, "solana-mainnet"],
    ["an address that nothing knows", { rpc_url: "https://x.example.com" }, "default"],
    ["an address of the registry", { rpc_url: "https://api.devnet.solana.com/" }, "solana-devnet"],
    [
      "an address of a configured network",
      { rpc_url: "https://own.example.com/", svm_networks: { own } },
      "own",
    ],
    ["configured networks only", { svm_networks: { a: { ...own, enabled: false }, b: own } }, "b"],
    ["disabled networks only", { svm_networks: { a: { ...own, enabled: false } } }, "a"],
    [
      "an address and a name",
      { rpc_url: "https://x.example.com", default_network: "solana-testnet" },
      "solana-testnet",
    ],
  ];
  for (const [what, content, expected] of cases) {
    it(`is ${expected} with ${what}`, () => expect(resolve(content).defaultId).to.equal(expected));
  }

  it("is the program's own first network if nothing else is named", () => {
    expect(resolve({}, [localnet]).defaultId).to.equal("localnet");
  });

  it("must be a known network", () => {
    const { faults } = resolve({ default_network: "solana-devnt" });
    expect(faults).to.have.length(1);
    expect(faults[0]?.at).to.equal("default_network");
    expect(faults[0]?.message).to.match(/, got "solana-devnt"; did you mean solana-devnet( or [\w-]+)*\?$/);
    const [unlike] = resolve({ default_network: "qqqqqqqqqq" }).faults;
    expect(unlike?.message).to.match(/, got "qqqqqqqqqq"; svm-gateway networks lists them$/);
  });
});

describe("resolveNetworks(): records", () => {
  it("fingerprints upstreams by source and host, not by key, and never those that a caller set", () => {
    const nameOf = (url: string) =>
      recordOf({ svm_networks: { a: { rpc_url: url } } }, "a").upstreamsFingerprint;
    expect(nameOf("https://x.example.com/one?key=1")).to.equal(nameOf("https://x.example.com/two"));
    expect(nameOf("https://x.example.com")).to.not.equal(nameOf("https://y.example.com"));
    const configured = recordOf({ svm_networks: { a: { rpc_url: "https://x.example.com" } } }, "a");
    expect(changeNetwork(configured, { rpcUrl: "https://x.example.com" }).upstreamsFingerprint).to.equal(
      undefined,
    );
    expect(changeNetwork(configured, { enabled: false }).upstreamsFingerprint).to.equal(
      configured.upstreamsFingerprint,
    );
  });

  it("starts registry networks disabled and untrusted", () => {
    const { upstreamsFingerprint: name, ...record } = recordOf({}, "solana-devnet");
    expect(name).to.match(/^registry /);
    expect(record).to.deep.equal({
      id: "solana-devnet",
      name: "Solana Devnet",
      type: "devnet",
      chainId: "103",
      httpAddresses: [{ url: "https://api.devnet.solana.com", weight: 1, trusted: false }],
      wsAddresses: [{ url: "wss://api.devnet.solana.com", weight: 1, trusted: false }],
      enabled: false,
      allowMethods: [],
      allowMethodsFromLoopbackOnly: false,
    });
  });

  it("enables and trusts the network of rpc_url", () => {
    const network = networkOf({ rpc_url: "https://api.devnet.solana.com" }, "solana-devnet");
    expect(network).to.deep.include({ enabled: true, name: "Solana Devnet" });
    expect(network?.httpAddresses).to.deep.equal([
      { url: "https://api.devnet.solana.com", weight: 1, trusted: true },
    ]);
  });

  it("leaves a configured network unchanged if rpc_url names its address", () => {
    const own = { rpc_url: "https://own.example.com", enabled: false, name: "Own" };
    expect(networkOf({ rpc_url: "https://own.example.com", svm_networks: { own } }, "own")).to.include({
      enabled: false,
      name: "Own",
    });
  });

  it("uses rpc_url as the address of a network that is configured as default", () => {
    const content = {
      rpc_url: "http://127.0.0.1:1",
      svm_networks: { default: { rpc_url: "https://old.example.com", name: "Mine" } },
    };
    const network = networkOf(content, "default");
    expect(network?.name).to.equal("Mine");
    expect(network?.httpAddresses.map(({ url }) => url)).to.deep.equal(["http://127.0.0.1:1"]);
    expect(network?.wsAddresses.map(({ url }) => url)).to.deep.equal(["ws://127.0.0.1:2"]);
  });

  it("lets a configured entry change a registry network and keep the rest", () => {
    const network = networkOf(
      { svm_networks: { "solana-devnet": { name: "Mine", allow_methods: ["x_*"] } } },
      "solana-devnet",
    );
    expect(network).to.deep.include({
      name: "Mine",
      type: "devnet",
      chainId: "103",
      enabled: true,
      allowMethods: ["x_*"],
    });
    expect(network?.httpAddresses[0]).to.deep.equal({
      url: "https://api.devnet.solana.com",
      weight: 1,
      trusted: false,
    });
  });

  it("joins rpc_url and rpc_urls, each address once, with weights", () => {
    const content = {
      rpc_url: "https://a.example.com",
      rpc_urls: [
        "https://b.example.com",
        { url: "https://c.example.com", weight: 3 },
        "https://a.example.com",
      ],
    };
    expect(networkOf({ svm_networks: { own: content } }, "own")?.httpAddresses).to.deep.equal([
      { url: "https://a.example.com", weight: 1, trusted: true },
      { url: "https://b.example.com", weight: 1, trusted: true },
      { url: "https://c.example.com", weight: 3, trusted: true },
    ]);
  });

  it("uses configured WebSocket addresses instead of derived ones", () => {
    const own = {
      rpc_url: "https://a.example.com:1",
      ws_url: "wss://w.example.com",
      ws_urls: [{ url: "wss://v.example.com", weight: 2 }],
    };
    expect(networkOf({ svm_networks: { own } }, "own")?.wsAddresses.map(({ url }) => url)).to.deep.equal([
      "wss://w.example.com",
      "wss://v.example.com",
    ]);
  });

  it("puts the program's own networks first and the registry last", () => {
    const ids = [
      ...resolve({ svm_networks: { own: { rpc_url: "https://own.example.com" } } }, [
        localnet,
      ]).networks.keys(),
    ];
    expect(ids.slice(0, 3)).to.deep.equal(["localnet", "own", "solana-mainnet"]);
  });

  it("refuses a network without address that the registry does not know", () => {
    const { faults } = resolve({ svm_networks: { "solana-devnt": { enabled: true }, zzzzzz: {} } });
    expect(faults.map(({ at, message }) => `${at}: ${message}`)).to.deep.equal([
      "svm_networks.solana-devnt.rpc_url: is missing: solana-devnt has no address, and the registry has none for it (it has solana-devnet); give the address of an upstream",
      "svm_networks.zzzzzz.rpc_url: is missing: zzzzzz has no address, and the registry has none for it; give the address of an upstream",
    ]);
  });

  const types: [id: string, url: string, type: string][] = [
    ["mine", "https://api.devnet.example.com", "devnet"],
    ["my-testnet", "https://rpc.example.com", "testnet"],
    ["mine", "http://127.0.0.1:8899", "localnet"],
    ["mine", "http://validator:8899", "localnet"],
    ["mine", "https://rpc.example.com/devnet", "mainnet"],
  ];
  for (const [id, url, type] of types) {
    it(`treats ${id} at ${url} as a ${type} if no type is given`, () => {
      expect(networkOf({ svm_networks: { [id]: { rpc_url: url } } }, id)?.type).to.equal(type);
    });
  }
});
