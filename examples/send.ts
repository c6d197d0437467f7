// A transfer signed with @solana/kit so that it lands, and sent until it has. Run: npx tsx examples/send.ts [URL]
import { setTimeout } from "node:timers/promises";
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getStructEncoder,
  getU32Encoder,
  getU64Encoder,
  lamports,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { createClient } from "svm-gateway-client";

const [, , url = "http://127.0.0.1:3000"] = process.argv;
const gateway = createClient({ url }).on("localnet");
const rpc = createSolanaRpc(`${url}/networks/localnet`);

const payer = await generateKeyPairSigner();
const receiver = await generateKeyPairSigner();
const airdrop = await rpc.requestAirdrop(payer.address, lamports(1_000_000_000n)).send();
while ((await gateway.getTransactionFate({ signature: airdrop })).status !== "landed") await setTimeout(200);
console.log("airdrop: landed");

// What others paid lately for writing the same account.
const { priorityFeeEstimate: price = 0 } = await gateway.getPriorityFeeEstimate({
  accountKeys: [payer.address],
});
const transfer = {
  programAddress: address("11111111111111111111111111111111"),
  accounts: [
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: receiver.address, role: AccountRole.WRITABLE },
  ],
  data: getStructEncoder([
    ["instruction", getU32Encoder()],
    ["lamports", getU64Encoder()],
  ]).encode({ instruction: 2, lamports: 1_000_000n }),
};
// Asked for last: from now on there are 150 blocks for it to land. The gateway notes where they end.
const { value: blockhash } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
const signed = await pipe(
  createTransactionMessage({ version: 0 }),
  (message) => setTransactionMessageFeePayerSigner(payer, message),
  (message) => setTransactionMessageComputeUnitLimit(1_000, message),
  (message) => setTransactionMessageComputeUnitPrice(BigInt(Math.ceil(Number(price))), message),
  (message) => appendTransactionMessageInstruction(transfer, message),
  (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
  signTransactionMessageWithSigners,
);
const { signature, confirmationStatus, err } = await gateway.sendAndConfirmTransaction({
  transaction: getBase64EncodedWireTransaction(signed),
  encoding: "base64",
});
console.log(err === null ? `transfer: ${confirmationStatus}` : `failed: ${JSON.stringify(err)}`);
console.log(`fate: ${(await gateway.getTransactionFate({ signature })).status}`);
