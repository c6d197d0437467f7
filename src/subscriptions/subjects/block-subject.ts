import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { BlockWalk } from "./block-walk.ts";
import { blockCommitmentOf } from "./commitment-of.ts";
import { narrowBlock } from "./narrow-block.ts";
import { contextAt, payloadSlot } from "./payload-slot.ts";
import type { Subject, Verdict } from "./subject.ts";

/** Blocks, in order. */
export class BlockSubject implements Subject {
  readonly #config: string;
  readonly #accountsConfig: string;
  /** Address that a block must mention; undefined for all blocks. */
  readonly #mentioned: string | undefined;
  readonly #walk: BlockWalk;
  #slot = -1;

  constructor(params: BoundParams) {
    const commitment = blockCommitmentOf(params);
    // By default notifications use base64 and leave rewards out; getBlock does neither.
    const details = params.raw("transactionDetails") ?? '"full"';
    const version = params.raw("maxSupportedTransactionVersion");
    const versionText = version === undefined ? "" : `,"maxSupportedTransactionVersion":${version}`;
    this.#config = `{"commitment":"${commitment}","encoding":${params.raw("encoding") ?? '"base64"'},"transactionDetails":${details},"rewards":${params.raw("showRewards") ?? "false"}${versionText}}`;
    this.#accountsConfig = `{"commitment":"${commitment}","transactionDetails":"accounts","rewards":false,"maxSupportedTransactionVersion":0}`;
    const filter = JSON.parse(params.required("filter")) as "all" | { mentionsAccountOrProgram: string };
    this.#mentioned = typeof filter === "object" ? filter.mentionsAccountOrProgram : undefined;
    this.#walk = new BlockWalk(commitment);
  }

  judge(payload: RawJson): Verdict {
    const slot = payloadSlot(payload);
    if (slot === undefined) return "deliver";
    if (slot <= this.#slot) return "drop";
    this.#slot = slot;
    this.#walk.skipTo(slot);
    return "deliver";
  }

  isLast(): boolean {
    return false;
  }

  begin(reader: LedgerReader): Promise<void> {
    return this.#walk.begin(reader);
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    const payloads: RawJson[] = [];
    for (const { slot, block } of await this.#walk.step(reader, this.#config, from, 0)) {
      if (slot <= this.#slot) continue;
      const narrowed = await this.#narrowed(reader, slot, block);
      this.#slot = slot;
      if (narrowed !== undefined)
        payloads.push(concatRaw([contextAt(slot), `{"slot":${slot},"block":`, narrowed, ',"err":null}}']));
    }
    return payloads;
  }

  forget(): void {
    this.#slot = -1;
    this.#walk.forget();
  }

  /** The block with only the transactions that mention the address; undefined if none does. */
  async #narrowed(reader: LedgerReader, slot: number, block: RawJson): Promise<RawJson | undefined> {
    if (this.#mentioned === undefined) return block;
    return narrowBlock(block, await reader.block(slot, this.#accountsConfig), this.#mentioned);
  }
}
