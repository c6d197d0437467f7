import { expect } from "chai";
import { guessType, parseRegistry, registrySnapshot, slugify } from "../../src/networks/network-registry.ts";

const good = {
  name: "Good Mainnet",
  chain: "GOOD",
  rpc: ["https://good.example.com"],
  shortName: "good",
  chainId: 7,
  status: "active",
};

describe("the registry that ships", () => {
  const entries = registrySnapshot();

  it("lists the ledger's own networks by their usual ids", () => {
    const known = entries.map(({ id, type, chainId }) => `${id} ${type} ${chainId}`);
    expect(known).to.include.members([
      "solana-mainnet mainnet 101",
      "solana-devnet devnet 103",
      "solana-testnet testnet 102",
      "eclipse-mainnet mainnet 256",
    ]);
  });

  it("holds each id and each address once", () => {
    const urls = entries.flatMap(({ rpcUrls }) => rpcUrls);
    expect(new Set(urls).size).to.equal(urls.length);
    expect(new Set(entries.map(({ id }) => id)).size).to.equal(entries.length);
  });
});

describe("parseRegistry()", () => {
  it("reads the public form and ignores unknown members", () => {
    expect(parseRegistry([{ ...good, explorers: [], features: [{ name: "SVM" }] }])).to.deep.equal([
      {
        id: "good-mainnet",
        name: "Good Mainnet",
        chainId: "7",
        type: "mainnet",
        rpcUrls: ["https://good.example.com"],
      },
    ]);
  });

  it("uses the short name if there is no chain id", () => {
    expect(parseRegistry([{ ...good, chainId: null }])[0]?.chainId).to.equal("good");
    expect(parseRegistry([{ ...good, chainId: null, shortName: 3 }])[0]?.chainId).to.equal("good-mainnet");
  });

  const left: [what: string, entry: unknown][] = [
    ["no address", { ...good, name: "Other", rpc: [] }],
    ["an address that is not https", { ...good, name: "Other", rpc: ["http://a.example.com"] }],
    ["an address inside", { ...good, name: "Other", rpc: ["https://10.0.0.1"] }],
    ["an address that is no text", { ...good, name: "Other", rpc: [5] }],
    ["no name", { ...good, name: undefined }],
    ["a name without letters", { ...good, name: "!!" }],
    ["the name All", { ...good, name: "All" }],
    ["a name of 101 characters", { ...good, name: "x".repeat(101) }],
    ["a deprecated network", { ...good, name: "Other", status: "deprecated" }],
    ["the same name again", { ...good, rpc: ["https://other.example.com"] }],
    ["null", null],
    ["text", "Other"],
  ];
  for (const [what, entry] of left) {
    it(`leaves out an entry with ${what}`, () => {
      expect(parseRegistry([good, entry])).to.deep.equal(parseRegistry([good]));
    });
  }

  for (const list of [{}, null, "x", [], [null]]) {
    it(`refuses ${JSON.stringify(list)}`, () => expect(() => parseRegistry(list)).to.throw(/registry/));
  }

  it("reads at most 1000 entries", () => {
    const list = Array.from({ length: 1500 }, (_, index) => ({ ...good, name: `Network ${index}` }));
    expect(parseRegistry(list)).to.have.length(1000);
  });
});

describe("slugify()", () => {
  const cases: [name: string, slug: string][] = [
    ["Solana Mainnet", "solana-mainnet"],
    ["SOON  (Testnet)!", "soon-testnet"],
    ["Éclipse", "eclipse"],
    ["__proto__", "proto"],
  ];
  for (const [name, slug] of cases) {
    it(`makes ${slug} of ${name}`, () => expect(slugify(name)).to.equal(slug));
  }
});

describe("guessType()", () => {
  const cases: [text: string, type: string][] = [
    ["Solana Devnet", "devnet"],
    ["https://api.testnet.example.com", "testnet"],
    ["localnet-b", "localnet"],
    ["api.mainnet-beta.example.com", "mainnet"],
    ["anything", "mainnet"],
  ];
  for (const [text, type] of cases) {
    it(`treats ${text} as ${type}`, () => expect(guessType(text)).to.equal(type));
  }
});
