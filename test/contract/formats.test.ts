import { expect } from "chai";
import { type FormatName, formats } from "../../src/contract/formats.ts";

const signature = "2nBhEBYYvfaAe16UMNqRHre4YNSskvuYgx3M6E4JP1oDYvZEJHvoPzyUidNgNX5r9sTyN1J9UxtbCXy2rqYcuyuv";

describe("formats", () => {
  const cases: readonly (readonly [FormatName, readonly unknown[], readonly unknown[]])[] = [
    [
      "address",
      ["11111111111111111111111111111111", "Vote111111111111111111111111111111111111111"],
      ["", "1", "1".repeat(33), "1".repeat(44), signature],
    ],
    ["hash", ["4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"], ["4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2"]],
    ["signature", [signature, "1".repeat(64)], ["1".repeat(63), "1".repeat(65), signature.slice(4)]],
    ["base58", ["", "abc", "z".repeat(1000)], ["0", "a b", "ab+"]],
    [
      "base64",
      ["", "AA==", "AAA=", "AAAA", "+/+/"],
      ["A", "AA", "AAA", "A===", "=AAA", "AA-_", "AA==AAAA", "AA= "],
    ],
    ["uri", ["https://example.com/x", "wss://a"], ["", "x", "http://"]],
    [
      "transaction",
      ["1", "z".repeat(1683), `+${"A".repeat(1643)}`, `gQ${"A".repeat(5462)}`, "AQ=="],
      ["", "z".repeat(5465), "A-A", `+${"A".repeat(1644)}`, "2".repeat(1684), `gQ${"A".repeat(5463)}`],
    ],
    ["uint8", [0, 255], [-1, 256, 1.5]],
    ["uint16", [0, 65535], [-1, 65536]],
    ["uint32", [0, 4294967295], [-1, 4294967296]],
    ["uint64", [0, 2 ** 53, 2 ** 64], [-1, 2 ** 65, 0.5, Number.NaN, Number.POSITIVE_INFINITY]],
    ["int64", [-(2 ** 63), 2 ** 63], [-(2 ** 64), 2 ** 64, 0.5]],
    ["double", [0, -1.5, 1e300], [Number.NaN, Number.POSITIVE_INFINITY]],
  ];

  it("are all in this table", () => {
    expect(cases.map(([name]) => name)).to.have.members(Object.keys(formats));
  });

  for (const [name, right, wrong] of cases) {
    const check = formats[name].validate as (value: unknown) => boolean;
    it(`${name} takes what it is and nothing else`, () => {
      for (const value of right) expect(check(value), String(value)).to.equal(true);
      for (const value of wrong) expect(check(value), String(value)).to.equal(false);
    });
  }
});
