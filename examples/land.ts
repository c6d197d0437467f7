// Signs with @solana/kit so that it lands: a fee by estimate, a tip if a route wants one. Run: npx tsx examples/land.ts [URL]
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  lamports,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";

const [, , url = "http://127.0.0.1:3000/networks/localnet"] = process.argv;
const rpc = createSolanaRpc(url);
const payer = await generateKeyPairSigner();
await rpc.requestAirdrop(payer.address, lamports(1_000_000_000n)).send();

// A transfer; one to a tip account of a route is made the same way, and its account must not be in a lookup table.
const receiver = (await generateKeyPairSigner()).address;
const data = new DataView(new ArrayBuffer(12));
data.setUint32(0, 2, true);
data.setBigUint64(4, 1_000_000n, true);
const transfer = {
  programAddress: address("11111111111111111111111111111111"),
  accounts: [
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: receiver, role: AccountRole.WRITABLE },
  ],
  data: new Uint8Array(data.buffer),
};

const { priorityFeeEstimate } = await call<{ priorityFeeEstimate: number }>("getPriorityFeeEstimate", [
  { accountKeys: [payer.address, receiver], options: { recommended: true } },
]);
console.log(`fee: ${priorityFeeEstimate} micro-lamports for each compute unit`);

// A confirmed blockhash: the gateway remembers how long it lives.
const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
const message = pipe(
  createTransactionMessage({ version: 0 }),
  (empty) => setTransactionMessageFeePayerSigner(payer, empty),
  (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
  (living) => appendTransactionMessageInstructions([transfer], living),
  (complete) => setTransactionMessageComputeUnitLimit(1000, complete),
  (limited) => setTransactionMessageComputeUnitPrice(BigInt(priorityFeeEstimate), limited),
);
const signed = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));

const { slot, err } = await call<{ slot: number; err: unknown }>("sendAndConfirmTransaction", [
  signed,
  { encoding: "base64" },
]);
console.log(`landed in slot ${slot}: ${err === null ? "it succeeded" : JSON.stringify(err)}`);

async function call<Result>(method: string, params: readonly unknown[]): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const answer = (await response.json()) as { result: Result; error?: { message: string } };
  if (answer.error !== undefined) throw new Error(answer.error.message);
  return answer.result;
}
