import {
  approve,
  createAssociatedTokenAccount,
  createMint,
  getAccount,
  getMint,
  mintTo,
  transfer,
} from "@solana/spl-token";
import {
  AddressLookupTableProgram,
  type Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmRawTransaction,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { expect } from "chai";
import type { LiveLedger } from "../contract/live-ledger.ts";
import type { ClientCase } from "./client-suite.ts";
import { putLookupTable } from "./lookup-table.ts";

const version0 = { maxSupportedTransactionVersion: 0 } as const;

function pay(from: PublicKey, to: PublicKey, lamports: number): Transaction {
  return new Transaction().add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }));
}

/** A signed transfer of an amount that nobody else sends: equal transactions would be one. */
async function signed(
  connection: Connection,
  payer: Keypair,
  transaction: Transaction,
  ...signers: Keypair[]
): Promise<Transaction> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  transaction.feePayer = payer.publicKey;
  transaction.recentBlockhash = blockhash;
  transaction.lastValidBlockHeight = lastValidBlockHeight;
  transaction.sign(payer, ...signers);
  return transaction;
}

/** A transfer from an account that holds nothing. */
async function unpayable(connection: Connection, { payer }: LiveLedger): Promise<Buffer> {
  const poor = Keypair.generate();
  const transaction = pay(poor.publicKey, payer.publicKey, 5 * LAMPORTS_PER_SOL);
  return (await signed(connection, payer, transaction, poor)).serialize();
}

async function funded(connection: Connection): Promise<Keypair> {
  const owner = Keypair.generate();
  const signature = await connection.requestAirdrop(owner.publicKey, LAMPORTS_PER_SOL);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
  return owner;
}

