import { expect } from "chai";
import type { RouteProfile } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import { checkValue } from "../../src/config/check-value.ts";
import type { ConfigFault } from "../../src/config/config-fault.ts";
import { schemaAt } from "../../src/config/config-schema.ts";
import { knownProviders, shippedProviders } from "../../src/providers/known-providers.ts";
import document from "../../src/providers/providers.json" with { type: "json" };
import { isRoute } from "../../src/providers/route-profile.ts";
import { type AddressedNetwork, expandAddress } from "../../src/providers/short-address.ts";
import { isBase58OfLength } from "../../src/text/base58.ts";
import { plainRoute } from "./plain-route.ts";

const mainnet: AddressedNetwork = { id: "solana-mainnet", type: "mainnet", isListed: true };
const devnet: AddressedNetwork = { id: "solana-devnet", type: "devnet", isListed: true };

function urlOf(address: string, network = mainnet, providers = shippedProviders): string {
  const expanded = expandAddress(address, network, providers);
  return "fault" in expanded ? expanded.fault : expanded.url;
}

describe("short addresses of providers", () => {
  const forms: [address: string, network: AddressedNetwork, url: string, wsUrl?: string][] = [
    ["helius://K-1", mainnet, "https://mainnet.helius-rpc.com/?api-key=K-1"],
    ["HELIUS://K-1", devnet, "https://devnet.helius-rpc.com/?api-key=K-1"],
    ["triton://app/K-1", mainnet, "https://app.mainnet.rpcpool.com/K-1"],
    ["triton://app/K-1", devnet, "https://app.devnet.rpcpool.com/K-1"],
    ["quicknode://a-b-c/K-1/", mainnet, "https://a-b-c.solana-mainnet.quiknode.pro/K-1/"],
    ["alchemy://K-1", mainnet, "https://solana-mainnet.g.alchemy.com/v2/K-1"],
    ["ankr://K-1", mainnet, "https://rpc.ankr.com/solana/K-1", "wss://rpc.ankr.com/solana/ws/K-1"],
    [
      "ankr://K-1",
      devnet,
      "https://rpc.ankr.com/solana_devnet/K-1",
      "wss://rpc.ankr.com/solana_devnet/ws/K-1",
    ],
    [
      "drpc://K-1",
      mainnet,
      "https://lb.drpc.org/ogrpc?network=solana&dkey=K-1",
      "wss://lb.drpc.org/ogws?network=solana&dkey=K-1",
    ],
    ["chainstack://K-1", mainnet, "https://solana-mainnet.core.chainstack.com/K-1"],
    ["getblock://K-1", mainnet, "https://go.getblock.io/K-1"],
    ["syndica://K-1", mainnet, "https://solana-mainnet.api.syndica.io/api-key/K-1"],
    ["shyft://K-1", mainnet, "https://rpc.shyft.to/?api_key=K-1"],
    ["solanatracker://K-1", mainnet, "https://rpc-mainnet.solanatracker.io/?api_key=K-1"],
    [
      "onfinality://K-1",
      mainnet,
      "https://solana.api.onfinality.io/rpc?apikey=K-1",
      "wss://solana.api.onfinality.io/ws?apikey=K-1",
    ],
    ["helius-sender://fra", mainnet, "http://fra-sender.helius-rpc.com/fast"],
    ["helius-swqos://fra", mainnet, "http://fra-sender.helius-rpc.com/fast?swqos_only=true"],
    ["jito://ny", mainnet, "https://ny.mainnet.block-engine.jito.wtf"],
    ["nozomi://fra2/K-1", mainnet, "https://fra2.secure.nozomi.temporal.xyz/?c=K-1"],
    ["bloxroute://127.0.0.1:9000", mainnet, "http://127.0.0.1:9000"],
    ["bloxroute-protect://sol-protect", mainnet, "https://sol-protect.rpc.blxrbdn.com"],
    ["nextblock://127.0.0.1:9000", mainnet, "http://127.0.0.1:9000"],
    ["astralane://ams/K-1", mainnet, "https://ams.gateway.astralane.io/iris?api-key=K-1"],
    ["node://127.0.0.1:8899", devnet, "http://127.0.0.1:8899"],
    ["cloudbreak://10.0.0.5:8899", mainnet, "http://10.0.0.5:8899"],
    ["superbank://history.internal", devnet, "http://history.internal"],
  ];
  for (const [address, network, url, wsUrl] of forms) {
    it(`${address} on ${network.id} is ${url}`, () => {
      const expanded = expandAddress(address, network, shippedProviders);
      expect(expanded).to.deep.include({ url, wsUrl, networkId: network.id });
    });
  }

  it("are tested for every provider that has any", () => {
    const tested = new Set(forms.map(([address]) => address.toLowerCase().split(":")[0]));
    const sold = [...shippedProviders].filter(([, { networks }]) => Object.keys(networks).length > 0);
    expect(sold.map(([id]) => id).filter((id) => !tested.has(id))).to.deep.equal([]);
    expect(sold.length).to.be.at.least(10);
  });

  it("use the network that they name, else that of the type if the id is the operator's", () => {
    expect(urlOf("helius://K?network=solana-devnet")).to.equal(urlOf("helius://K", devnet));
    const own: AddressedNetwork = { id: "main", type: "mainnet", isListed: false };
    expect(urlOf("helius://K", own)).to.equal(urlOf("helius://K"));
    const eclipse: AddressedNetwork = { id: "eclipse-mainnet", type: "mainnet", isListed: true };
    expect(urlOf("helius://K", eclipse)).to.equal(
      "is for network eclipse-mainnet, for which no address of Helius is known; known: solana-mainnet, solana-devnet",
    );
  });

  it("have the limits of the plan that they name, else of the first plan", () => {
    const limitsOf = (address: string, plan?: string) => {
      const expanded = expandAddress(address, mainnet, shippedProviders, plan);
      return "fault" in expanded ? expanded.fault : expanded.limits.perSecond;
    };
    expect(limitsOf("helius://K")).to.equal(10);
    expect(limitsOf("helius://K?plan=business")).to.equal(200);
    expect(limitsOf("helius://K", "developer")).to.equal(50);
    expect(limitsOf("alchemy://K")).to.equal(undefined);
    expect(limitsOf("helius://K?plan=gold")).to.equal(
      "names an unknown plan of Helius; known: free, developer, business, professional",
    );
  });

  const faulty: [address: string, error: string][] = [
    ["helius://", "must be helius://KEY"],
    ["helius://a/b", "must be helius://KEY"],
    ["helius://a b", "must be helius://KEY"],
    ["helius://a@evil.example", "must be helius://KEY"],
    ["triton://K", "must be triton://NAME/KEY"],
    ["helius://K?x=1", "may have only network and plan after the ?"],
    [
      "jito://mars",
      "names an unknown region of Jito; known: amsterdam, dublin, frankfurt, london, ny, slc, singapore, tokyo",
    ],
    [
      "das://K",
      "is for network solana-mainnet, for which no address of nodes with a digital-asset index is known; write its addresses in full",
    ],
  ];
  for (const [address, fault] of faulty) {
    it(`are refused without showing any part: ${address}`, () => expect(urlOf(address)).to.equal(fault));
  }

  it("of an unknown scheme name the nearest known one", () => {
    expect(urlOf("helios://K")).to.contain("did you mean helius://?");
  });

  it("work the same for a provider that the operator adds, which may override a shipped one", () => {
    const acme = {
      name: "Acme",
      hosts: [],
      parts: ["key"],
      networks: { "solana-mainnet": { url: "https://acme.example/{key}", wsUrl: undefined } },
      plans: {},
      costs: {},
      methods: [],
      extraMethods: [],
      history: undefined,
      sources: {},
      route: plainRoute,
    };
    expect(urlOf("acme://K", mainnet, knownProviders({ acme }))).to.equal("https://acme.example/K");
    expect(urlOf("helius://K", mainnet, knownProviders({ helius: acme }))).to.equal("https://acme.example/K");
  });
});

