import { cutItems } from "../../json/cut-items.ts";
import { member } from "../../json/cut-members.ts";
import { RawJson } from "../../json/raw-json.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import { maxTransactions } from "./narrow-block.ts";

/** The logs of one transaction in a block; raw values are as the ledger wrote them. */
export interface TransactionLogs {
  /** JSON text of the first signature. */
  readonly signature: string;
  readonly err: RawJson;
  readonly logs: RawJson;
  /** All addresses of the transaction, including those from lookup tables. */
  readonly mentions: ReadonlySet<string>;
  readonly isVote: boolean;
}

interface Message {
  readonly accountKeys: readonly string[];
  readonly instructions: readonly { readonly programIdIndex: number }[];
}

const voteProgram = "Vote111111111111111111111111111111111111111";
/** Addresses that any block may have. A larger block may have one more for each `bytesPerMention`: written out, an address is longer. */
const freeMentions = 1000;
const bytesPerMention = 32;
const cutBlocks = new WeakMap<RawJson, readonly TransactionLogs[]>();

/**
 * The logs of a block's transactions (details full, encoding json), in order. Each block is cut only once. Throws a JsonError
 * if it has more transactions or addresses than a block can have.
 */
export function blockLogs(block: RawJson): readonly TransactionLogs[] {
  const cut = cutBlocks.get(block);
  if (cut !== undefined) return cut;
  const transactions = member(block, "transactions");
  const logs: TransactionLogs[] = [];
  let room = freeMentions + block.byteLength / bytesPerMention;
  for (const entry of transactions === undefined ? [] : cutItems(transactions, maxTransactions)) {
    const cutLogs = transactionLogs(entry);
    room -= cutLogs.mentions.size;
    if (room < 0) throw new JsonError("shape", "the block has too many addresses", 0);
    logs.push(cutLogs);
  }
  cutBlocks.set(block, logs);
  return logs;
}

function transactionLogs(entry: RawJson): TransactionLogs {
  const meta = member(entry, "meta") ?? RawJson.fromText("{}");
  const transaction = member<{ signatures: string[]; message: Message }>(entry, "transaction")?.parse();
  const loaded = member<{ writable?: string[]; readonly?: string[] } | null>(
    meta,
    "loadedAddresses",
  )?.parse();
  const keys = transaction?.message.accountKeys ?? [];
  const instructions = transaction?.message.instructions ?? [];
  return {
    signature: JSON.stringify(transaction?.signatures[0] ?? ""),
    err: member(meta, "err") ?? RawJson.fromText("null"),
    logs: logsOf(meta),
    mentions: new Set([...keys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]),
    // Nodes recognize votes in the same way: they call only the vote program.
    isVote:
      instructions.length > 0 &&
      instructions.every(({ programIdIndex }) => keys[programIdIndex] === voteProgram),
  };
}

function logsOf(meta: RawJson): RawJson {
  const logs = member(meta, "logMessages");
  return logs === undefined || logs.isNull ? RawJson.fromText("[]") : logs;
}
