import { newestTransactionVersion } from "../../../generated/methods.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { member } from "../../json/cut-members.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { blockLogs, type TransactionLogs } from "./block-logs.ts";
import { BlockWalk } from "./block-walk.ts";
import { blockCommitmentOf, commitmentOf } from "./commitment-of.ts";
import { maxTransactions } from "./narrow-block.ts";
import { contextAt, payloadSlot } from "./payload-slot.ts";
import type { Subject, Verdict } from "./subject.ts";

/** Longer than any signature in base58 with its quotes; longer text is not remembered. */
const maxSignatureBytes = 100;

/** Delivers the logs of transactions; over HTTP it reads them from blocks. */
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
    this.#matches = matcherOf(JSON.parse(params.required("filter")));
  }

  judge(payload: RawJson): Verdict {
    const slot = payloadSlot(payload);
    const value = member(payload, "value");
    const signature = value === undefined ? undefined : member(value, "signature");
    if (slot === undefined || signature === undefined || signature.byteLength > maxSignatureBytes)
      return "deliver";
    return this.#markDelivered(slot, signature.toString()) ? "deliver" : "drop";
  }

  begin(reader: LedgerReader): Promise<void> {
    return this.#walk.begin(reader);
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    const reach = from === undefined ? 0 : await reader.slot(this.#commitment);
    const read = async (slot: number) => {
      const block = await reader.block(slot, this.#config);
      return block.isNull ? [] : blockLogs(block);
    };
    const blocks = await this.#walk.step(reader, read, from, reach);
    const payloads: RawJson[] = [];
    for (const walked of blocks) {
      const { slot } = walked;
      if (walked.error !== undefined) {
        reader.onBlockLost(slot, walked.error);
        continue;
      }
      for (const entry of walked.read) {
        const { signature, err, logs } = entry;
        if (!this.#matches(entry) || !this.#markDelivered(slot, signature)) continue;
        payloads.push(
          concatRaw([contextAt(slot), `{"signature":${signature},"err":`, err, ',"logs":', logs, "}}"]),
        );
      }
    }
    return payloads;
  }

  forget(): void {
    this.#slot = -1;
    this.#delivered.clear();
    this.#walk.forget();
  }

  /** Marks a transaction as delivered; returns false if it was before, or if a later slot was. */
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

function matcherOf(
  filter: string | { readonly mentions: readonly string[] },
): (logs: TransactionLogs) => boolean {
  if (typeof filter === "object") return ({ mentions }) => filter.mentions.some((key) => mentions.has(key));
  return filter === "allWithVotes" ? () => true : ({ isVote }) => !isVote;
}
