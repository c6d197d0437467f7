import { expect } from "chai";
import fc from "fast-check";
import { encodeBase58 } from "../../../src/text/base58.ts";
import { sentTransaction } from "../../../src/transaction/sent-transaction.ts";
import { routeParams } from "../../../src/upstream/attempt/route-params.ts";
import { runs } from "../../property-runs.ts";
import { makeTransaction } from "../../transaction/made-transactions.ts";

const asIs = { skipPreflight: false, maxRetries: undefined, encoding: undefined };

describe("the parameters that a route gets", () => {
  const cases: [what: string, route: Parameters<typeof routeParams>[1], given: string, sent: string][] = [
    ["are those of the caller where it demands nothing", asIs, '["x",{"a":1}]', '["x",{"a":1}]'],
    [
      "have the flags that it demands, in place of the caller's",
      { ...asIs, skipPreflight: true, maxRetries: 0 },
      '["x", {"maxRetries":5,"minContextSlot":18446744073709551615} ]',
      '["x",{"maxRetries":0,"minContextSlot":18446744073709551615,"skipPreflight":true}]',
    ],
    [
      "have a config object where the caller gave none",
      { ...asIs, skipPreflight: true },
      '["x"]',
      '["x",{"skipPreflight":true}]',
    ],
    [
      "keep what follows the config object",
      { ...asIs, maxRetries: 1 },
      '["x",{},{"mevProtect":true}]',
      '["x",{"maxRetries":1},{"mevProtect":true}]',
    ],
    [
      "name the encoding",
      { ...asIs, encoding: "base64" },
      `["${encodeBase58(Buffer.from([1, 2, 3]))}"]`,
      '["AQID",{"encoding":"base64"}]',
    ],
    [
      "write each transaction of a bundle in the encoding, and no flags",
      { skipPreflight: true, maxRetries: 0, encoding: "base64" },
      `[["${encodeBase58(Buffer.from([1, 2, 3]))}","${encodeBase58(Buffer.from([4, 5, 6]))}"]]`,
      '[["AQID","BAUG"],{"encoding":"base64"}]',
    ],
    [
      "leave text that is no transaction to the route",
      { ...asIs, encoding: "base64", skipPreflight: true },
      '["0OIl"]',
      '["0OIl",{"skipPreflight":true}]',
    ],
    ["are left as they are in another form", { ...asIs, skipPreflight: true }, '["x",7]', '["x",7]'],
  ];
  for (const [what, route, given, sent] of cases)
    it(what, () => expect(routeParams(given, route)).to.equal(sent));

  it("have the same bytes whatever encoding it demands", async () => {
    const wire = await makeTransaction({ memo: "x" });
    const bytes = Buffer.from(wire, "base64");
    const encodings = fc.constantFrom("base64" as const, "base58" as const, undefined);
    fc.assert(
      fc.property(encodings, encodings, fc.boolean(), (given, encoding, skipPreflight) => {
        const text = given === "base64" ? wire : encodeBase58(bytes);
        const params = JSON.stringify([text, ...(given === undefined ? [] : [{ encoding: given }])]);
        const sent = routeParams(params, { skipPreflight, maxRetries: 0, encoding });
        expect(sentTransaction(sent)?.wire).to.equal(wire);
      }),
      { numRuns: runs(200) },
    );
  });
});
