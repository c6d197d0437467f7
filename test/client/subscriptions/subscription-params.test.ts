import { expect } from "chai";
import type { SubscriptionRow } from "../../../src/client/shared/client-table.ts";
import { subscriptionParams } from "../../../src/client/subscriptions/subscription-socket.ts";

const row: SubscriptionRow = {
  subscribe: "blockSubscribe",
  unsubscribe: "blockUnsubscribe",
  notification: "blockNotification",
  slowReader: "close",
  positions: ["filter"],
  fields: { rewards: "showRewards" },
};

describe("subscriptionParams", () => {
  const cases: [name: string, positions: readonly string[], params: object, text: string][] = [
    ["nothing", [], {}, "[]"],
    ["positions only", ["filter"], { filter: "all" }, '["all"]'],
    [
      "positions and fields",
      ["filter"],
      { filter: "all", commitment: "confirmed" },
      '["all",{"commitment":"confirmed"}]',
    ],
    ["fields only", [], { commitment: "confirmed" }, '[{"commitment":"confirmed"}]'],
    [
      "fields in one order",
      ["filter"],
      { z: 1, filter: "all", a: 18446744073709551615n },
      '["all",{"a":18446744073709551615,"z":1}]',
    ],
    [
      "fields under the ledger's name",
      ["filter"],
      { filter: "all", rewards: true },
      '["all",{"showRewards":true}]',
    ],
    ["no field for undefined", ["filter"], { filter: "all", commitment: undefined }, '["all"]'],
    [
      "a missing position as null before fields",
      ["filter"],
      { commitment: "confirmed" },
      '[null,{"commitment":"confirmed"}]',
    ],
    ["an object at a position", ["filter"], { filter: { mentions: ["x"] } }, '[{"mentions":["x"]}]'],
  ];
  const defaults = [
    { name: "version", value: 1, lower: { beside: "encoding", words: ["base58", "binary"], value: 0 } },
  ];
  const withDefaults: [what: string, params: object, text: string][] = [
    ["put in", { filter: "all" }, '["all",{"version":1}]'],
    [
      "lower beside some words",
      { filter: "all", encoding: "binary" },
      '["all",{"encoding":"binary","version":0}]',
    ],
    ["the caller's own", { filter: "all", version: 0 }, '["all",{"version":0}]'],
  ];
  for (const [what, params, text] of withDefaults) {
    it(`writes defaults: ${what}`, () => {
      expect(subscriptionParams({ ...row, defaults }, params)).to.equal(text);
    });
  }

  for (const [name, positions, params, text] of cases) {
    it(`writes ${name}`, () => {
      expect(subscriptionParams({ ...row, positions }, params)).to.equal(text);
    });
  }
});
