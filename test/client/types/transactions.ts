/** Transactions and blocks are typed by encoding, detail and version. The compiler is the test. */
import type {
  Base64Data,
  Block,
  Client,
  ConfirmedTransaction,
  HistorySignature,
  JsonTransaction,
  ParsedMessage,
  RawMessage,
  TransactionMeta,
  TransactionVersion,
} from "../../../src/client/index.ts";
import { type Same, typesHold } from "./same.ts";

declare const client: Client;
declare const signature: string;
declare const slot: bigint;

/** Fields by default, no casts. */
export async function asFields(): Promise<void> {
  const meta = (await client.getTransaction({ signature }))?.meta;
  const fee: bigint | undefined = meta?.fee;
  const found = await client.getTransaction({ signature });
  if (found === null) return;
  typesHold<Same<typeof found.transaction.message, RawMessage>>();
  typesHold<Same<typeof found.version, TransactionVersion>>();
  const [instruction] = found.transaction.message.instructions;
  const called = found.meta?.innerInstructions?.[0]?.instructions[0];
  console.log(fee, instruction?.programIdIndex, called?.accounts);
  // @ts-expect-error instructions by name stand only in jsonParsed
  instruction?.parsed;
}

/** Instructions by name. */
export async function parsed(): Promise<void> {
  const found = await client.getTransaction({ signature, encoding: "jsonParsed" });
  if (found === null) return;
  typesHold<Same<typeof found.transaction.message, ParsedMessage>>();
  const signers = found.transaction.message.accountKeys.filter(({ signer }) => signer);
  for (const one of found.transaction.message.instructions) {
    console.log(signers.length, "parsed" in one ? one.program : one.data);
  }
}

/** Bytes. */
export async function asBytes(): Promise<void> {
  const found = await client.getTransaction({ signature, encoding: "base64" });
  if (found !== null) typesHold<Same<typeof found.transaction, Base64Data>>();
  // @ts-expect-error bytes have no message
  found?.transaction.message;
  const old = await client.getTransaction({ signature, encoding: "binary" });
  const text: string | undefined = old?.transaction;
  console.log(text);
}

/** The version is there when the caller allowed versions; the old method allows none by itself. */
export async function versions(newest: number): Promise<void> {
  const without = await client.getConfirmedTransaction({ signature });
  // @ts-expect-error no version was allowed
  without?.version;
  const allowed = await client.getConfirmedTransaction({ signature, maxSupportedTransactionVersion: 0 });
  if (allowed !== null) typesHold<Same<typeof allowed.version, TransactionVersion>>();
  const perhaps = await client.getConfirmedTransaction({ signature, maxSupportedTransactionVersion: newest });
  if (perhaps !== null) typesHold<Same<typeof perhaps.version, TransactionVersion | undefined>>();
}

/** Each level of detail of a block. */
export async function blocks(): Promise<void> {
  const full = await client.getBlock({ slot });
  if (full === null) return;
  const [first] = full.transactions;
  if (first !== undefined) {
    typesHold<Same<typeof first.transaction.message, RawMessage>>();
    console.log(first.version, first.meta?.computeUnitsConsumed);
  }
  // @ts-expect-error signatures are a level of detail of their own
  full.signatures;

  const brief = await client.getBlock({ slot, transactionDetails: "accounts" });
  console.log(brief?.transactions[0]?.transaction.accountKeys[0]?.pubkey);
  // @ts-expect-error this level has no message
  brief?.transactions[0]?.transaction.message;

  const listed = await client.getBlock({ slot, transactionDetails: "signatures" });
  const signatures: string[] | undefined = listed?.signatures;
  // @ts-expect-error no transactions were asked for
  listed?.transactions;

  const none = await client.getBlock({ slot, transactionDetails: "none" });
  // @ts-expect-error nothing was asked for
  none?.signatures;
  console.log(signatures, none?.blockhash);

  for await (const { value } of client.subscriptions.block({
    filter: "all",
    encoding: "jsonParsed",
    maxSupportedTransactionVersion: 0,
  })) {
    const block = value.block?.transactions[0];
    if (block !== undefined) typesHold<Same<typeof block.transaction.message, ParsedMessage>>();
  }
}

/** Histories of providers: signatures, or whole transactions. */
export async function histories(): Promise<void> {
  const [one] = (await client.getTransactionsForAddress({ address: signature })).data;
  const full = await client.getTransactionsForAddress({ address: signature, transactionDetails: "full" });
  console.log(one?.signature, full.data[0]?.transaction.message.instructions.length);
  if (one !== undefined) typesHold<Same<typeof one, HistorySignature>>();
}

/** Types that programs name: of some choice, or of any. */
export function named(
  message: JsonTransaction<{ encoding: "jsonParsed" }>["message"],
  block: Block<{ transactionDetails: "signatures" }>,
  any: ConfirmedTransaction,
  detail: "full" | "signatures",
): Promise<unknown> {
  typesHold<Same<typeof message, ParsedMessage>>();
  typesHold<Same<typeof block.signatures, string[]>>();
  typesHold<Same<typeof any.meta, TransactionMeta | null>>();
  typesHold<Same<typeof any.version, TransactionVersion | undefined>>();
  return client.getBlock({ slot, transactionDetails: detail }).then((found) => found?.transactions?.length);
}
