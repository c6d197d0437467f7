/**
 * What a user of the package writes: a type test here; the package test replaces the import by the package's name,
 * type-checks it again in an empty project and runs it there.
 */
import {
  type AccountInfo,
  createClient,
  isRpcError,
  isSvmGatewayError,
  type Subscription,
  SvmGatewayError,
} from "../../../src/client/index.ts";
import { type Same, typesHold } from "../types/same.ts";

declare const process: { readonly argv: readonly string[] };

const pubkey = "Vote111111111111111111111111111111111111111";
const client = createClient({ url: process.argv[2] ?? "", retries: 1, fetch: globalThis.fetch });

const balance = await client.getBalance({
  pubkey,
  commitment: "confirmed",
  minContextSlot: 9007199254740993n,
});
typesHold<Same<typeof balance.value, bigint>>();
console.log("balance", String(balance.value));

const { value: account } = await client.on("solana-devnet").getAccountInfo({ pubkey }, { timeoutMs: 5000 });
typesHold<Same<typeof account, AccountInfo<{ encoding: "base64" }> | null>>();
console.log("rentEpoch", String(account?.rentEpoch));

const balances = await client.on("all").getBalance({ pubkey });
typesHold<Same<(typeof balances)[string], typeof balance | SvmGatewayError>>();
for (const [network, answer] of Object.entries(balances)) {
  console.log(network, answer instanceof SvmGatewayError ? answer.message : String(answer.value));
}

const [slot, two] = await client.batch((call) => [
  call.getSlot(),
  call.getMultipleAccounts({ pubkeys: [pubkey] }),
]);
typesHold<Same<typeof slot.value, bigint>>();
console.log("batch", String(slot.value), two.value.length);

const [settled] = await client.on("all").batchSettled((call) => [call.getSlot({ commitment: "finalized" })]);
if (settled.status === "fulfilled") {
  const first = settled.value.a;
  console.log("settled", isSvmGatewayError(first) ? first.kind : String(first?.value));
}

try {
  await client.getBlock({ slot: 5 });
} catch (error) {
  if (isRpcError(error, -32016)) {
    typesHold<Same<typeof error.data, { readonly contextSlot: bigint } | undefined>>();
    console.log("error", error.code, String(error.data?.contextSlot));
  }
}

const { networks } = await client.listSvmNetworks();
console.log("networks", networks.map(({ id }) => id).join());

export async function watch(signal: AbortSignal): Promise<void> {
  for await (const { context, value } of client.subscriptions.account({ pubkey }, { signal })) {
    typesHold<Same<typeof context.slot, bigint>>();
    console.log(value.lamports + 1n);
  }
  const slots: Subscription<{ slot: bigint }> = client.on("solana-devnet").subscriptions.slot();
  await slots.ready();
}

export async function mistakes(): Promise<void> {
  // @ts-expect-error a parameter that must be given
  await client.getBalance({});
  // @ts-expect-error no such parameter
  await client.getBalance({ pubkey, pubKey: pubkey });
  // @ts-expect-error no such word
  await client.getSlot({ commitment: "maybe" });
  // @ts-expect-error no such method
  await client.getBalances({ pubkey });
  // @ts-expect-error networks are managed at the gateway, not on a network
  await client.on("all").listSvmNetworks();
  // @ts-expect-error there is no subscription to all networks
  client.on("all").subscriptions.slot();
  // @ts-expect-error an answer may be a failed network's error
  (await client.on("all").getSlot()).a?.value;
}
