import { expect } from "chai";
import { bindParams } from "../../src/gateway/params/bind-params.ts";
import { ledgerParams } from "../../src/gateway/params/ledger-params.ts";
import { indexedMethods } from "../../src/gateway/params/method-index.ts";
import { codesOf, type DocumentMethod, document, errorOf } from "./document-schemas.ts";
import { createLiveLedger, type LiveLedger } from "./live-ledger.ts";

type Params = (ledger: LiveLedger) => readonly unknown[];

/** Calls of every method that nodes serve, in the ledger's own form; several where a result has several shapes. */
const calls: Readonly<Record<string, readonly Params[]>> = {
  getAccountInfo: [
    (ledger) => [ledger.receiver, { encoding: "base64" }],
    (ledger) => [ledger.tokenAccount, { encoding: "jsonParsed" }],
    (ledger) => [ledger.tokenAccount, { encoding: "base64+zstd" }],
    (ledger) => [ledger.receiver, { encoding: "base58" }],
    () => ["SysvarC1ock11111111111111111111111111111111", { encoding: "jsonParsed" }],
    () => ["4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA", { encoding: "base64" }],
  ],
  getBalance: [(ledger) => [ledger.receiver]],
  getMultipleAccounts: [
    (ledger) => [[ledger.receiver, ledger.tokenAccount, "4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA"]],
  ],
  getProgramAccounts: [
    () => [
      "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
      { encoding: "base64", filters: [{ dataSize: 165 }] },
    ],
    () => ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", { encoding: "jsonParsed", withContext: true }],
  ],
  getLargestAccounts: [() => []],
  getMinimumBalanceForRentExemption: [() => [165]],
  getBlock: [
    (ledger) => [
      ledger.slot,
      { commitment: "confirmed", maxSupportedTransactionVersion: 0, encoding: "json" },
    ],
    (ledger) => [
      ledger.slot,
      { commitment: "confirmed", maxSupportedTransactionVersion: 0, encoding: "jsonParsed" },
    ],
    (ledger) => [
      ledger.slot,
      { commitment: "confirmed", maxSupportedTransactionVersion: 0, encoding: "base64" },
    ],
    (ledger) => [
      ledger.slot,
      { commitment: "confirmed", transactionDetails: "accounts", maxSupportedTransactionVersion: 0 },
    ],
    (ledger) => [ledger.slot, { commitment: "confirmed", transactionDetails: "signatures", rewards: false }],
    (ledger) => [ledger.slot, { commitment: "confirmed", transactionDetails: "none", rewards: false }],
  ],
  getBlocks: [(ledger) => [ledger.slot, ledger.slot + 3]],
  getBlocksWithLimit: [(ledger) => [ledger.slot, 2]],
  getBlockTime: [(ledger) => [ledger.slot]],
  getBlockHeight: [() => []],
  getBlockCommitment: [(ledger) => [ledger.slot]],
  getBlockProduction: [() => []],
  getSlot: [() => []],
  getSlotLeader: [() => []],
  getSlotLeaders: [() => [0, 3]],
  getFirstAvailableBlock: [() => []],
  minimumLedgerSlot: [() => []],
  getGenesisHash: [() => []],
  getHealth: [() => []],
  getVersion: [() => []],
  getIdentity: [() => []],
  getClusterNodes: [() => []],
  getLeaderSchedule: [() => []],
  getVoteAccounts: [() => []],
  getMaxRetransmitSlot: [() => []],
  getMaxShredInsertSlot: [() => []],
  getRecentPerformanceSamples: [() => [2]],
  getEpochInfo: [() => []],
  getEpochSchedule: [() => []],
  getInflationGovernor: [() => []],
  getInflationRate: [() => []],
  getInflationReward: [(ledger) => [[ledger.receiver]]],
  getTokenAccountBalance: [(ledger) => [ledger.tokenAccount]],
  getTokenAccountsByDelegate: [(ledger) => [ledger.receiver, { mint: ledger.mint }, { encoding: "base64" }]],
  getTokenAccountsByOwner: [
    (ledger) => [ledger.payer.publicKey.toBase58(), { mint: ledger.mint }, { encoding: "jsonParsed" }],
    (ledger) => [ledger.payer.publicKey.toBase58(), { mint: ledger.mint }, { encoding: "base64" }],
  ],
  getTokenLargestAccounts: [(ledger) => [ledger.mint]],
  getTokenSupply: [(ledger) => [ledger.mint]],
  getTransaction: [
    (ledger) => [
      ledger.signature,
      { commitment: "confirmed", encoding: "json", maxSupportedTransactionVersion: 0 },
    ],
    (ledger) => [
      ledger.signature,
      { commitment: "confirmed", encoding: "jsonParsed", maxSupportedTransactionVersion: 0 },
    ],
    (ledger) => [
      ledger.signature,
      { commitment: "confirmed", encoding: "base64", maxSupportedTransactionVersion: 0 },
    ],
    (ledger) => [ledger.signature, { commitment: "confirmed", encoding: "base58" }],
  ],
  getSignaturesForAddress: [(ledger) => [ledger.receiver, { limit: 5 }]],
  getSignatureStatuses: [(ledger) => [[ledger.signature], { searchTransactionHistory: true }]],
  getTransactionCount: [() => []],
  getRecentPrioritizationFees: [(ledger) => [[ledger.receiver]]],
  simulateTransaction: [
    (ledger) => [
      ledger.unsent,
      {
        encoding: "base64",
        innerInstructions: true,
        accounts: { addresses: [ledger.receiver], encoding: "base64" },
      },
    ],
    (ledger) => [ledger.unsent, { encoding: "base64", replaceRecentBlockhash: true }],
  ],
  sendTransaction: [(ledger) => [ledger.unsent, { encoding: "base64" }]],
  getFeeForMessage: [(ledger) => [ledger.message]],
  getLatestBlockhash: [() => []],
  isBlockhashValid: [(ledger) => [ledger.blockhash]],
  getStakeMinimumDelegation: [() => []],
  getSupply: [() => []],
  requestAirdrop: [(ledger) => [ledger.receiver, 1_000_000]],
};

