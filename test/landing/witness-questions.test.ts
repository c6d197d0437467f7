import { expect } from "chai";
import { RawJson } from "../../src/json/raw-json.ts";
import { IssuedBlockhashes } from "../../src/landing/issued-blockhashes.ts";
import { heightAt, UnexpectedResponseError } from "../../src/landing/witness-questions.ts";
import { hashOf } from "../transaction/made-transactions.ts";

/** As many values as no answer of its kind has. */
const tooMany = `[${"0,".repeat(20_000)}0]`;

describe("responses to questions about a transaction", () => {
  for (const [what, text] of [
    ["with too many values to be parsed", tooMany],
    ["that are not objects", "null"],
    ["that are not JSON", "{"],
  ] as const)
    it(`${what} are ignored`, () => {
      const answer = RawJson.fromText(text);
      expect(() => heightAt("finalized").read(answer)).to.throw(UnexpectedResponseError);
      const lifetimes = new IssuedBlockhashes();
      lifetimes.learn("test", answer, undefined);
      expect(lifetimes.get("test", hashOf(1))).to.equal(undefined);
    });
});
