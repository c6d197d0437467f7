import { expect } from "chai";
import type { ConfigFault } from "../../src/config/config-fault.ts";
import type { Network } from "../../src/networks/network.ts";
import { registrySnapshot } from "../../src/networks/network-registry.ts";
import { resolveNetworks } from "../../src/networks/resolve-networks.ts";
import { configOf } from "./harness.ts";

const registry = registrySnapshot();

function resolve(content: unknown): { network: Network; faults: readonly ConfigFault[] } {
  const { networks, defaultId, faults } = resolveNetworks({ config: configOf(content), registry });
  const network = networks.get(defaultId);
  if (network === undefined) throw new Error("there is no default network");
  return { network, faults };
}

const urlsOf = (list: Network["httpAddresses"]) => list.map(({ url }) => url);

describe("the upstreams of a network", () => {
  const short = { rpc_url: "https://a.example.com", rpc_urls: [{ url: "https://b.example.com", weight: 2 }] };
  const entries = [
    {
      url: "https://c.example.com",
      ws_url: "wss://socket.example.com",
      tier: 2,
      for: ["reads", "subscriptions"],
    },
    { url: "https://d.example.com/x", for: ["sends"] },
    { url: "https://e.example.com:8899", for: ["subscriptions"] },
    "https://f.example.com",
  ];

  it("come from the short forms and from the list, in that order, each for its purposes", () => {
    const { network, faults } = resolve({ svm_networks: { own: { ...short, upstreams: entries } } });
    expect(faults).to.deep.equal([]);
    expect(urlsOf(network.httpAddresses)).to.deep.equal([
      "https://a.example.com",
      "https://b.example.com",
      "https://c.example.com",
      "https://d.example.com/x",
      "https://f.example.com",
    ]);
    expect(urlsOf(network.wsAddresses)).to.deep.equal([
      "wss://a.example.com",
      "wss://b.example.com",
      "wss://socket.example.com",
      "wss://e.example.com:8900",
      "wss://f.example.com",
    ]);
  });

  it("have their settings at both addresses, defaults filled in", () => {
    const { network } = resolve({ upstreams: entries });
    const [first] = network.httpAddresses;
    expect(first).to.deep.include({ weight: 1, trusted: true });
    expect(first?.settings).to.deep.include({ tier: 2, headers: {}, costs: {} });
    expect(network.wsAddresses[0]?.settings).to.equal(first?.settings);
  });

  it("keep the WebSocket addresses of the short form for its own upstreams", () => {
    const { network } = resolve({
      svm_networks: {
        own: { ...short, ws_url: "wss://w.example.com", upstreams: ["https://f.example.com"] },
      },
    });
    expect(urlsOf(network.wsAddresses)).to.deep.equal(["wss://w.example.com", "wss://f.example.com"]);
  });

  it("of the top level are those of the network that has the first address, or of default", () => {
    const own = { rpc_url: "https://own.example.com" };
    const list = ["https://own.example.com", "https://g.example.com"];
    expect(resolve({ upstreams: list, svm_networks: { own } }).network).to.include({ id: "own" });
    expect(urlsOf(resolve({ upstreams: list, svm_networks: { own } }).network.httpAddresses)).to.deep.equal(
      list,
    );
    expect(resolve({ upstreams: ["https://api.devnet.solana.com"] }).network).to.include({
      id: "solana-devnet",
      enabled: true,
    });
    expect(resolve({ upstreams: list }).network).to.include({ id: "default", enabled: true });
    const both = resolve({ rpc_url: "https://a.example.com", upstreams: list }).network;
    expect(urlsOf(both.httpAddresses)).to.deep.equal(["https://a.example.com", ...list]);
  });

  it("are deduplicated by address and headers", () => {
    const url = "https://a.example.com";
    const list = [
      url,
      { url },
      { url, headers: { "x-token": "one" } },
      { url, headers: { "x-token": "two" } },
    ];
    expect(resolve({ upstreams: list }).network.httpAddresses).to.have.length(3);
  });

  const faulty: [what: string, upstreams: unknown[], expected: string[]][] = [
    [
      "two of one id",
      [
        { id: "x", url: "https://a.example.com" },
        { id: "x", url: "https://b.example.com" },
      ],
      ['upstreams[1].id: must differ from that of upstreams[0], got "x"'],
    ],
    [
      "none that is for reads",
      [
        { url: "https://a.example.com", for: ["sends"] },
        { url: "https://b.example.com", for: [] },
      ],
      [
        "upstreams[1].for: must have at least one of reads, sends and subscriptions",
        'upstreams: must have at least one upstream for "reads"',
      ],
    ],
  ];
  for (const [what, upstreams, expected] of faulty) {
    it(`are refused with ${what}`, () => {
      const lines = ({ faults }: ReturnType<typeof resolve>) =>
        faults.map(({ at, message }) => `${at}: ${message}`);
      expect(lines(resolve({ upstreams }))).to.deep.equal(expected);
      const inNetwork = lines(resolve({ svm_networks: { own: { ...short, upstreams } } }));
      expect(inNetwork[0]).to.equal(`svm_networks.own.${expected[0]}`);
    });
  }
});

