import { expect } from "chai";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { heapGrowth } from "../heap-growth.ts";

describe("AnswerCache", () => {
  const maxBytes = 1_000_000;

  it("returns what was kept, as the same bytes", () => {
    const cache = new AnswerCache(maxBytes);
    cache.keep("a", RawJson.fromText("18446744073709551615"), { epoch: 7 });
    expect(cache.get("a")?.result.toString()).to.equal("18446744073709551615");
    expect(cache.get("a")?.epoch).to.equal(7);
    expect(cache.get("b")).to.equal(undefined);
  });

  it("does not hold on to the request that a key was cut from", () => {
    const cache = new AnswerCache(maxBytes);
    const paramsAt = (index: number) => `[${341_197_053 + index},{"encoding":"base64"}]`;
    const grown = heapGrowth(() => {
      for (let index = 0; index < 50; index += 1) {
        const params = paramsAt(index);
        const body = `${params}${" ".repeat(1 << 20)}${index}`;
        cache.keep(`localnet\ngetBlock\n${body.slice(0, params.length)}`, RawJson.fromText("1"), {});
      }
    });
    for (let index = 0; index < 50; index += 1)
      expect(cache.get(`localnet\ngetBlock\n${paramsAt(index)}`)?.result.toString()).to.equal("1");
    expect(grown).to.be.below(10 * 2 ** 20);
  });
});
