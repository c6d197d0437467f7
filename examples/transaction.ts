// Prints a signed transfer, for `svm-gateway send`. Run: npx tsx examples/transaction.ts [URL] > transaction.txt
import { Connection, Keypair, LAMPORTS_PER_SOL, SystemProgram, Transaction } from "@solana/web3.js";

const [, , url = "http://127.0.0.1:3000"] = process.argv;
const connection = new Connection(`${url}/networks/localnet`, "confirmed");

const payer = Keypair.generate();
const receiver = Keypair.generate().publicKey;
await connection.confirmTransaction(await connection.requestAirdrop(payer.publicKey, LAMPORTS_PER_SOL));
const transaction = new Transaction({
  feePayer: payer.publicKey,
  ...(await connection.getLatestBlockhash()),
}).add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: receiver, lamports: 1_000_000 }));
transaction.sign(payer);
console.log(transaction.serialize().toString("base64"));
