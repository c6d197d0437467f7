import { expect } from "chai";
import type { UpstreamEntry } from "../../../generated/config.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import type { Needs } from "../../../src/upstream/node/call-needs.ts";
import type { Health, Upstream } from "../../../src/upstream/node/upstream.ts";
import { UpstreamSet } from "../../../src/upstream/node/upstream-set.ts";
import { chooseUpstream, maxRanks } from "../../../src/upstream/routing/choose-upstream.ts";
import { entryOf, needsOf, networkOf, testConfig, upstreamOf } from "../harness.ts";

const now = 10_000;
const head = 1000;
const method = "getBalance";
const genesis = "GenesisA";
const usualNeeds = needsOf({ upstreamMethod: method });

/** An upstream without penalties, except for the given changes. */
interface Kind {
  readonly health?: Health;
  readonly slot?: number;
  readonly tier?: number;
  readonly provider?: string;
  readonly limits?: UpstreamEntry["limits"];
  readonly change?: (upstream: Upstream) => void;
}

function upstreamOfKind(
  name: string,
  { health = "healthy", slot = head, tier = 1, provider, limits, change }: Kind,
): Upstream {
  const url = `http://${name}.example`;
  const upstream = upstreamOf({
    url,
    name,
    settings: entryOf(url, { tier, ...(limits && { limits }) }),
    provider: provider === undefined ? undefined : { id: provider, methods: [], extraMethods: [] },
  });
  upstream.recordHealth(health);
  upstream.recordGenesis(genesis);
  upstream.slots.record("processed", slot, now, now);
  change?.(upstream);
  return upstream;
}

/** Chooses among these upstreams, beside one at the head that was already tried; returns the index, or -1. */
function choose(kinds: readonly Kind[], needs: Partial<Needs> = {}, maxRank?: number): number {
  const excluded = upstreamOfKind("tried", {});
  const upstreams = kinds.map((kind, index) => upstreamOfKind(`upstream${index}`, kind));
  const set = new UpstreamSet(networkOf([]), [excluded, ...upstreams], { freshSlots: 1, prefer: "speed" }, 0);
  set.recordGenesis(genesis);
  set.believed.prove({ slot: head, at: now });
  const chosen = chooseUpstream(set, [excluded], { ...usualNeeds, ...needs }, now, maxRank);
  return chosen === undefined ? -1 : upstreams.indexOf(chosen);
}

const ahead = { slot: 5000 };
const rateLimited = RpcError.of("upstreamUnreachable", "Too many calls.");
const paused = { change: (one: Upstream) => one.recordRateLimit("call", rateLimited, now, now + 1) };
const ofNoProvider = {};
const prunedAt = (slot: number) => ({ change: (one: Upstream) => one.history.recordFirst(slot, now) });
const lackingMethod = { change: (one: Upstream) => one.recordMissingMethod(method, now) };
const lackingProcessed = { change: (one: Upstream) => one.recordNoProcessed(now) };
const ofOtherLedger = { change: (one: Upstream) => one.recordGenesis("GenesisB") };
const atLimit = {
  limits: { perSecond: 1, creditsPerDay: undefined, creditsPerMonth: undefined },
  change: ({ quota }: Upstream) => quota?.count("call", method, now),
};
const openBreaker = {
  change: ({ breaker }: Upstream) => {
    for (let count = 0; count < testConfig.breaker.failures; count += 1) breaker.recordFailure("call", now);
  },
};

