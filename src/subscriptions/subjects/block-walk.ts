import { setTimeout as pause } from "node:timers/promises";
import type { LaggingCommitment } from "../../ledger-clock/upstream-pace.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { missingBlockCodes } from "../../upstream/node/ledger-codes.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/** Most blocks that one step reads; the next step continues. */
const maxBlocksPerStep = 32;
/** Most slots that a step goes back; older blocks are skipped. */
export const maxSlotsBehind = 300;
/** Most reads of the newest slot while waiting for it to reach the end of a gap. */
const headTries = 80;
/** Most slots between the commitment of a block and its notification. */
const lateSlots = 8;
/** Failed reads after which a block is skipped. */
const maxTries = 8;

/** What was read of a block, or why it could not be read. */
export type WalkedBlock<Read> =
  | { readonly slot: number; readonly read: Read; readonly error?: undefined }
  | { readonly slot: number; readonly error: RpcError };

/** Reads the blocks of a ledger in order, each once. */
export class BlockWalk {
  readonly #commitment: LaggingCommitment;
  #walked = -1;
  /** The slot of the last failed read, and how often it has failed in a row. */
  #failed = { slot: -1, times: 0 };

  constructor(commitment: LaggingCommitment) {
    this.#commitment = commitment;
  }

  /** Starts at the ledger's current slot: earlier blocks are not new. */
  async begin(reader: LedgerReader): Promise<void> {
    this.skipTo((await reader.slot(this.#commitment)) - 1);
  }

  /** Skips blocks up to this slot, because notifications have delivered them. */
  skipTo(slot: number): void {
    if (slot > this.#walked) this.#walked = slot;
  }

  /**
   * Reads the blocks since the last step, or since `from` to fill a gap, and yields each at once: blocks are large. The first step without
   * `from` only finds the newest slot. Waits until the ledger has reached the slot `reach`, the end of the gap. Throws if a read fails
   * while it fills a gap, or for the first block; another failed read only ends the step, and the next step tries again.
   */
  async *step<Read>(
    reader: LedgerReader,
    read: (slot: number) => Promise<Read>,
    from: number | undefined,
    reach: number,
  ): AsyncGenerator<WalkedBlock<Read>> {
    const head = await this.#head(reader, reach);
    if (this.#walked < 0 && from === undefined) return this.skipTo(head);
    // Most slots from the start of a slot to the notification of its block.
    const margin = Math.ceil(reader.clock.maxDistanceTo(this.#commitment)) + lateSlots;
    const start = Math.max(this.#walked + 1, from === undefined ? 0 : from - margin);
    if (start > head) return;
    const slots = await reader.blocks(Math.max(start, head - maxSlotsBehind), head, this.#commitment);
    const count = from === undefined ? Math.min(slots.length, maxBlocksPerStep) : slots.length;
    for (const [index, slot] of slots.slice(0, count).entries()) {
      const block = await this.#readBlock(slot, read, from !== undefined || index === 0);
      if (block === undefined) return;
      this.skipTo(slot);
      yield block;
    }
    if (count === slots.length) this.skipTo(head);
  }

  /** Reads one block; undefined if a failed read ends the step, unless it `mustThrow`. */
  async #readBlock<Read>(
    slot: number,
    read: (slot: number) => Promise<Read>,
    mustThrow: boolean,
  ): Promise<WalkedBlock<Read> | undefined> {
    try {
      return { slot, read: await read(slot) };
    } catch (caught) {
      const error = RpcError.from(caught);
      this.#failed = { slot, times: this.#failed.slot === slot ? this.#failed.times + 1 : 1 };
      // Later blocks must not wait for one that no node has, or whose reads failed too often.
      if (isBlockMissing(error) || this.#failed.times >= maxTries) return { slot, error };
      if (mustThrow) throw caught;
      return undefined;
    }
  }

  forget(): void {
    this.#walked = -1;
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

/** Whether a node says that it does not have the block, or can't give it to this client. */
function isBlockMissing({ code, ledgerError }: RpcError): boolean {
  return ledgerError !== undefined && (code === unsupportedVersionCode || missingBlockCodes.has(code));
}

/** The error code for a transaction whose version is newer than the request allows. */
export const unsupportedVersionCode = -32015;

const versionPattern = /version \((\d{1,3})\)/;

/**
 * The transaction version that a node's error message names. `allowed` is the newest version of the request, undefined for
 * legacy transactions only.
 */
export function refusedVersion({ message }: RpcError, allowed: number | undefined): number {
  const [, digits] = versionPattern.exec(message) ?? [];
  // Without a version in the message, it is assumed to be the next one.
  return digits === undefined ? (allowed ?? -1) + 1 : Number(digits);
}
