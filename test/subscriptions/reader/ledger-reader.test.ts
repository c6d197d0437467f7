import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { Network } from "../../../src/networks/network.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { FullReads } from "../../../src/subscriptions/reader/full-reads.ts";
import { LedgerReader } from "../../../src/subscriptions/reader/ledger-reader.ts";

const network = { id: "net" } as Network;

function readerOf(answer: string): LedgerReader {
  return new LedgerReader({
    send: async () => RawJson.fromText(answer),
    network: () => network,
    clock: () => {
      throw new Error("no clock is needed");
    },
    requestTimeoutMs: 1000,
    fullReads: new FullReads(),
    onLedgerReplaced: () => undefined,
    onBlockLost: () => undefined,
  });
}

describe("a reader of what subscriptions missed", () => {
  const answers: readonly (readonly [what: string, answer: string])[] = [
    ["has no context", '{"value":[null]}'],
    ["has no value", '{"context":{"slot":7}}'],
    ["has fewer items than requested", '{"context":{"slot":7},"value":[]}'],
  ];
  for (const [what, answer] of answers)
    it(`blames the upstream for an answer that ${what}`, async () => {
      const [outcome] = await Promise.allSettled([readerOf(answer).account('"a"', "{}")]);
      const error = outcome?.status === "rejected" ? RpcError.from(outcome.reason) : undefined;
      expect(error?.kind).to.equal("upstreamInvalid");
      expect(error?.message).to.include("getMultipleAccounts");
    });
});
