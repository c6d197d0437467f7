import { expect } from "chai";
import type { Method } from "../../codegen/contract/contract.ts";
import { exampleValues } from "../../docs/playground/call/example-values.ts";
import { ledgerParams } from "../../docs/playground/call/ledger-form.ts";
import { sampleWallet } from "../../src/localnet/sample-wallet.ts";
import { seedLedger } from "../../src/localnet/seed-ledger.ts";
import { method } from "../docs/harness.ts";
import { startNode } from "../embedded-node.ts";

/** Methods whose first example asks for an account or a transaction by a fixed address. */
const sampled = [
  "getAccountInfo",
  "getBalance",
  "getMultipleAccounts",
  "getProgramAccounts",
  "getTokenAccountBalance",
  "getTokenAccountsByDelegate",
  "getTokenAccountsByOwner",
  "getTokenLargestAccounts",
  "getTokenSupply",
  "getSignaturesForAddress",
];

describe("the sample accounts of --local", () => {
  let url = "";
  before(async () => {
    url = (await startNode()).rpcUrl;
    await seedLedger(url);
  });

  async function ask(name: string, params: string): Promise<{ result?: unknown; error?: unknown }> {
    const body = `{"jsonrpc":"2.0","id":1,"method":"${name}","params":${params === "" ? "[]" : params}}`;
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return (await response.json()) as { result?: unknown; error?: unknown };
  }

  function firstExample(of: Method): string {
    const [example] = of.examples;
    return example === undefined ? "" : ledgerParams(of, exampleValues(of, example));
  }

  for (const name of sampled) {
    it(`give the first example of ${name} a full answer`, async () => {
      const { result, error } = await ask(name, firstExample(method(name)));
      expect(error).to.equal(undefined);
      const value = (result as { value?: unknown })?.value ?? result;
      expect(value, JSON.stringify(result)).to.satisfy(isFull);
    });
  }

  it("include transactions whose whole text can be read", async () => {
    const { result } = await ask("getSignaturesForAddress", `["${sampleWallet}"]`);
    const list = result as { signature: string; err: unknown }[];
    expect(list).to.have.length(2);
    for (const { signature, err } of list) {
      expect(err).to.equal(null);
      const { result: found } = await ask("getTransaction", `["${signature}",{"encoding":"jsonParsed"}]`);
      expect((found as { meta: { err: unknown } }).meta.err).to.equal(null);
    }
  });

  it("include a delegated stake account", async () => {
    const { result } = await ask(
      "getAccountInfo",
      '["CYRJWqiSjLitBAcRxPvWpgX3s5TvmN2SuRY3eEYypFvT",{"encoding":"jsonParsed"}]',
    );
    const { data } = (result as { value: { data: { parsed: { type: string } } } }).value;
    expect(data.parsed.type).to.equal("delegated");
  });

  it("fail with the ledger's own reason if it rejects them", async () => {
    const refused = await seedLedger("http://127.0.0.1:1").then(
      () => "seeded",
      (error: unknown) => String(error),
    );
    expect(refused).to.not.equal("seeded");
  });
});

function isFull(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.some(isFull);
  return value !== null && value !== undefined && value !== 0;
}
