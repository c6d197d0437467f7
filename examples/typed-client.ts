// The generated client: types for every method, 64-bit integers as bigint. Run: npx tsx examples/typed-client.ts [URL]
import { createClient, isRpcError } from "svm-gateway-client";

const client = createClient({ url: process.argv[2] ?? "http://127.0.0.1:3000" });

// One network: the gateway's default one.
const { epoch, absoluteSlot } = await client.getEpochInfo();
console.log(`epoch ${epoch}, slot ${absoluteSlot}`);

// All enabled networks at once. One that fails stands in its place as an error.
for (const [network, answer] of Object.entries(await client.on("all").getBlockHeight())) {
  console.log(`${network}: ${answer instanceof Error ? answer.message : `height ${answer.value}`}`);
}

// Several calls in one request.
const [rent, version] = await client.batch((call) => [
  call.getMinimumBalanceForRentExemption({ dataSize: 165 }),
  call.getVersion(),
]);
console.log(`rent of a token account: ${rent.value} lamports, core ${version["chain-core"]}`);

// What is wrong is told by code.
try {
  await client.getBalance({ pubkey: "not an address" });
} catch (error) {
  if (!isRpcError(error, -32602)) throw error;
  console.log(`refused: ${error.message}`);
}

// Events, for as long as the loop goes on.
let left = 3;
for await (const { slot } of client.subscriptions.slot()) {
  console.log(`slot ${slot}`);
  left -= 1;
  if (left === 0) break;
}
client.close();
