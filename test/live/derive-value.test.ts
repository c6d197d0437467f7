import { expect } from "chai";
import fc from "fast-check";
import { accountText } from "../../bench/ledger/answer-request.ts";
import { methods } from "../../generated/methods.ts";
import { deriveValue } from "../../src/live/derive-value.ts";
import { LiveReads } from "../../src/live/live-read.ts";
import { callOf, networkOf } from "../faults/upstream-harness.ts";

const network = networkOf(["http://127.0.0.1:1"]);
const address = "a".repeat(43);
const reads = new LiveReads();

function readOf(method: string, config: object, asked: unknown = address) {
  const params = JSON.stringify([asked, { commitment: "confirmed", ...config }]);
  return reads.of(callOf(network, method, params));
}

const account = fc.record({
  slot: fc.nat(),
  version: fc.nat(),
  lamports: fc.bigInt({ min: 1n, max: 18446744073709551615n }),
  data: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});
const slice = fc.option(fc.record({ offset: fc.nat(310), length: fc.nat(310) }), { nil: undefined });

describe("a value derived from an account's bytes", () => {
  it("is, byte for byte, what the ledger answers: any data, encoding and slice", () => {
    fc.assert(
      fc.property(account, slice, fc.constantFrom("base64", "base58"), (state, dataSlice, encoding) => {
        const config = { encoding, ...(dataSlice === undefined ? {} : { dataSlice }) };
        const read = readOf("getAccountInfo", config);
        if (read === undefined) throw new Error("the read is not one that accounts answer");
        const given = deriveValue(read, accountText(state, { encoding: "base64" }));
        const { offset = 0, length = state.data.length } = dataSlice ?? {};
        const isTooLong = encoding === "base58" && state.data.subarray(offset, offset + length).length > 128;
        expect(given).to.equal(isTooLong ? undefined : accountText(state, config));
      }),
    );
  });

  it("is the balance, every digit of it", () => {
    fc.assert(
      fc.property(account, (state) => {
        const read = readOf("getBalance", {});
        if (read === undefined) throw new Error("the read is not one that accounts answer");
        expect(deriveValue(read, accountText(state, {}))).to.equal(String(state.lamports));
      }),
    );
  });

  const missing: Readonly<Record<string, string | undefined>> = {
    getAccountInfo: "null",
    getMultipleAccounts: "null",
    getBalance: "0",
    getTokenAccountBalance: undefined,
  };
  for (const [method, value] of Object.entries(missing)) {
    it(`is ${value ?? "the upstream's to say"} for ${method} where there is no account`, () => {
      const config = method === "getAccountInfo" ? { encoding: "base64" } : {};
      const read = readOf(method, config, method === "getMultipleAccounts" ? [address] : address);
      expect(read === undefined ? "no read" : deriveValue(read, "null")).to.equal(value);
    });
  }

  it("is not derived from bytes that can't be read", () => {
    const odd = [
      "[]",
      `["x"]`,
      `["${address}","y"]`,
      `["${address}",{"commitment":"confirmed"},1]`,
      `{"a":1}`,
      "[",
      "",
    ];
    for (const params of odd)
      expect(reads.of(callOf(network, "getBalance", params)), params).to.equal(undefined);
    const slices = [
      { offset: -1, length: 1 },
      { offset: 1 },
      { offset: 1, length: 1, more: 1 },
      { offset: 1e20, length: 1 },
    ];
    for (const dataSlice of slices)
      expect(readOf("getAccountInfo", { encoding: "base64", dataSlice })).to.equal(undefined);
    expect(
      readOf(
        "getMultipleAccounts",
        {},
        Array.from({ length: 200 }, () => address),
      ),
    ).to.equal(undefined);
  });

  it("is described for reads whose answers are about the head", () => {
    for (const { name, live, cache } of Object.values(methods))
      if (live !== undefined) expect(cache.class, name).to.equal("head");
  });
});