/** What a program does: airdrops, transfers, tokens, nonces, lookup tables, and what goes wrong. */
export const web3Flows: readonly ClientCase<Connection>[] = [
  {
    name: "requestAirdrop, confirmed by block height",
    run: async (c) => {
      const owner = await funded(c);
      return c.getBalance(owner.publicKey);
    },
  },
  {
    name: "confirmTransaction by signature alone",
    run: async (c) => {
      const signature = await c.requestAirdrop(Keypair.generate().publicKey, LAMPORTS_PER_SOL);
      return (await c.confirmTransaction(signature)).value.err;
    },
  },
  {
    name: "sendTransaction, and what the ledger then knows",
    run: async (c) => {
      const [owner, to] = [await funded(c), Keypair.generate().publicKey];
      const transaction = pay(owner.publicKey, to, 900_000_000);
      const signature = await c.sendTransaction(transaction, [owner]);
      const { value } = await c.confirmTransaction({ signature, ...(await c.getLatestBlockhash()) });
      const landed = await c.getParsedTransaction(signature, version0);
      const [status] = (await c.getSignaturesForAddress(to)).map(({ err, memo }) => ({ err, memo }));
      const balances = [await c.getBalance(owner.publicKey), await c.getBalance(to)];
      return { err: value.err, balances, fee: landed?.meta?.fee, logs: landed?.meta?.logMessages, status };
    },
  },
  {
    name: "sendTransaction of version 0",
    run: async (c) => {
      const owner = await funded(c);
      const { blockhash, lastValidBlockHeight } = await c.getLatestBlockhash();
      const { instructions } = pay(owner.publicKey, Keypair.generate().publicKey, 1_000_000);
      const message = new TransactionMessage({
        payerKey: owner.publicKey,
        recentBlockhash: blockhash,
        instructions,
      });
      const transaction = new VersionedTransaction(message.compileToV0Message());
      transaction.sign([owner]);
      const signature = await c.sendTransaction(transaction);
      const { value } = await c.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
      return { err: value.err, version: (await c.getTransaction(signature, version0))?.version };
    },
  },
  {
    name: "sendAndConfirmTransaction, and a raw one",
    run: async (c) => {
      const owner = await funded(c);
      const to = Keypair.generate().publicKey;
      await sendAndConfirmTransaction(c, pay(owner.publicKey, to, 1_000_000), [owner]);
      const raw = await signed(c, owner, pay(owner.publicKey, to, 2_000_000));
      await sendAndConfirmRawTransaction(c, raw.serialize());
      return c.getBalance(to);
    },
  },
  {
    name: "createMint, token accounts, mintTo, transfer, approve",
    run: async (c) => {
      const [owner, other] = [await funded(c), Keypair.generate().publicKey];
      const mint = await createMint(c, owner, owner.publicKey, null, 6);
      const own = await createAssociatedTokenAccount(c, owner, mint, owner.publicKey);
      const others = await createAssociatedTokenAccount(c, owner, mint, other);
      await mintTo(c, owner, mint, own, owner, 1_000_000);
      await transfer(c, owner, own, others, owner, 250_000);
      await approve(c, owner, own, other, owner, 5);
      const { amount, delegatedAmount } = await getAccount(c, own);
      const { supply, decimals } = await getMint(c, mint);
      const largest = (await c.getTokenLargestAccounts(mint)).value.map(
        ({ uiAmountString }) => uiAmountString,
      );
      const held = (await c.getParsedTokenAccountsByOwner(other, { mint })).value.map(
        ({ account }) => account.data.parsed.info.tokenAmount,
      );
      const total = (await c.getTokenSupply(mint)).value;
      return { amount, delegatedAmount, supply, decimals, largest, held, total };
    },
  },
  {
    name: "getNonce, and a transaction under it",
    run: async (c) => {
      const [owner, nonce] = [await funded(c), Keypair.generate()];
      await sendAndConfirmTransaction(
        c,
        SystemProgram.createNonceAccount({
          fromPubkey: owner.publicKey,
          noncePubkey: nonce.publicKey,
          authorizedPubkey: owner.publicKey,
          lamports: 2_000_000,
        }),
        [owner, nonce],
      );
      const before = await c.getNonce(nonce.publicKey);
      if (before === null) throw new Error("there is no nonce");
      const nonceInstruction = SystemProgram.nonceAdvance({
        noncePubkey: nonce.publicKey,
        authorizedPubkey: owner.publicKey,
      });
      const transaction = new Transaction({
        feePayer: owner.publicKey,
        nonceInfo: { nonce: before.nonce, nonceInstruction },
        minContextSlot: 0,
      }).add(...pay(owner.publicKey, Keypair.generate().publicKey, 1_000_000).instructions);
      transaction.sign(owner);
      const signature = await c.sendRawTransaction(transaction.serialize());
      const { value } = await c.confirmTransaction({
        signature,
        minContextSlot: 0,
        nonceAccountPubkey: nonce.publicKey,
        nonceValue: before.nonce,
      });
      const after = (await c.getNonceAndContext(nonce.publicKey)).value;
      return { err: value.err, fee: before.feeCalculator, hasAdvanced: after?.nonce !== before.nonce };
    },
  },
  {
    // The node has no lookup table program when it is offline.
    name: "AddressLookupTableProgram.createLookupTable",
    run: async (c, { payer }) => {
      const [instruction] = AddressLookupTableProgram.createLookupTable({
        authority: payer.publicKey,
        payer: payer.publicKey,
        recentSlot: await c.getSlot("finalized"),
      });
      return c.sendRawTransaction((await signed(c, payer, new Transaction().add(instruction))).serialize());
    },
    refused: /unsupported BPF instruction/,
  },
  {
    name: "getAddressLookupTable, and a transaction through it",
    run: async (c, { node }) => {
      const [owner, to] = [await funded(c), Keypair.generate().publicKey];
      const table = await putLookupTable(node.rpcUrl, to.toBytes());
      const { value } = await c.getAddressLookupTable(new PublicKey(table));
      if (value === null) throw new Error("there is no table");
      const { blockhash, lastValidBlockHeight } = await c.getLatestBlockhash();
      const { instructions } = pay(owner.publicKey, to, 1_000_000);
      const message = new TransactionMessage({
        payerKey: owner.publicKey,
        recentBlockhash: blockhash,
        instructions,
      });
      const transaction = new VersionedTransaction(message.compileToV0Message([value]));
      transaction.sign([owner]);
      const signature = await c.sendTransaction(transaction);
      await c.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
      const landed = await c.getTransaction(signature, version0);
      expect(landed?.meta?.loadedAddresses?.writable.map(String)).to.deep.equal([to.toBase58()]);
      return {
        state: value.state,
        addresses: value.state.addresses.length,
        received: await c.getBalance(to),
      };
    },
    moves: true,
  },
  {
    name: "simulateTransaction with accounts",
    run: async (c, { payer }) => {
      const to = new PublicKey("83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri");
      const transaction = await signed(c, payer, pay(payer.publicKey, to, 7_000_000));
      const { value } = await c.simulateTransaction(transaction, [payer], [to]);
      return value;
    },
    moves: true,
  },
  {
    name: "simulateTransaction of what fails, with its logs",
    run: async (c, ledger) => {
      const transaction = VersionedTransaction.deserialize(await unpayable(c, ledger));
      const { err, logs } = (await c.simulateTransaction(transaction, { sigVerify: true })).value;
      expect(logs).to.include("Transfer: insufficient lamports 0, need 5000000000");
      return { err, logs };
    },
  },
  {
    name: "sendRawTransaction that fails in preflight, with its logs",
    run: async (c, ledger) => c.sendRawTransaction(await unpayable(c, ledger)),
    refused: /"logs":\[.*Transfer: insufficient lamports 0, need 5000000000/,
  },
  {
    name: "sendEncodedTransaction that fails in preflight: SendTransactionError.getLogs",
    run: async (c, ledger) => {
      try {
        return await c.sendEncodedTransaction((await unpayable(c, ledger)).toString("base64"));
      } catch (caught) {
        expect(caught).to.be.instanceOf(SendTransactionError);
        const { transactionError } = caught as SendTransactionError;
        return { transactionError, logs: await (caught as SendTransactionError).getLogs(c) };
      }
    },
  },
  {
    name: "sendRawTransaction without preflight, failing on the ledger",
    run: async (c, ledger) => {
      const signature = await c.sendRawTransaction(await unpayable(c, ledger), { skipPreflight: true });
      const strategy = { signature, ...(await c.getLatestBlockhash()) };
      // The client throws the bare error when it meets it while polling, and gives it when it is notified.
      const err = await c.confirmTransaction(strategy).then(
        ({ value }) => value.err,
        (caught: unknown) => caught,
      );
      const landed = await c.getTransaction(signature, version0);
      return { err, landed: landed?.meta?.err, logs: landed?.meta?.logMessages };
    },
  },
  {
    name: "sendRawTransaction with a broken signature",
    run: async (c, { payer, receiver }) => {
      const raw = (await signed(c, payer, pay(payer.publicKey, new PublicKey(receiver), 5))).serialize();
      raw.writeUInt8(raw.readUInt8(5) ^ 1, 5);
      return c.sendRawTransaction(raw);
    },
    refused: /did not pass signature verification/,
  },
  {
    name: "sendRawTransaction with an unknown blockhash",
    run: async (c, { payer, receiver }) => {
      const transaction = pay(payer.publicKey, new PublicKey(receiver), 6);
      transaction.recentBlockhash = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
      transaction.feePayer = payer.publicKey;
      transaction.sign(payer);
      return c.sendRawTransaction(transaction.serialize());
    },
    refused: /Blockhash not found/,
  },
  {
    name: "sendRawTransaction of no transaction",
    run: (c) => c.sendRawTransaction(Buffer.from("hello")),
    refused: /failed to deserialize/,
  },
  {
    name: "getBalance at a slot that is far away",
    run: (c, { payer }) => c.getBalance(payer.publicKey, { minContextSlot: 1_000_000_000 }),
    refused: /Minimum context slot has not been reached/,
  },
  { name: "getBlock of a slot that is far away", run: (c) => c.getBlock(1_000_000_000, version0) },
  { name: "getBlockTime of a slot that is far away", run: (c) => c.getBlockTime(1_000_000_000) },
];
