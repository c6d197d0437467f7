import { expect } from "chai";
import { methodPlans } from "../../../src/app/method-plans.ts";
import { bindParams } from "../../../src/gateway/bind-params.ts";
import { subscriptionKey } from "../../../src/subscriptions/hub/subscription-key.ts";
import { addresses, signature } from "../harness.ts";

const [address] = addresses;

function keyOf(method: string, params: string): string {
  return subscriptionKey(bindParams(methodPlans.get(method) ?? expect.fail(), params));
}

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
});