describe("upstreams at short addresses of providers", () => {
  const acme = {
    name: "Acme",
    networks: {
      "solana-mainnet": { url: "https://acme.example/{key}", ws_url: "wss://acme.example/ws/{key}" },
    },
    plans: { small: { per_second: 20 }, large: { per_second: 90, credits_per_month: 1000 } },
    costs: { default: 2, getBlock: 5 },
    extra_methods: ["acme_*"],
  };

  it("have the limits and costs of the provider's data if they name none", () => {
    const entry = { url: "acme://K", plan: "large", limits: { per_second: 50 }, costs: { getBlock: 7 } };
    const { network, faults } = resolve({ providers: { acme }, upstreams: [entry, "acme://K2"] });
    expect(faults).to.deep.equal([]);
    const [first, second] = network.httpAddresses;
    expect(first?.settings).to.deep.include({ costs: { default: 2, getBlock: 7 } });
    expect(first?.settings?.limits).to.deep.include({ perSecond: 50, creditsPerMonth: 1000 });
    expect(second?.url).to.equal("https://acme.example/K2");
    expect(second?.settings?.limits.perSecond).to.equal(20);
    expect(urlsOf(network.wsAddresses)).to.deep.equal([
      "wss://acme.example/ws/K",
      "wss://acme.example/ws/K2",
    ]);
  });

  it("are for the network that lists them, and at the top level for solana-mainnet", () => {
    expect(resolve({ upstreams: ["helius://K"] }).network).to.include({
      id: "solana-mainnet",
      enabled: true,
    });
    const listed = { "solana-devnet": { rpc_url: "helius://K" } };
    expect(resolve({ svm_networks: listed }).network.httpAddresses[0]?.url).to.contain(
      "devnet.helius-rpc.com",
    );
    expect(resolve({ rpc_url: "helius://K?network=solana-devnet" }).network.id).to.equal("solana-devnet");
  });

  it("allow what the provider serves beyond the document", () => {
    expect(resolve({ providers: { acme }, upstreams: ["acme://K"] }).network.allowMethods).to.deep.equal([
      "acme_*",
    ]);
  });

  it("are faults with their paths if they expand to nothing", () => {
    const { faults } = resolve({
      rpc_url: "acme://K",
      upstreams: [{ url: "helius://a/b" }, "triton://K"],
      svm_networks: { own: { rpc_urls: [{ url: "helius://K?plan=gold" }] } },
    });
    expect(faults.map(({ at }) => at)).to.have.members([
      "rpc_url",
      "upstreams[0].url",
      "upstreams[1]",
      "svm_networks.own.rpc_urls[0].url",
    ]);
  });
});
