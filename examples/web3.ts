// @solana/web3.js 1.x through the gateway: only the URL differs. Run: npx tsx examples/web3.ts [URL]
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
} from "@solana/web3.js";

const [, , url = "http://127.0.0.1:3000/networks/localnet"] = process.argv;
const connection = new Connection(url, "confirmed");

const payer = Keypair.generate();
const receiver = new PublicKey("CM78CPUeXjn8o3yroDHxUtKsZZgoy4GPkPPXfouKNH12");
await connection.confirmTransaction(await connection.requestAirdrop(payer.publicKey, LAMPORTS_PER_SOL));
console.log(`airdrop: ${await connection.getBalance(payer.publicKey)} lamports`);

const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight }).add(
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: receiver, lamports: 1_000_000 }),
);
transaction.sign(payer);
const signature = await connection.sendRawTransaction(transaction.serialize());
const { value } = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
console.log(`transfer: ${value.err === null ? "confirmed" : JSON.stringify(value.err)}`);
console.log(`receiver: ${await connection.getBalance(receiver)} lamports`);
// The library keeps its socket open for half a second after the last subscription, then lets the process end.
