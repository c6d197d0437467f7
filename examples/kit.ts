// @solana/kit through the gateway: only the URLs differ. Run: npx tsx examples/kit.ts [URL]
import { address, createSolanaRpc, createSolanaRpcSubscriptions } from "@solana/kit";

const [, , url = "http://127.0.0.1:3000/networks/localnet"] = process.argv;
const rpc = createSolanaRpc(url);

const { value: lamports } = await rpc.getBalance(address("11111111111111111111111111111111")).send();
console.log(`balance: ${lamports} lamports`);

const { value } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
console.log(`blockhash: ${value.blockhash}, valid until block ${value.lastValidBlockHeight}`);

const subscriptions = createSolanaRpcSubscriptions(url.replace(/^http/, "ws"));
const stop = new AbortController();
let left = 3;
for await (const { slot } of await subscriptions
  .slotNotifications()
  .subscribe({ abortSignal: stop.signal })) {
  console.log(`slot ${slot}`);
  left -= 1;
  if (left === 0) break;
}
stop.abort();
