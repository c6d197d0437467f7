import {
  AccountRole,
  type AccountSignerMeta,
  address,
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  type Base64EncodedWireTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import type { ClientCase } from "./client-suite.ts";
import type { KitClient } from "./kit-reads.ts";

const systemProgram = address("11111111111111111111111111111111");
const transferTag = 2;
const oneUnit = lamports(1_000_000_000n);

/** The system program's transfer, as its own client library would write it. */
function transferInstruction(from: KeyPairSigner, to: KeyPairSigner, amount: bigint): Instruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(transferTag, 0);
  data.writeBigUInt64LE(amount, 4);
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from.address, role: AccountRole.WRITABLE_SIGNER, signer: from } as AccountSignerMeta,
      { address: to.address, role: AccountRole.WRITABLE },
    ],
    data,
  };
}

/** A transfer of version 0, signed and not sent. */
export async function signedTransfer(
  { rpc }: KitClient,
  from: KeyPairSigner,
  to: KeyPairSigner,
  amount: bigint,
) {
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(from, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (living) => appendTransactionMessageInstruction(transferInstruction(from, to, amount), living),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  assertIsSendableTransaction(transaction);
  assertIsTransactionWithBlockhashLifetime(transaction);
  return transaction;
}

/** An account with one airdrop on it. */
export async function funded({ rpc, subscriptions }: KitClient): Promise<KeyPairSigner> {
  const owner = await generateKeyPairSigner();
  await airdropFactory({ rpc, rpcSubscriptions: subscriptions })({
    recipientAddress: owner.address,
    lamports: oneUnit,
    commitment: "confirmed",
  });
  return owner;
}

/** Airdrops, transfers, confirmation over WebSocket, simulation, faults. */
export const kitFlows: readonly ClientCase<KitClient>[] = [
  {
    name: "requestAirdrop, confirmed over WebSocket",
    run: async (client) => {
      const owner = await funded(client);
      return (await client.rpc.getBalance(owner.address, { commitment: "confirmed" }).send()).value;
    },
  },
  {
    name: "sendAndConfirmTransaction, and what the ledger then knows",
    run: async (client) => {
      const { rpc, subscriptions } = client;
      const [owner, to] = [await funded(client), await generateKeyPairSigner()];
      const transaction = await signedTransfer(client, owner, to, 900_000_000n);
      const send = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions: subscriptions });
      await send(transaction, { commitment: "confirmed" });
      const landed = await rpc
        .getTransaction(getSignatureFromTransaction(transaction), {
          commitment: "confirmed",
          encoding: "json",
          maxSupportedTransactionVersion: 0,
        })
        .send();
      const received = await rpc.getBalance(to.address, { commitment: "confirmed" }).send();
      return { received: received.value, meta: landed?.meta, version: landed?.version };
    },
  },
  {
    name: "sendTransaction, polled until it is confirmed",
    run: async (client) => {
      const [owner, to] = [await funded(client), await generateKeyPairSigner()];
      const wire = getBase64EncodedWireTransaction(await signedTransfer(client, owner, to, 7_000_000n));
      const sent = await client.rpc.sendTransaction(wire, { encoding: "base64" }).send();
      for (;;) {
        const { value } = await client.rpc.getSignatureStatuses([sent]).send();
        if (value[0] !== null && value[0]?.confirmationStatus !== "processed") return value[0]?.err;
      }
    },
  },
  {
    name: "simulateTransaction of what fails, with its logs",
    run: async (client) => {
      const [owner, to] = [await funded(client), await generateKeyPairSigner()];
      const wire = getBase64EncodedWireTransaction(await signedTransfer(client, owner, to, 10n ** 12n));
      const { value } = await client.rpc
        .simulateTransaction(wire, { encoding: "base64", sigVerify: true, commitment: "confirmed" })
        .send();
      return { err: value.err, logs: value.logs };
    },
  },
  {
    name: "sendTransaction that fails in preflight: a SolanaError with its logs",
    run: async (client) => {
      const [owner, to] = [await funded(client), await generateKeyPairSigner()];
      const wire = getBase64EncodedWireTransaction(await signedTransfer(client, owner, to, 10n ** 12n));
      return client.rpc
        .sendTransaction(wire, { encoding: "base64", preflightCommitment: "confirmed" })
        .send();
    },
    refused: /-32002.*Transfer: insufficient lamports \d+, need 1000000000000/,
  },
  {
    name: "sendTransaction of no transaction",
    run: ({ rpc }) =>
      rpc.sendTransaction("aGVsbG8=" as Base64EncodedWireTransaction, { encoding: "base64" }).send(),
    refused: /-32602/,
  },
  {
    name: "getBalance at a slot that is far away: a SolanaError of its own",
    run: ({ rpc }) => rpc.getBalance(systemProgram, { minContextSlot: 10n ** 15n }).send(),
    refused: /-32016/,
  },
  {
    name: "getBalance of no address",
    run: ({ rpc }) => rpc.getBalance("x" as typeof systemProgram).send(),
    refused: /-32602/,
  },
];
