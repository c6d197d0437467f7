import { expect } from "chai";
import { methods } from "../../../generated/methods.ts";
import type { UpstreamCall } from "../../../src/call/upstream-call.ts";
import { MergeableReads } from "../../../src/upstream/merging/mergeable-read.ts";

const [a, b] = ["A".repeat(43), "B".repeat(43)];
const config = '{"encoding":"base64","commitment":"confirmed"}';

function read(reads: MergeableReads, method: "getAccountInfo" | "getMultipleAccounts", params: string) {
  const found = reads.of({ method: methods[method], params } as UpstreamCall);
  return found && { items: found.items, config: found.config };
}

/** What a reader that already knows the config returns for parameters. */
function readAgain(method: "getAccountInfo" | "getMultipleAccounts", params: string) {
  const reads = new MergeableReads();
  for (const item of [`"${b}"`, `["${b}"]`])
    for (const text of [`[${item},${config}]`, `[${item},{}]`, `[${item}]`]) read(reads, method, text);
  return read(reads, method, params);
}

describe("what a call asks for", () => {
  const form = '"commitment":"confirmed","encoding":"base64"';
  const asked: readonly (readonly [string, readonly string[], string])[] = [
    [`["${a}",${config}]`, [`"${a}"`], form],
    [`[ "${a}" , ${config} ]`, [`"${a}"`], form],
    [`[["${a}","${b}"],${config}]`, [`"${a}"`, `"${b}"`], form],
    [`[["${a}", "${b}"], ${config}]`, [`"${a}"`, `"${b}"`], form],
  ];
  for (const [params, items, form] of asked)
    it(`is read from ${params}, whether its config is known or not`, () => {
      const method = items.length > 1 ? "getMultipleAccounts" : "getAccountInfo";
      expect(read(new MergeableReads(), method, params)).to.deep.equal({ items, config: form });
      expect(readAgain(method, params)).to.deep.equal({ items, config: form });
    });

  const others: readonly (readonly ["getAccountInfo" | "getMultipleAccounts", string])[] = [
    ["getAccountInfo", `["${a}"]`],
    ["getAccountInfo", `["${a}",${config},1]`],
    ["getAccountInfo", `["${a}" ${config}]`],
    ["getAccountInfo", `["short",${config}]`],
    ["getAccountInfo", `[["${a}"],${config}]`],
    ["getAccountInfo", `{"${a}":${config}}`],
    ["getMultipleAccounts", `["${a}","${b}",${config}]`],
    ["getMultipleAccounts", `[[],${config}]`],
    ["getMultipleAccounts", `[["${a}"],["${b}"],${config}]`],
    ["getMultipleAccounts", `[["${a}","short"],${config}]`],
    ["getMultipleAccounts", `[[${Array.from({ length: 21 }, () => `"${a}"`).join(",")}],${config}]`],
  ];
  for (const [method, params] of others)
    it(`goes alone where ${method} is called with ${params.slice(0, 120)}`, () => {
      expect(read(new MergeableReads(), method, params)).to.equal(undefined);
      expect(readAgain(method, params)).to.equal(undefined);
    });
});
