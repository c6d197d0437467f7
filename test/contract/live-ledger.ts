import {
  Authorized,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  Lockup,
  PublicKey,
  StakeProgram,
  SystemProgram,
  Transaction,
} from "@solana/web3.js";
import { type EmbeddedNode, startNode } from "../embedded-node.ts";

/** A node with something on its ledger. */
export interface LiveLedger {
  readonly node: EmbeddedNode;
  readonly connection: Connection;
  readonly payer: Keypair;
  /** Received a transfer. */
  readonly receiver: string;
  /** Signature of that transfer, landed. */
  readonly signature: string;
  readonly slot: number;
  readonly blockhash: string;
  readonly mint: string;
  readonly tokenAccount: string;
  readonly stakeAccount: string;
  /** A signed transfer that was not sent, in base 64. */
  readonly unsent: string;
  /** Its message, in base 64. */
  readonly message: string;
}

/** The usual wrapped native token: every ledger has it. */
const wrappedMint = "So11111111111111111111111111111111111111112";
const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/** Starts a node and puts accounts, a transfer, a token account and a stake on its ledger. */
export async function createLiveLedger(): Promise<LiveLedger> {
  const node = await startNode();
  const connection = new Connection(node.rpcUrl, { commitment: "processed", wsEndpoint: node.wsUrl });
  const payer = Keypair.generate();
  await connection.requestAirdrop(payer.publicKey, 100 * LAMPORTS_PER_SOL);
  const receiver = Keypair.generate().publicKey;
  const signature = await send(connection, payer, transfer(payer, receiver, LAMPORTS_PER_SOL));
  await fundToken(node, payer.publicKey, wrappedMint, 5_000_000_000);
  const tokens = await connection.getTokenAccountsByOwner(payer.publicKey, {
    programId: new PublicKey(tokenProgram),
  });
  const stake = Keypair.generate();
  await send(
    connection,
    payer,
    StakeProgram.createAccount({
      fromPubkey: payer.publicKey,
      stakePubkey: stake.publicKey,
      authorized: new Authorized(payer.publicKey, payer.publicKey),
      lockup: Lockup.default,
      lamports: 3 * LAMPORTS_PER_SOL,
    }),
    stake,
  );
  const { blockhash } = await connection.getLatestBlockhash();
  const unsent = transfer(payer, receiver, 5);
  unsent.recentBlockhash = blockhash;
  unsent.feePayer = payer.publicKey;
  unsent.sign(payer);
  const status = await connection.getSignatureStatus(signature);
  return {
    node,
    connection,
    payer,
    receiver: receiver.toBase58(),
    signature,
    slot: status.value?.slot ?? 0,
    blockhash,
    mint: wrappedMint,
    tokenAccount: tokens.value[0]?.pubkey.toBase58() ?? "",
    stakeAccount: stake.publicKey.toBase58(),
    unsent: unsent.serialize().toString("base64"),
    message: unsent.compileMessage().serialize().toString("base64"),
  };
}

/** Gives an account tokens of a mint. */
async function fundToken(
  { rpcUrl }: EmbeddedNode,
  owner: PublicKey,
  mint: string,
  amount: number,
): Promise<void> {
  const params = [owner.toBase58(), mint, { amount }];
  const answer = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "surfnet_setTokenAccount", params }),
  });
  const text = await answer.text();
  if (!text.includes('"result"')) throw new Error(`no tokens: ${text}`);
}

function transfer(from: Keypair, to: PublicKey, lamports: number): Transaction {
  return new Transaction().add(
    SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }),
  );
}

/** Signs, sends and waits until the node lists it. The node executes at once. */
async function send(
  connection: Connection,
  payer: Keypair,
  transaction: Transaction,
  ...signers: Keypair[]
): Promise<string> {
  const { blockhash } = await connection.getLatestBlockhash();
  transaction.recentBlockhash = blockhash;
  transaction.feePayer = payer.publicKey;
  transaction.sign(payer, ...signers);
  const signature = await connection.sendRawTransaction(transaction.serialize());
  for (;;) {
    const { value } = await connection.getSignatureStatus(signature);
    if (value !== null) return signature;
  }
}
