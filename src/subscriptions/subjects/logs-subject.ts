import { newestTransactionVersion } from "../../../generated/methods.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { cutItems, member } from "../../json/cut-raw.ts";
import { concatRaw } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { maxTransactions } from "./block-transactions.ts";
import { BlockWalk } from "./block-walk.ts";
import { blockCommitmentOf, commitmentOf, contextAt, type Decision, type Subject } from "./subject.ts";

/** Longer than any signature in base58 with its quotes. */
const maxSignatureBytes = 100;

/** Delivers transaction logs; over HTTP they are read from blocks. */
export class LogsSubject implements Subject {
  readonly #commitment: string;
  readonly #config: string;
  readonly #matches: (logs: TransactionLogs) => boolean;
  readonly #walk: BlockWalk;
  #slot = -1;
  /** Signatures delivered for `#slot`. */
  readonly #delivered = new Set<string>();

  constructor(params: BoundParams) {
    const blockCommitment = blockCommitmentOf(params);
    this.#commitment = commitmentOf(params);
    this.#config = `{"commitment":"${blockCommitment}","encoding":"json","transactionDetails":"full","rewards":false,"maxSupportedTransactionVersion":${newestTransactionVersion}}`;
    this.#walk = new BlockWalk(blockCommitment);
    this.#matches = createMatcher(JSON.parse(params.requiredRaw("filter")));
  }

  decide(payload: RawJson): Decision {
    const slot = contextSlot(payload);
    const value = member(payload, "value");
    const signature = value === undefined ? undefined : member(value, "signature");
    if (slot === undefined || signature === undefined || signature.byteLength > maxSignatureBytes)
      return "drop";
    return this.#markDelivered(slot, signature.toString()) ? "deliver" : "drop";
  }

  recordState(reader: LedgerReader): Promise<void> {
    return this.#walk.begin(reader);
  }

  async *fetch(reader: LedgerReader, from: number | undefined): AsyncGenerator<RawJson> {
    const gapEnd = from === undefined ? 0 : await reader.slot(this.#commitment);
    const read = async (slot: number) => {
      const block = await reader.block(slot, this.#config);
      return block.isNull ? [] : blockLogs(block);
    };
    for await (const walked of this.#walk.step(reader, read, from, gapEnd)) {
      const { slot } = walked;
      if (walked.error !== undefined) {
        reader.onBlockLost(slot, walked.error);
        continue;
      }
      for (const entry of walked.read) {
        const { signature, err, logs } = entry;
        if (!this.#matches(entry) || !this.#markDelivered(slot, signature)) continue;
        yield concatRaw([contextAt(slot), `{"signature":${signature},"err":`, err, ',"logs":', logs, "}}"]);
      }
    }
  }

  forgetLedger(): void {
    this.#slot = -1;
    this.#delivered.clear();
    this.#walk.forgetLedger();
  }

  /** Marks a transaction as delivered; returns false if it or a later slot already was. */
  #markDelivered(slot: number, signature: string): boolean {
    if (slot < this.#slot || (slot === this.#slot && this.#delivered.has(signature))) return false;
    if (slot > this.#slot) this.#delivered.clear();
    this.#slot = slot;
    if (this.#delivered.size >= maxTransactions) this.#delivered.clear();
    this.#delivered.add(signature);
    this.#walk.skipTo(slot - 1);
    return true;
  }
}

function createMatcher(
  filter: string | { readonly mentions: readonly string[] },
): (logs: TransactionLogs) => boolean {
  if (typeof filter === "object") return ({ mentions }) => filter.mentions.some((key) => mentions.has(key));
  return filter === "allWithVotes" ? () => true : ({ isVote }) => !isVote;
}

/** Logs of one transaction in a block, raw values as the ledger wrote them. */
interface TransactionLogs {
  /** JSON text of the first signature. */
  readonly signature: string;
  readonly err: RawJson;
  readonly logs: RawJson;
  /** All of its addresses, including those from lookup tables. */
  readonly mentions: ReadonlySet<string>;
  readonly isVote: boolean;
}

interface TransactionMessage {
  readonly accountKeys: readonly string[];
  readonly instructions: readonly { readonly programIdIndex: number }[];
}

const voteProgram = "Vote111111111111111111111111111111111111111";
/** Addresses allowed in any block, besides one per `bytesPerMention` bytes (a written address is longer). */
const freeMentions = 1000;
const bytesPerMention = 32;
const cutBlocks = new WeakMap<RawJson, readonly TransactionLogs[]>();

/**
 * Logs of a block's transactions (details full, encoding json), in order. Each block is cut only once. Throws a JsonError if it
 * has more transactions or addresses than a block can hold.
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
  const transaction = member<{ signatures: string[]; message: TransactionMessage }>(
    entry,
    "transaction",
  )?.parse();
  const loaded = member<{ writable?: string[]; readonly?: string[] } | null>(
    meta,
    "loadedAddresses",
  )?.parse();
  const keys = transaction?.message.accountKeys ?? [];
  const instructions = transaction?.message.instructions ?? [];
  return {
    signature: JSON.stringify(transaction?.signatures[0] ?? ""),
    err: member(meta, "err") ?? RawJson.fromText("null"),
    logs: readLogs(meta),
    mentions: new Set([...keys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]),
    // Nodes define votes the same way: transactions that call only the vote program.
    isVote:
      instructions.length > 0 &&
      instructions.every(({ programIdIndex }) => keys[programIdIndex] === voteProgram),
  };
}

function readLogs(meta: RawJson): RawJson {
  const logs = member(meta, "logMessages");
  return logs === undefined || logs.isNull ? RawJson.fromText("[]") : logs;
}
