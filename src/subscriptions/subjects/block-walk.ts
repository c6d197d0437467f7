import { setTimeout as pause } from "node:timers/promises";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/** Most blocks of one step; the rest come with the next one. */
const maxBlocksPerStep = 32;
/** Most slots to go back; older blocks are skipped in favour of new ones. */
const maxSlotsBehind = 300;
/** A gap is filled only once blocks reach the slot at which the upstream continues: how often that is checked, and how far apart. */
const headTries = 40;
const headPauseMs = 100;
/** By how many slots, at most, the notification of a block comes after its slot began. */
const margins: Readonly<Record<string, number>> = { confirmed: 8, finalized: 40 };

/** Reads the blocks of a ledger in order, each once. */
export class BlockWalk {
  readonly #commitment: string;
  readonly #margin: number;
  #walked = -1;

  /** `commitment`: at least the lowest at which blocks can be read. */
  constructor(commitment: string) {
    this.#commitment = commitment;
    this.#margin = margins[commitment] ?? 0;
  }

  /** Starts at the ledger's current slot: earlier blocks are not new. */
  async begin(reader: LedgerReader): Promise<void> {
    this.skipTo((await reader.slot(this.#commitment)) - 1);
  }

  /** Everything up to this slot was delivered otherwise. */
  skipTo(slot: number): void {
    if (slot > this.#walked) this.#walked = slot;
  }

  /**
   * The blocks since the last step, or since `from`. The first step without `from` begins at the newest.
   * `reach`: a slot that the blocks must have reached for a gap to be filled completely.
   */
  async step(
    reader: LedgerReader,
    config: string,
    from: number | undefined,
    reach: number,
  ): Promise<readonly { slot: number; block: RawJson }[]> {
    const head = await this.#head(reader, reach);
    if (this.#walked < 0 && from === undefined) {
      this.#walked = head;
      return [];
    }
    const start = Math.max(this.#walked + 1, from === undefined ? 0 : from - this.#margin);
    if (start > head) return [];
    const slots = await reader.blocks(Math.max(start, head - maxSlotsBehind), head, this.#commitment);
    const blocks: { slot: number; block: RawJson }[] = [];
    for (const slot of slots.slice(0, from === undefined ? maxBlocksPerStep : undefined)) {
      const block = await reader.block(slot, config);
      this.skipTo(slot);
      if (!block.isNull) blocks.push({ slot, block });
    }
    if (slots.length <= blocks.length) this.skipTo(head);
    return blocks;
  }

  forget(): void {
    this.#walked = -1;
  }

  async #head(reader: LedgerReader, reach: number): Promise<number> {
    let head = await reader.slot(this.#commitment);
    for (let tries = 1; head < reach && tries < headTries; tries += 1) {
      await pause(headPauseMs, undefined, { ref: false });
      head = await reader.slot(this.#commitment);
    }
    return head;
  }
}
