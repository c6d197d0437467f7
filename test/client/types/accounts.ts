/** Accounts are typed by the encoding and the context that the caller asked for. The compiler is the test. */
import type {
  AccountEncoding,
  AccountInfo,
  Base64Data,
  Base64ZstdData,
  Client,
  GetAccountInfoParams,
  KeyedAccount,
  ParsedAccountData,
  SvmGatewayError,
} from "../../../src/client/index.ts";
import { type Same, typesHold } from "./same.ts";

declare const client: Client;
declare const pubkey: string;

/** What is not asked for is what the gateway fills in: base64. */
export async function withoutEncoding(): Promise<number | undefined> {
  const { value } = await client.getAccountInfo({ pubkey });
  typesHold<Same<typeof value, AccountInfo<{ encoding: "base64" }> | null>>();
  if (value === null) return undefined;
  typesHold<Same<typeof value.data, Base64Data>>();
  // @ts-expect-error base64 has no fields
  value.data.parsed;
  return value.data[0].length;
}

/** Fields, or base64 where no parser fits: one look tells which. */
export async function parsed(): Promise<string> {
  const { value } = await client.getAccountInfo({ pubkey, encoding: "jsonParsed" });
  if (value === null) return "absent";
  typesHold<Same<typeof value.data, ParsedAccountData | Base64Data>>();
  return "parsed" in value.data ? value.data.parsed.type : value.data[0];
}

/** Each of the other encodings. */
export async function otherEncodings(): Promise<void> {
  const { value: zipped } = await client.getMultipleAccounts({ pubkeys: [pubkey], encoding: "base64+zstd" });
  typesHold<Same<NonNullable<(typeof zipped)[number]>["data"], Base64ZstdData>>();
  const { value: bare } = await client.getAccountInfo({ pubkey, encoding: "binary" });
  const text: string | undefined = bare?.data;
  const { value: tokens } = await client.getTokenAccountsByOwner({
    ownerAddress: pubkey,
    programId: pubkey,
    encoding: "jsonParsed",
  });
  typesHold<Same<typeof tokens, KeyedAccount<{ encoding: "jsonParsed" }>[]>>();
  // The owner alone: the gateway asks both token programs.
  const { value: all } = await client.getTokenAccountsByOwner({ ownerAddress: pubkey });
  typesHold<Same<typeof all, KeyedAccount<{ encoding: "base64" }>[]>>();
  console.log(text);
}

/** The same on all networks, on one, in a batch and in notifications. */
export async function everywhere(): Promise<void> {
  type Parsed = AccountInfo<{ encoding: "jsonParsed" }> | null;
  const encoding = "jsonParsed";
  const { value: onOne } = await client.on("a").getAccountInfo({ pubkey, encoding });
  typesHold<Same<typeof onOne, Parsed>>();
  const onAll = (await client.on("all").getAccountInfo({ pubkey, encoding })).a;
  if (onAll !== undefined && "value" in onAll) typesHold<Same<typeof onAll.value, Parsed>>();
  typesHold<Same<Extract<typeof onAll, Error>, SvmGatewayError>>();
  const [inBatch, slot] = await client.batch((call) => [
    call.getAccountInfo({ pubkey, encoding }),
    call.getSlot(),
  ]);
  typesHold<Same<typeof inBatch.value, Parsed>>();
  typesHold<Same<typeof slot.value, bigint>>();
  for await (const { value } of client.subscriptions.account({ pubkey, encoding })) {
    typesHold<Same<typeof value, NonNullable<Parsed>>>();
  }
  for await (const { value } of client.subscriptions.program({ programId: pubkey, encoding: "base64" })) {
    typesHold<Same<typeof value.account.data, Base64Data>>();
  }
}

/** The list alone, or with the slot. */
export async function withContext(): Promise<void> {
  type Listed = KeyedAccount<{ encoding: "base64"; withContext: false }>;
  const alone = await client.getProgramAccounts({ programId: pubkey });
  typesHold<Same<(typeof alone)[number]["account"]["data"], Base64Data>>();
  const first: Listed | undefined = alone[0];
  const { context, value } = await client.getProgramAccounts({ programId: pubkey, withContext: true });
  typesHold<Same<typeof context.slot, bigint>>();
  // @ts-expect-error the list stands in value
  (await client.getProgramAccounts({ programId: pubkey, withContext: true })).map(String);
  console.log(first, value.length);
}

/** Who does not know the choice yet gets every form of it. */
export async function anyChoice(encoding: AccountEncoding, params: GetAccountInfoParams): Promise<void> {
  const { value: one } = await client.getAccountInfo({ pubkey, encoding });
  typesHold<Same<NonNullable<typeof one>["data"], AccountInfo["data"]>>();
  const { value: other } = await client.getAccountInfo(params);
  typesHold<Same<NonNullable<typeof other>["data"], AccountInfo["data"]>>();
}

/** What the ledger would ignore or refuse. */
export async function mistakes(): Promise<void> {
  // @ts-expect-error no such encoding
  await client.getAccountInfo({ pubkey, encoding: "hex" });
  // @ts-expect-error no such parameter
  await client.getAccountInfo({ pubkey, encodng: "base64" });
  // @ts-expect-error a parameter that must be given
  await client.getAccountInfo({ encoding: "base64" });
  // @ts-expect-error no such encoding in a subscription
  client.subscriptions.account({ pubkey, encoding: "json" });
}
