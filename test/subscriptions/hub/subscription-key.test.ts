import { expect } from "chai";
import fc from "fast-check";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { ledgerParams } from "../../../src/gateway/params/ledger-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { quote } from "../../../src/json/join.ts";
import { subscriptionKey } from "../../../src/subscriptions/subscription-hub.ts";
import { runs } from "../../property-runs.ts";
import { addresses, signature } from "../harness.ts";

const [address] = addresses;

function keyOf(method: string, params: string, network = "localnet"): string {
  return subscriptionKey(network, bindParams(indexedMethods.get(method) ?? expect.fail(), params));
}

/** What an upstream is asked, with the ledger's defaults filled in and its keys in order: what a key must tell apart. */
function meaningOf(method: string, params: string): string {
  const methodIndex = indexedMethods.get(method) ?? expect.fail();
  const text = ledgerParams(bindParams(methodIndex, params), "ledger", undefined);
  const [first, config = {}] = JSON.parse(text) as [unknown, Record<string, unknown>?];
  const members = Object.entries({ commitment: "finalized", ...config });
  return JSON.stringify([
    method,
    first,
    members.filter(([name, value]) => name !== "withContext" || value).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

type Field = readonly [name: string, raw: string];

const fields: readonly Field[] = [
  ["encoding", '"base64"'],
  ["encoding", '"base58"'],
  ["commitment", '"confirmed"'],
  ["commitment", '"finalized"'],
  ["dataSlice", '{"offset":0,"length":1}'],
  ["filters", '[{"dataSize":1}]'],
  ["filters", '[{"dataSize":2}]'],
  ["withContext", "false"],
  ["withContext", "true"],
  ["other", "null"],
  ["other", "1"],
  ["other", '"1"'],
  ["other", "false"],
];

/** What a key might put between the parts of a parameter, and between parameters. */
const joiners = ["=", " ", ":", ",", '":', ',"', '",', "", "\n", "\u0000", "}{"];

function configText(members: readonly Field[]): string {
  return `{${members.map(([name, raw]) => `${quote(name)}:${raw}`).join(",")}}`;
}

/**
 * Two subscriptions, the second made of the first: the same in another order, or some of its fields written into the name of
 * an unknown one, as an attacker would who wants another client's notifications.
 */
const pairs = fc
  .record({
    members: fc.uniqueArray(fc.constantFrom(...fields), {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    }),
    inner: fc.constantFrom(...joiners),
    outer: fc.constantFrom(...joiners),
    from: fc.nat({ max: 4 }),
    isFolded: fc.boolean(),
    isReversed: fc.boolean(),
  })
  .map(({ members, inner, outer, from, isFolded, isReversed }) => {
    // Unknown fields come after the known ones, as in a key that is written in the document's order.
    const known = ["commitment", "encoding", "dataSlice", "filters", "withContext", "other"];
    const sorted = [...members].sort(([a], [b]) => known.indexOf(a) - known.indexOf(b));
    const folded = sorted.slice(from);
    const [last] = folded.slice(-1);
    const name = folded.map(([key, raw], index) =>
      index < folded.length - 1 ? `${key}${inner}${raw}` : key,
    );
    const other: readonly Field[] =
      !isFolded || last === undefined ? sorted : [...sorted.slice(0, from), [name.join(outer), last[1]]];
    const one = sorted;
    return [configText(one), configText(isReversed ? [...other].reverse() : other)] as const;
  });

const equal: readonly [method: string, one: string, other: string][] = [
  ["accountSubscribe", `["${address}"]`, `["${address}",{"commitment":"finalized"}]`],
  ["accountSubscribe", `["${address}"]`, `[ "${address}", {} ]`],
  ["accountSubscribe", `["${address}",null]`, `["${address}"]`],
  [
    "accountSubscribe",
    `["${address}",{"encoding":"base64","commitment":"processed"}]`,
    `["${address}",{"commitment":"processed","encoding":"base64"}]`,
  ],
  [
    "programSubscribe",
    `["${address}",{"filters":[{"memcmp":{"offset":1,"bytes":"2"}}]}]`,
    `["${address}",{"filters":[{"memcmp":{"bytes":"2","offset":1}}]}]`,
  ],
  ["signatureSubscribe", `["${signature}"]`, `["${signature}",{"enableReceivedNotification":false}]`],
  ["slotSubscribe", "[]", "[]"],
];

const different: readonly [method: string, one: string, other: string][] = [
  ["accountSubscribe", `["${address}"]`, `["${address}",{"commitment":"confirmed"}]`],
  ["accountSubscribe", `["${address}"]`, `["${address}",{"encoding":"base58"}]`],
  ["signatureSubscribe", `["${signature}"]`, `["${signature}",{"enableReceivedNotification":true}]`],
  ["logsSubscribe", '["all"]', '["allWithVotes"]'],
  // An unknown field whose name was written to look like two known ones.
  [
    "programSubscribe",
    `["${address}",{"encoding":"base64","filters":[{"dataSize":1}]}]`,
    `["${address}",{"encoding=\\"base64\\" filters":[{"dataSize":1}]}]`,
  ],
  [
    "programSubscribe",
    `["${address}",{"filters":[{"dataSize":1},{"dataSize":2}]}]`,
    `["${address}",{"filters":[{"dataSize":2},{"dataSize":1}]}]`,
  ],
];

describe("subscription key", () => {
  for (const [method, one, other] of equal) {
    it(`is the same for ${method} ${one} and ${other}`, () => {
      expect(keyOf(method, one)).to.equal(keyOf(method, other));
    });
  }
  for (const [method, one, other] of different) {
    it(`differs for ${method} ${one} and ${other}`, () => {
      expect(keyOf(method, one)).to.not.equal(keyOf(method, other));
    });
  }

  it("differs from network to network", () => {
    expect(keyOf("slotSubscribe", "[]", "a")).to.not.equal(keyOf("slotSubscribe", "[]", "b"));
  });

  it("tells apart exactly the subscriptions that upstreams are asked for differently", () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [first, second] = [`["${address}",${one}]`, `["${address}",${other}]`];
        const areEqual = keyOf("programSubscribe", first) === keyOf("programSubscribe", second);
        const meanTheSame = meaningOf("programSubscribe", first) === meaningOf("programSubscribe", second);
        expect(areEqual, `${first} and ${second}`).to.equal(meanTheSame);
      }),
      { numRuns: runs(3000) },
    );
  });
});