/** Provider methods that the embedded node serves in its own form. */
const ofItsOwn = ["sendBundle"];

/**
 * Where the embedded node differs from the ledger's reference node, so that it can't be compared with the
 * document: by method, what it does and why the document does not describe that.
 */
const knownDifferences: Readonly<Record<string, string>> = {
  getHighestSnapshotSlot: "answers -32008 always: it makes no snapshots",
};

async function ask(url: string, method: string, params: readonly unknown[]) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
}

describe("the embedded node, compared with openrpc.json", () => {
  let ledger: LiveLedger;
  before(async () => {
    ledger = await createLiveLedger();
  });

  const ledgerMethods = document.methods.filter((method) => method["x-kind"] === "ledger");
  const isServed = (method: DocumentMethod) =>
    ["current", "extended"].includes(method["x-origin"] ?? "") && method["x-releases"]?.since === undefined;
  const current = ledgerMethods.filter(isServed);

  it("is asked every method that nodes serve, known differences aside", () => {
    const served = current.filter((method) => method["x-releases"]?.since === undefined);
    expect([...Object.keys(calls), ...Object.keys(knownDifferences)]).to.have.members(
      served.map(({ name }) => name),
    );
  });

  for (const method of current) {
    (calls[method.name] ?? []).forEach((params, index) => {
      it(`gives a result of ${method.name} as described (form ${index + 1})`, async () => {
        const { result, error } = await ask(ledger.node.rpcUrl, method.name, params(ledger));
        expect(error).to.equal(undefined);
        const value = method["x-wrapped"] === true ? { value: result } : result;
        expect(errorOf(method.result.schema, value), JSON.stringify(value).slice(0, 600)).to.equal(undefined);
      });
    });
  }

  for (const method of current) {
    for (const example of method.examples) {
      it(`answers the example "${example.name}" of ${method.name} with a result or an error as described`, async () => {
        const methodIndex = indexedMethods.get(method.name);
        if (methodIndex === undefined) throw new Error(`${method.name} is not in the generated table`);
        const given = Object.fromEntries(example.params.map(({ name, value }) => [name, value]));
        const bound = bindParams(methodIndex, JSON.stringify(given));
        const params = ledgerParams(bound, "gateway", undefined);
        const { result, error } = await ask(ledger.node.rpcUrl, method.name, JSON.parse(params));
        if (error !== undefined) expect(codesOf(method), error.message).to.include(error.code);
        else {
          const value = method["x-wrapped"] === true ? { value: result } : result;
          expect(errorOf(method.result.schema, value), JSON.stringify(value)?.slice(0, 600)).to.equal(
            undefined,
          );
        }
      });
    }
  }

  for (const [name, reason] of Object.entries(knownDifferences)) {
    it(`${name} ${reason}`, async () => {
      const { error } = await ask(ledger.node.rpcUrl, name, []);
      expect(error?.code).to.equal(-32008);
    });
  }

  const dropped = ledgerMethods.filter((method) => !isServed(method) && !ofItsOwn.includes(method.name));
  for (const { name } of dropped) {
    it(`does not serve ${name}: the gateway answers it, or another upstream`, async () => {
      const { error } = await ask(ledger.node.rpcUrl, name, []);
      expect(error?.code).to.equal(-32601);
    });
  }
});
