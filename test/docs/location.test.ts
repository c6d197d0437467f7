import { expect } from "chai";
import fc from "fast-check";
import { linkValues, methodLink, readPlace } from "../../docs/playground/location.ts";
import { method } from "./harness.ts";

describe("links of the playground", () => {
  it("read plain text as text, and JSON as JSON", () => {
    const { page, query } = readPlace(
      "#/getBalance?pubkey=abc&minContextSlot=18446744073709551615&network=all",
    );
    expect(page).to.equal("getBalance");
    expect(query.get("network")).to.equal("all");
    expect([...linkValues(method("getBalance"), query)]).to.deep.equal([
      ["pubkey", '"abc"'],
      ["minContextSlot", "18446744073709551615"],
    ]);
  });

  it("return every value with all its digits", () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 2 }),
        fc.bigInt(0n, 2n ** 64n - 1n),
        fc.string(),
        (json, digits, text) => {
          const of = method("getBalance");
          const values = new Map([
            ["pubkey", JSON.stringify(text)],
            ["commitment", json],
            ["minContextSlot", String(digits)],
          ]);
          const { page, query } = readPlace(methodLink(of, values, "x"));
          expect(page).to.equal("getBalance");
          const back = linkValues(of, query);
          expect(back.get("pubkey")).to.equal(values.get("pubkey"));
          expect(back.get("minContextSlot")).to.equal(values.get("minContextSlot"));
          expect(JSON.parse(back.get("commitment") ?? "")).to.deep.equal(JSON.parse(json));
        },
      ),
    );
  });

  it("name the first page and pages with broken escapes", () => {
    expect(readPlace("").page).to.equal("");
    expect(readPlace("#/").page).to.equal("");
    expect(readPlace("#/%zz").page).to.equal("%zz");
  });
});
