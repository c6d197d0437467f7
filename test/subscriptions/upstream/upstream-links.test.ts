import { expect } from "chai";
import { createLinks, type UpstreamLink } from "../../../src/subscriptions/upstream/upstream-links.ts";
import { entryOf } from "../../upstream/harness.ts";

const options = {
  pingIntervalMs: 1000,
  answerTimeoutMs: 1000,
  maxFrameBytes: 1000,
  upstreamConnections: 1,
  subscriptionsPerUpstreamConnection: 1,
  reconnect: { firstMs: 1, longestMs: 1 },
};

function linksOf(...entries: readonly Parameters<typeof entryOf>[]): readonly UpstreamLink[] {
  const upstreams = entries.map(([url, change]) => {
    const settings = entryOf(url, change);
    return { url, weight: settings.weight, trusted: true, settings };
  });
  return createLinks(upstreams, options);
}

describe("the WebSocket upstreams of a network", () => {
  it("are in order of their tier, then of their weight", () => {
    const links = linksOf(
      ["ws://a.example.com", { tier: 2, weight: 9 }],
      ["ws://b.example.com", { weight: 1 }],
      ["ws://c.example.com", { weight: 2 }],
    );
    expect(links.map(({ host }) => host)).to.deep.equal(["c.example.com", "b.example.com", "a.example.com"]);
  });

  it("offer what the operator allows, and are named by their ids", () => {
    const links = linksOf(
      ["ws://a.example.com", { id: "all" }],
      ["ws://b.example.com", { id: "light", methods: { allow: [], deny: ["program*"] } }],
      ["ws://c.example.com", { id: "reads", for: ["reads"] }],
    );
    const offering = (method: string) => links.filter((link) => link.offers(method)).map(({ host }) => host);
    expect(offering("slotSubscribe")).to.deep.equal(["all", "light"]);
    expect(offering("programSubscribe")).to.deep.equal(["all"]);
  });

  it("have failed if a socket ends by itself, not if the gateway ends it", () => {
    const [link] = linksOf(["ws://127.0.0.1:1"]);
    const reasons: string[] = [];
    const open = () =>
      link?.getOrOpenSocket(performance.now(), (_socket, _entries, reason) => reasons.push(reason));
    open();
    link?.end("no subscription is left");
    expect(link?.isWorking).to.equal(true);
    open()?.end("closed with 1006");
    expect(link?.isWorking).to.equal(false);
    expect(reasons).to.deep.equal(["no subscription is left", "closed with 1006"]);
  });
});
