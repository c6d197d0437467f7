import { setTimeout as pause } from "node:timers/promises";
import type { Behind } from "../../ledger-time/upstream-pace.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { missingBlockCodes } from "../../upstream/node/ledger-codes.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/** Most blocks of one step; the next step reads the rest. */
const maxBlocksPerStep = 32;
/** Most slots to go back; older blocks are skipped for newer ones. */
export const maxSlotsBehind = 300;
/** How often to check whether blocks have reached the slot at which the upstream continues, before a gap is filled without them. */
const headTries = 80;
/** Most slots between the commitment of a block and its notification. */
const lateSlots = 8;
/** Failed reads of a block after which the walk goes on without it. */
const maxTries = 8;

/** What was read of a block, or why it could not be read. */
export type WalkedBlock<Read> =
  | { readonly slot: number; readonly read: Read; readonly error?: undefined }
  | { readonly slot: number; readonly error: RpcError };

/** Reads the blocks of a ledger in order, each once. */
export class BlockWalk {
  readonly #commitment: Behind;
  #walked = -1;
  /** The slot at which the last step ended with an error, and how often. */
  #failed = { slot: -1, times: 0 };

  /** `commitment`: at least the lowest at which blocks can be read. */
  constructor(commitment: Behind) {
    this.#commitment = commitment;
  }

  /** Starts at the ledger's current slot: earlier blocks are not new. */
  async begin(reader: LedgerReader): Promise<void> {
    this.skipTo((await reader.slot(this.#commitment)) - 1);
  }

  /** Everything up to this slot has been delivered from notifications. */
  skipTo(slot: number): void {
    if (slot > this.#walked) this.#walked = slot;
  }

  /**
   * Reads the blocks since the last step, or since `from`. The first step without `from` begins at the newest.
   * `reach`: a slot that the blocks must have reached for a gap to be filled completely. A gap is filled completely or not at
   * all; other steps end at a block that may be had later.
   */
  async step<Read>(
    reader: LedgerReader,
    read: (slot: number) => Promise<Read>,
    from: number | undefined,
    reach: number,
  ): Promise<readonly WalkedBlock<Read>[]> {
    const head = await this.#head(reader, reach);
    if (this.#walked < 0 && from === undefined) {
      this.#walked = head;
      return [];
    }
    const start = Math.max(this.#walked + 1, from === undefined ? 0 : from - this.#margin(reader));
    if (start > head) return [];
    const slots = await reader.blocks(Math.max(start, head - maxSlotsBehind), head, this.#commitment);
    const blocks: WalkedBlock<Read>[] = [];
    for (const slot of slots.slice(0, from === undefined ? maxBlocksPerStep : undefined)) {
      try {
        blocks.push({ slot, read: await read(slot) });
      } catch (caught) {
        const error = RpcError.from(caught);
        if (this.#isLost(slot, error)) blocks.push({ slot, error });
        else if (from !== undefined || blocks.length === 0) throw caught;
        else break;
      }
    }
    this.skipTo(slots.length === blocks.length ? head : (blocks.at(-1)?.slot ?? -1));
    return blocks;
  }

  forget(): void {
    this.#walked = -1;
  }

  /** Whether to go on without a block, because a node said that it has none or reads failed too often: it must not hold up later ones. */
  #isLost(slot: number, { code, wire }: RpcError): boolean {
    if (wire !== undefined && (code === unsupportedVersionCode || missingBlockCodes.has(code))) return true;
    this.#failed = { slot, times: this.#failed.slot === slot ? this.#failed.times + 1 : 1 };
    return this.#failed.times >= maxTries;
  }

  /** Most slots between the beginning of a slot and the notification of its block. */
  #margin({ clock }: LedgerReader): number {
    return Math.ceil(clock.furthestTo(this.#commitment)) + lateSlots;
  }

  async #head(reader: LedgerReader, reach: number): Promise<number> {
    let head = await reader.slot(this.#commitment);
    for (let tries = 1; head < reach && tries < headTries; tries += 1) {
      await pause(reader.clock.stepMs, undefined, { ref: false });
      head = await reader.slot(this.#commitment);
    }
    return head;
  }
}

/** The code for a transaction of a newer version than was allowed. */
export const unsupportedVersionCode = -32015;

const named = /version \((\d{1,3})\)/;

/**
 * The version that a node refused to write, as its message names it; `allowed` is what it was asked for, undefined for legacy
 * transactions only.
 */
export function refusedVersion({ message }: RpcError, allowed: number | undefined): number {
  const [, digits] = named.exec(message) ?? [];
  // Any version above the allowed one may have been refused, the next one certainly.
  return digits === undefined ? (allowed ?? -1) + 1 : Number(digits);
}
