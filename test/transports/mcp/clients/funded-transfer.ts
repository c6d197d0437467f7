import { setTimeout as pause } from "node:timers/promises";
import { Connection, Keypair, LAMPORTS_PER_SOL, SystemProgram, Transaction } from "@solana/web3.js";

/** Milliseconds between two looks at a ledger that moves by itself. */
const lookMs = 50;

/** A signed transfer, in base-64, from an account that the ledger behind a URL has just funded, at every commitment. */
export async function fundedTransfer(url: string): Promise<string> {
  const connection = new Connection(url, "finalized");
  const payer = Keypair.generate();
  await connection.requestAirdrop(payer.publicKey, LAMPORTS_PER_SOL);
  while ((await connection.getBalance(payer.publicKey)) === 0) await pause(lookMs);
  const made = new Transaction().add(
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: LAMPORTS_PER_SOL / 10,
    }),
  );
  made.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
  made.feePayer = payer.publicKey;
  made.sign(payer);
  return made.serialize().toString("base64");
}