/** Each rule of the order: the preferred upstream, the other one, and the needs of the call. */
const order: readonly (readonly [rule: string, first: Kind, after: Kind, needs?: Partial<Needs>])[] = [
  ["at the head before behind it", {}, { slot: head - 2 }],
  ["behind the head before above what is believed", { slot: head - 2 }, ahead],
  ["behind the head before unchecked", { slot: head - 2 }, { health: "unchecked" }],
  [
    "unchecked before below what the client was shown",
    { health: "unchecked" },
    { slot: 999 },
    { preferredSlot: head },
  ],
  [
    "unchecked before below the slot that is asked for",
    { health: "unchecked" },
    { slot: 999 },
    { minContextSlot: head },
  ],
  [
    "below what the client was shown before lagging",
    { slot: 999 },
    { health: "behind" },
    { preferredSlot: head },
  ],
  [
    "below the slot that is asked for before lagging",
    { slot: 999 },
    { health: "behind" },
    { minContextSlot: head },
  ],
  ["lagging before unhealthy", { health: "behind" }, { health: "unhealthy" }],
  ["unhealthy before paused", { health: "unhealthy" }, paused],
  [
    "paused before of no provider that is known to serve the method",
    { ...paused, provider: "one" },
    ofNoProvider,
    { providers: ["one"] },
  ],
  [
    "of no such provider before without the history",
    ofNoProvider,
    { ...prunedAt(900), provider: "one" },
    { providers: ["one"], oldestSlot: 800 },
  ],
  ["without the history before without the method", prunedAt(900), lackingMethod, { oldestSlot: 800 }],
  ["without the history before without the commitment", prunedAt(900), lackingProcessed, { oldestSlot: 800 }],
  ["the lower tier before the better rank, where both are fit", { slot: head - 2 }, { tier: 2 }],
  [
    "fit in a higher tier before not fit in a lower one",
    { health: "unchecked", tier: 2 },
    { health: "behind" },
  ],
  ["what the client was shown before the lower tier", { tier: 2 }, { slot: 999 }, { preferredSlot: head }],
  ["the slot that is asked for before the lower tier", { tier: 2 }, { slot: 999 }, { minContextSlot: head }],
  [
    "the better rank before the lower tier, where neither is fit",
    { health: "behind", tier: 1000 },
    { health: "unhealthy" },
  ],
  [
    "the lower tier, where neither is fit and the ranks are the same",
    { health: "behind" },
    { health: "behind", tier: 2 },
  ],
  ["the newer slot, up to the head, where all else is the same", { slot: head - 2 }, { slot: head - 3 }],
];

/** Upstreams that are never chosen, even if no other is left. */
const excluded: readonly (readonly [rule: string, kind: Kind, needs?: Partial<Needs>])[] = [
  ["whose breaker is open", openBreaker],
  ["that is known to be of another ledger", { health: "foreign" }],
  ["whose genesis hash is another", ofOtherLedger],
  ["that would refuse the call", {}, { unfitReasons: new Map([["upstream0", "demands a tip"]]) }],
  ["at its limit", atLimit],
  ["below the floor", { slot: head - 1 }, { floor: head }],
];

describe("the choice of an upstream", () => {
  const realRandom = Math.random;

  afterEach(() => {
    Math.random = realRandom;
  });

  for (const [rule, first, after, needs] of order) {
    it(`is ${rule}`, () => {
      // In either order of the list, and for either random pick.
      for (const random of [0, 1 - 1e-9]) {
        Math.random = () => random;
        expect(choose([after, first], needs)).to.equal(1);
        expect(choose([first, after], needs)).to.equal(0);
      }
    });
  }

  for (const [rule, kind, needs] of excluded) {
    it(`is never one ${rule}`, () => {
      expect(choose([kind], needs)).to.equal(-1);
    });
  }

  it("is one with all other penalties, if its breaker is closed", () => {
    const change = (one: Upstream) => {
      for (const kind of [paused, lackingMethod, prunedAt(900)]) kind.change(one);
    };
    const needs = { preferredSlot: head, minContextSlot: head, oldestSlot: 800, providers: ["one"] };
    expect(choose([{ health: "unhealthy", slot: 990, change }], needs)).to.equal(0);
  });

  it("is only one without penalties, if that is required", () => {
    expect(choose([{ slot: head - 2 }], {}, maxRanks.unpenalized)).to.equal(-1);
    expect(choose([{}], {}, maxRanks.unpenalized)).to.equal(0);
  });
});
