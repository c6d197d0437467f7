import { setTimeout as delay } from "node:timers/promises";
import type { LaggingCommitment } from "../../ledger-clock/upstream-pace.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { missingBlockCodes } from "../../upstream/node/ledger-codes.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/** Most blocks per step; the next step continues. */
const maxBlocksPerStep = 32;
/** Most slots a step goes back; older blocks are skipped. */
export const maxSlotsBehind = 300;
/** Most reads of the newest slot while it has not reached the end of a gap. */
const maxHeadReads = 80;
/** Most slots between a block's commitment and its notification. */
const notificationDelaySlots = 8;
/** Failed reads after which a block is skipped. */
const maxReads = 8;

/** A block as read, or the error of its read. */
export type WalkedBlock<Read> =
  | { readonly slot: number; readonly read: Read; readonly error?: undefined }
  | { readonly slot: number; readonly error: RpcError };

/** Reads a ledger's blocks in order, each once. */
export class BlockWalk {
  readonly #commitment: LaggingCommitment;
  #walked = -1;
  /** Slot of the last failed read, and its consecutive failures. */
  #failed = { slot: -1, count: 0 };

  constructor(commitment: LaggingCommitment) {
    this.#commitment = commitment;
  }

  /** Starts at the ledger's current slot. */
  async begin(reader: LedgerReader): Promise<void> {
    this.skipTo((await reader.slot(this.#commitment)) - 1);
  }

  /** Skips blocks up to this slot, which notifications have delivered. */
  skipTo(slot: number): void {
    if (slot > this.#walked) this.#walked = slot;
  }

  /**
   * Reads the blocks since the last step, or since `from` to fill a gap, and yields each one immediately: blocks are large. The first
   * step without `from` only finds the newest slot. Waits until the ledger reaches `gapEnd`. A failed read throws
   * while filling a gap or at the first block; otherwise it ends the step, and the next step retries it.
   */
  async *step<Read>(
    reader: LedgerReader,
    read: (slot: number) => Promise<Read>,
    from: number | undefined,
    gapEnd: number,
  ): AsyncGenerator<WalkedBlock<Read>> {
    const head = await this.#head(reader, gapEnd);
    if (this.#walked < 0 && from === undefined) return this.skipTo(head);
    // A block may be notified this many slots after its own, so a gap begins that much earlier.
    const margin = Math.ceil(reader.clock.maxDistanceTo(this.#commitment)) + notificationDelaySlots;
    const start = Math.max(this.#walked + 1, from === undefined ? 0 : from - margin);
    if (start > head) return;
    const slots = await reader.blocks(Math.max(start, head - maxSlotsBehind), head, this.#commitment);
    const stepCount = from === undefined ? Math.min(slots.length, maxBlocksPerStep) : slots.length;
    for (const [index, slot] of slots.slice(0, stepCount).entries()) {
      const block = await this.#readBlock(slot, read, from !== undefined || index === 0);
      if (block === undefined) return;
      this.skipTo(slot);
      yield block;
    }
    if (stepCount === slots.length) this.skipTo(head);
  }

  /** Reads one block. A failed read throws if `mustThrow`, else returns undefined to end the step. */
  async #readBlock<Read>(
    slot: number,
    read: (slot: number) => Promise<Read>,
    mustThrow: boolean,
  ): Promise<WalkedBlock<Read> | undefined> {
    try {
      return { slot, read: await read(slot) };
    } catch (caught) {
      const error = RpcError.from(caught);
      this.#failed = { slot, count: this.#failed.slot === slot ? this.#failed.count + 1 : 1 };
      // A block that no node has, or whose reads keep failing, must not hold up later ones.
      if (isBlockMissing(error) || this.#failed.count >= maxReads) return { slot, error };
      if (mustThrow) throw caught;
      return undefined;
    }
  }

  forgetLedger(): void {
    this.#walked = -1;
  }

  async #head(reader: LedgerReader, gapEnd: number): Promise<number> {
    let head = await reader.slot(this.#commitment);
    for (let reads = 1; head < gapEnd && reads < maxHeadReads; reads += 1) {
      await delay(reader.clock.stepMs, undefined, { ref: false });
      head = await reader.slot(this.#commitment);
    }
    return head;
  }
}

/** True if a node does not have the block, or cannot serve it to this client. */
function isBlockMissing({ code, ledgerError }: RpcError): boolean {
  return ledgerError !== undefined && (code === unsupportedVersionCode || missingBlockCodes.has(code));
}

/** Error code for a transaction version that the request does not allow. */
export const unsupportedVersionCode = -32015;

const versionPattern = /version \((\d{1,3})\)/;

/**
 * The transaction version named in a node's error message. `allowed` is the request's newest version; undefined for legacy only.
 */
export function refusedVersion({ message }: RpcError, allowed: number | undefined): number {
  const [, digits] = versionPattern.exec(message) ?? [];
  // If the message names none, assume the next version.
  return digits === undefined ? (allowed ?? -1) + 1 : Number(digits);
}
