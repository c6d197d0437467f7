import { expect } from "chai";
import type { UpstreamEntry } from "../../generated/config.ts";
import type { Network } from "../../src/networks/network.ts";
import { withoutCordoned } from "../../src/networks/network-change.ts";
import { registrySnapshot } from "../../src/networks/network-registry.ts";
import { resolveNetworks } from "../../src/networks/resolve-networks.ts";
import { parseState, writeState } from "../../src/networks/state-file.ts";
import { upstreamNames } from "../../src/networks/upstream-names.ts";
import { configOf } from "./harness.ts";

/** The network of this configuration. */
function networkOf(listed: object): Network {
  const config = configOf({ default_network: "one", svm_networks: { one: listed } });
  const network = resolveNetworks({ config, registry: registrySnapshot() }).networks.get("one");
  if (network === undefined) throw new Error("no network");
  return network;
}

const urlsOf = ({ httpAddresses, wsAddresses }: Network) =>
  [...httpAddresses, ...wsAddresses].map(({ url }) => url);

describe("the names of upstreams", () => {
  const host = "http://user:secret@127.0.0.1:9";
  const cases: [
    name: string,
    urls: readonly { readonly url: string; readonly id?: string }[],
    names: string[],
  ][] = [
    [
      "their hosts, with a number where a network has several there",
      [{ url: `${host}/a` }, { url: `${host}/b` }],
      ["127.0.0.1:9", "127.0.0.1:9#2"],
    ],
    [
      "their ids if the operator set them, which take no number",
      [{ url: host, id: "mine" }, { url: host }],
      ["mine", "127.0.0.1:9"],
    ],
    [
      "no name that another has as its id",
      [{ url: host, id: "127.0.0.1:9" }, { url: host }],
      ["127.0.0.1:9", "127.0.0.1:9#2"],
    ],
  ];
  for (const [name, urls, names] of cases)
    it(`are ${name}`, () => {
      const listed = urls.map(({ url, id }) => ({
        url,
        weight: 1,
        trusted: true,
        ...(id !== undefined && { settings: { id } as UpstreamEntry }),
      }));
      expect(upstreamNames(listed)).to.deep.equal(names);
    });
});

describe("withoutCordoned()", () => {
  const named = networkOf({
    upstreams: [
      { id: "a", url: "https://a.example.com", ws_url: "wss://sockets.a.example.com" },
      { id: "b", url: "https://b.example.com", ws_url: "wss://b.example.com" },
    ],
  });
  const plain = networkOf({
    rpc_urls: ["https://a.example.com/1", "https://a.example.com/2", "https://b.example.com"],
  });

  it("leaves out an upstream by its id, its socket at another host too", () => {
    const left = withoutCordoned(named, ["a"]);
    expect(urlsOf(left).every((url) => url.includes("//b.example.com"))).to.equal(true);
    expect(left.wsAddresses).to.have.length(1);
    expect(left.cordoned).to.deep.equal(["a"]);
  });

  it("leaves out one by its host, and the host's sockets with its last upstream", () => {
    expect(upstreamNames(plain.httpAddresses)).to.deep.equal([
      "a.example.com",
      "a.example.com#2",
      "b.example.com",
    ]);
    const one = withoutCordoned(plain, ["a.example.com#2"]);
    expect(one.httpAddresses.map(({ url }) => url)).to.deep.equal([
      "https://a.example.com/1",
      "https://b.example.com",
    ]);
    expect(one.wsAddresses.some(({ url }) => url.includes("//a.example.com"))).to.equal(true);
    const both = withoutCordoned(plain, ["a.example.com", "a.example.com#2"]);
    expect(urlsOf(both).some((url) => url.includes("//a.example.com"))).to.equal(false);
  });

  it("leaves a network unchanged if nothing, or everything, would be left out", () => {
    expect(withoutCordoned(named, ["other"])).to.equal(named);
    expect(withoutCordoned(named, ["a", "b"])).to.equal(named);
  });

  it("is kept in the state file, which reports anything else that it holds", () => {
    const changes = new Map([["one", { cordoned: ["a"] }]]);
    expect(parseState(writeState(changes))).to.deep.equal(changes);
    const broken = writeState(changes).replace('"a"', "1");
    expect(() => parseState(broken)).to.throw(
      'its entry of one has a "cordoned" that is not a list of upstreams',
    );
  });
});