describe("the data of providers", () => {
  it("has the form in which an operator adds one", () => {
    const faults: ConfigFault[] = [];
    checkValue(schemaAt("providers") ?? {}, document, "providers", faults);
    expect(faults).to.deep.equal([]);
  });

  it("says for each figure where it comes from and when, or that none was found", () => {
    const lacking = [...shippedProviders].flatMap(
      ([id, { networks, sources, methods: served, extraMethods, route }]) => {
        const figures = ["networks"];
        if (isRoute(route)) figures.push("plans", "methods", ...figuresOf(route));
        else if (Object.keys(networks).length > 0) figures.push("plans", "costs", "history");
        if (served.length > 0) figures.push("methods");
        if (extraMethods.length > 0) figures.push("extra_methods");
        return figures
          .filter((figure) => {
            const { page, read, note } = sources[figure] ?? {};
            return page === undefined ? note === undefined : !/^\d{4}-\d\d-\d\d$/.test(read ?? "");
          })
          .map((figure) => `${id}: ${figure}`);
      },
    );
    expect(lacking).to.deep.equal([]);
  });

  it("names tip accounts that are addresses, each once", () => {
    const wrong = [...shippedProviders].flatMap(
      ([
        id,
        {
          route: { tipAccounts },
        },
      ]) =>
        tipAccounts
          .filter((account, at) => !isBase58OfLength(account, 32) || tipAccounts.indexOf(account) !== at)
          .map((account) => `${id}: ${account}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("names only methods of the document where a route takes them", () => {
    const unknown = [...shippedProviders.values()].flatMap(({ route }) =>
      Object.keys(route.methods).filter((name) => !Object.hasOwn(methods, name)),
    );
    expect(unknown).to.deep.equal([]);
  });

  it("prices only methods of the document", () => {
    const unknown = [...shippedProviders.values()].flatMap(({ costs }) =>
      Object.keys(costs).filter((name) => name !== "default" && !Object.hasOwn(methods, name)),
    );
    expect(unknown).to.deep.equal([]);
  });

  it("names only methods of the document where a server has a part of them", () => {
    const unknown = [...shippedProviders.values()].flatMap(({ methods: served }) =>
      served.filter((name) => !Object.hasOwn(methods, name)),
    );
    expect(unknown).to.deep.equal([]);
  });

  it("uses every part of an address, and no other, in each of its addresses", () => {
    for (const [id, { networks, parts }] of shippedProviders)
      for (const { url, wsUrl } of Object.values(networks))
        for (const address of [url, wsUrl ?? url])
          expect(
            [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
            id,
          ).to.have.members([...parts]);
  });
});

/** The keys of a route that say something. */
function figuresOf(route: RouteProfile): string[] {
  const { skipPreflight, maxRetries, encoding, tipAccounts, leastTip, bundleSize, regions } = route;
  const given = {
    skip_preflight: skipPreflight || undefined,
    max_retries: maxRetries,
    encoding,
    tip_accounts: tipAccounts[0],
    least_tip: leastTip === 0 ? undefined : leastTip,
    bundle_size: bundleSize,
    regions: regions[0],
  };
  return Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : key));
}
