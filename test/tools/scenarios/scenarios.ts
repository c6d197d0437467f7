import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { expect } from "chai";
import type { Assistant } from "./assistant.ts";

/** A task as a person puts it, and the calls that a careful assistant makes for it. */
export interface Scenario {
  readonly task: string;
  /** The most tokens that its calls may send and read. */
  readonly tokens: number;
  readonly run: (assistant: Assistant) => Promise<void>;
}

const system = "11111111111111111111111111111111";
const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const nowhere = "Vote111111111111111111111111111111111111112";

/** A transfer that someone outside signs; the gateway never sees a key. */
function transferOf({ ledger }: Assistant, blockhash: string, lamports: number, from = ledger.payer): string {
  const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash: blockhash });
  transaction.add(
    SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: new PublicKey(ledger.receiver),
      lamports,
    }),
  );
  transaction.sign(from);
  return transaction.serialize().toString("base64");
}

const payerOf = ({ ledger }: Assistant) => ledger.payer.publicKey.toBase58();

/** The tasks. Each asserts that the texts contain what is needed for the answer. */
export const scenarios: readonly Scenario[] = [
  {
    task: "How much SOL does this wallet have?",
    tokens: 60,
    async run({ call, ledger }) {
      const { json } = await call("getBalance", { pubkey: ledger.receiver });
      expect(json.value / 1e9).to.be.above(0);
    },
  },
  {
    task: "What tokens does this wallet hold?",
    tokens: 280,
    async run(assistant) {
      const { text } = await assistant.call("getTokenAccountsByOwner", { ownerAddress: payerOf(assistant) });
      expect(text).to.include(assistant.ledger.mint).and.include('"uiAmountString"');
    },
  },
  {
    task: "How much of one token does this wallet hold?",
    tokens: 380,
    async run(assistant) {
      const { mint } = assistant.ledger;
      const owned = await assistant.call("getTokenAccountsByOwner", {
        ownerAddress: payerOf(assistant),
        mint,
      });
      const { json } = await assistant.call("getTokenAccountBalance", {
        accountAddress: owned.json.value[0].pubkey,
      });
      expect(json.value.uiAmountString).to.match(/^[\d.]+$/);
    },
  },
  {
    task: "What happened in this transaction?",
    tokens: 510,
    async run({ call, ledger }) {
      const { json, text } = await call("getTransaction", { signature: ledger.signature });
      expect(json.meta.err).to.equal(null);
      expect(text).to.include('"type":"transfer"').and.include(ledger.receiver);
    },
  },
  {
    task: "Did my transaction go through?",
    tokens: 120,
    async run({ call, ledger }) {
      const { json } = await call("getSignatureStatuses", {
        signatures: [ledger.signature],
        searchTransactionHistory: true,
      });
      expect(json.value[0].err).to.equal(null);
      expect(json.value[0].confirmationStatus).to.be.a("string");
    },
  },
  {
    task: "What did this wallet do lately?",
    tokens: 620,
    async run({ call, ledger }) {
      const { json } = await call("getSignaturesForAddress", { address: ledger.receiver, limit: 5 });
      const { text } = await call("getTransaction", { signature: json[0].signature });
      expect(text).to.include('"meta"');
    },
  },
  {
    task: "Why would this transaction fail?",
    tokens: 310,
    async run(assistant) {
      const { json } = await assistant.call("getLatestBlockhash");
      const transaction = transferOf(assistant, json.value.blockhash, 1_000, Keypair.generate());
      const tried = await assistant.call("simulateTransaction", { transaction });
      expect(tried.json.value.err).to.not.equal(null);
    },
  },
  {
    task: "Send 1000 lamports with a transaction that I sign myself.",
    tokens: 610,
    async run(assistant) {
      const { json } = await assistant.call("getLatestBlockhash", { commitment: "confirmed" });
      const transaction = transferOf(assistant, json.value.blockhash, 1_000);
      const tried = await assistant.call("simulateTransaction", { transaction });
      expect(tried.json.value.err).to.equal(null);
      const sent = await assistant.call("sendTransaction", { transaction });
      expect(sent.isError).to.equal(false);
      const status = await assistant.call("getSignatureStatuses", {
        signatures: [sent.json.value ?? sent.json],
      });
      expect(status.text).to.include('"err":null');
    },
  },
  {
    task: "Give my test wallet some coins.",
    tokens: 180,
    async run({ call, ledger }) {
      const { isError, json } = await call("requestAirdrop", {
        pubkey: ledger.receiver,
        lamports: 1_000_000_000,
      });
      expect(isError).to.equal(false);
      const status = await call("getSignatureStatuses", { signatures: [json.value ?? json] });
      expect(status.isError).to.equal(false);
    },
  },
  {
    task: "Is everything healthy?",
    tokens: 30,
    async run({ call }) {
      expect((await call("getHealth", { network: "all" })).json).to.deep.equal({ one: "ok", two: "ok" });
    },
  },
  {
    task: "Compare the networks.",
    tokens: 190,
    async run({ call }) {
      const version = await call("getVersion", { network: "all" });
      const epoch = await call("getEpochInfo", { network: "all" });
      expect(Object.keys(version.json)).to.deep.equal(["one", "two"]);
      expect(epoch.json.two.absoluteSlot).to.be.a("number");
    },
  },
  {
    task: "Which networks can I use?",
    tokens: 810,
    async run({ call }) {
      const { text } = await call("listSvmNetworks");
      expect(text).to.match(/"id":"one".*"enabled":true/s);
    },
  },
  {
    task: "What does it cost to open a token account?",
    tokens: 40,
    async run({ call }) {
      const { text } = await call("getMinimumBalanceForRentExemption", { dataSize: 165 });
      expect(text).to.include("2039280");
    },
  },
  {
    task: "Who holds most of this token?",
    tokens: 350,
    async run({ call, ledger }) {
      const { json } = await call("getTokenLargestAccounts", { mint: ledger.mint });
      const holder = await call("getAccountInfo", { pubkey: json.value[0].address });
      expect(holder.text).to.include('"owner"');
    },
  },
  {
    task: "How many of these tokens exist?",
    tokens: 80,
    async run({ call, ledger }) {
      expect((await call("getTokenSupply", { mint: ledger.mint })).text).to.include('"decimals":9');
    },
  },
  {
    task: "What is this address?",
    tokens: 250,
    async run({ call, ledger }) {
      const { text } = await call("getAccountInfo", { pubkey: ledger.tokenAccount });
      expect(text).to.include('"program":"spl-token"').and.include('"mint"');
    },
  },
  {
    task: "Is this a wallet or a program?",
    tokens: 50,
    async run({ call, ledger }) {
      expect((await call("getAccountOwner", { pubkey: ledger.receiver })).text).to.include(system);
    },
  },
  {
    task: "What does this stake account hold?",
    tokens: 220,
    async run({ call, ledger }) {
      const { text } = await call("getAccountInfo", { pubkey: ledger.stakeAccount });
      expect(text).to.include('"program":"stake"');
    },
  },
  {
    task: "Read these two accounts together.",
    tokens: 310,
    async run({ call, ledger }) {
      const { json } = await call("getMultipleAccounts", { pubkeys: [ledger.receiver, ledger.tokenAccount] });
      expect(json.value).to.have.length(2);
    },
  },
  {
    task: "Does anything stand at this address?",
    tokens: 110,
    async run({ call }) {
      const { text } = await call("getAccountInfo", { pubkey: nowhere });
      expect(text).to.include("the ledger holds nothing under what was asked");
    },
  },
  {
    task: "Which accounts of this token are there, addresses only?",
    tokens: 170,
    async run({ call, ledger }) {
      const { json } = await call("getProgramAccounts", {
        programId: tokenProgram,
        filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: ledger.mint } }],
        dataSlice: { offset: 0, length: 0 },
      });
      expect(json.map(({ pubkey }: { pubkey: string }) => pubkey)).to.include(ledger.tokenAccount);
    },
  },
  {
    task: "What fee will this transaction cost?",
    tokens: 110,
    async run({ call, ledger }) {
      expect((await call("getFeeForMessage", { message: ledger.message })).json).to.have.property("value");
    },
  },
  {
    task: "What priority fee should I offer?",
    tokens: 1500,
    async run({ call, ledger }) {
      expect((await call("getRecentPrioritizationFees", { addresses: [ledger.receiver] })).isError).to.equal(
        false,
      );
    },
  },
  {
    task: "Can I still use this blockhash?",
    tokens: 130,
    async run({ call }) {
      const { json } = await call("getLatestBlockhash");
      const valid = await call("isBlockhashValid", { blockhash: json.value.blockhash });
      expect(valid.text).to.include("true");
    },
  },
  {
    task: "When does the epoch end?",
    tokens: 60,
    async run({ call }) {
      const { json } = await call("getEpochInfo");
      expect((json.slotsInEpoch - json.slotIndex) * 0.4).to.be.above(0);
    },
  },
  {
    task: "When was this block produced?",
    tokens: 30,
    async run({ call, ledger }) {
      expect((await call("getBlockTime", { slot: ledger.slot })).json.value).to.be.above(1_600_000_000);
    },
  },
  {
    task: "Which transactions are in this block?",
    tokens: 140,
    async run({ call, ledger }) {
      const { text } = await call("getBlock", {
        slot: ledger.slot,
        commitment: "confirmed",
        transactionDetails: "signatures",
        rewards: false,
      });
      expect(text).to.include(ledger.signature);
    },
  },
  {
    task: "The balance of an address with a slip in it.",
    tokens: 260,
    async run({ call, ledger }) {
      const wrong = await call("getBalance", {
        pubkey: `0${ledger.receiver.slice(1)}`,
        commitment: "confirmed",
      });
      expect(wrong.isError).to.equal(true);
      expect(wrong.text).to.match(
        /pubkey .*What to do: Correct what the message names.*"commitment":"confirmed"/s,
      );
      expect((await call("getBalance", { pubkey: ledger.receiver })).isError).to.equal(false);
    },
  },
  {
    task: "Ask a network whose name is not quite right.",
    tokens: 120,
    async run({ call }) {
      const wrong = await call("getSlot", { network: "tow" });
      expect(wrong.text).to.match(/did you mean two\?.*What to do: Call listSvmNetworks/s);
      expect((await call("getSlot", { network: "two" })).isError).to.equal(false);
    },
  },
  {
    task: "With three tools only: what tokens does this wallet hold?",
    tokens: 920,
    async run(assistant) {
      const found = await assistant.find("findMethods", { query: "what tokens does a wallet hold" });
      const [{ name }] = found.json.methods;
      const { text } = await assistant.find("callMethod", {
        method: name,
        arguments: { ownerAddress: payerOf(assistant) },
      });
      expect(text).to.include(assistant.ledger.mint);
    },
  },
];
