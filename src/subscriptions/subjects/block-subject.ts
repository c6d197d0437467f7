import { newestTransactionVersion } from "../../../generated/methods.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { concatRaw } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { Behind } from "../../ledger-time/upstream-pace.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import {
  BlockWalk,
  maxSlotsBehind,
  refusedVersion,
  unsupportedVersionCode,
  type WalkedBlock,
} from "./block-walk.ts";
import { blockCommitmentOf } from "./commitment-of.ts";
import { mentionsOf, narrowBlock, withoutVersions } from "./narrow-block.ts";
import { contextAt, payloadSlot } from "./payload-slot.ts";
import { isRefusedBlock, RefusedBlocks, unreadable } from "./refused-blocks.ts";
import type { Subject, Verdict } from "./subject.ts";

/** Most refused blocks that one fetch reads again: to fill a gap, and otherwise. */
const maxReread = { inGap: 32, usual: 1 };

/** Delivers blocks in order. A refused block is delivered as soon as it can be read, even after later ones. */
export class BlockSubject implements Subject {
  readonly #commitment: Behind;
  /** Config fields of getBlock, except the commitment and the version. */
  readonly #config: string;
  /** Newest transaction version that the client allows; undefined for legacy transactions only. */
  readonly #version: number | undefined;
  /** Address that a block must mention; undefined for all blocks. */
  readonly #mentioned: string | undefined;
  readonly #walk: BlockWalk;
  readonly #refused = new RefusedBlocks();
  #slot = -1;

  constructor(params: BoundParams) {
    this.#commitment = blockCommitmentOf(params);
    // Notifications are in base64 and without rewards by default; getBlock differs in both.
    const details = params.raw("transactionDetails") ?? '"full"';
    this.#config = `"encoding":${params.raw("encoding") ?? '"base64"'},"transactionDetails":${details},"rewards":${params.raw("showRewards") ?? "false"}`;
    const version = params.raw("maxSupportedTransactionVersion");
    this.#version = version === undefined ? undefined : Number(version);
    const filter = JSON.parse(params.required("filter")) as "all" | { mentionsAccountOrProgram: string };
    this.#mentioned = typeof filter === "object" ? filter.mentionsAccountOrProgram : undefined;
    this.#walk = new BlockWalk(this.#commitment);
  }

  judge(payload: RawJson): Verdict {
    const slot = payloadSlot(payload);
    if (slot === undefined) return "deliver";
    if (isRefusedBlock(payload)) {
      const isOpen = slot > this.#slot || this.#refused.has(slot);
      return isOpen && this.#refused.add(slot, payload) ? "deliver" : "drop";
    }
    return this.#markDelivered(slot) ? "deliver" : "drop";
  }

  begin(reader: LedgerReader): Promise<void> {
    return this.#walk.begin(reader);
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    const payloads: RawJson[] = [];
    const refused = await this.#readRefused(reader, maxReread[from === undefined ? "usual" : "inGap"]);
    const walk = await this.#walk.step(reader, (slot) => this.#read(reader, slot), from, 0);
    for (const walked of [...refused, ...walk]) {
      const { slot, error } = walked;
      if (error !== undefined) {
        const refusal = RawJson.fromText(
          `${contextAt(slot)}{"slot":${slot},"block":null,"err":${this.#errFor(reader, slot, error)}}}`,
        );
        if (slot > this.#slot && this.#refused.add(slot, refusal)) payloads.push(refusal);
      } else if (this.#markDelivered(slot) && walked.read !== undefined)
        payloads.push(concatRaw([contextAt(slot), `{"slot":${slot},"block":`, walked.read, ',"err":null}}']));
    }
    return payloads;
  }

  forget(): void {
    this.#slot = -1;
    this.#refused.clear();
    this.#walk.forget();
  }

  /** Marks a block as delivered. Returns false for a block that is not newer than the last one, unless it was refused before. */
  #markDelivered(slot: number): boolean {
    const wasRefused = this.#refused.take(slot);
    if (slot <= this.#slot) return wasRefused;
    this.#slot = slot;
    this.#walk.skipTo(slot);
    return true;
  }

  /** Reads refused blocks again: the socket that would have sent them later may have ended. */
  async #readRefused(
    reader: LedgerReader,
    count: number,
  ): Promise<readonly WalkedBlock<RawJson | undefined>[]> {
    const blocks: WalkedBlock<RawJson | undefined>[] = [];
    for (const slot of this.#refused.unread(this.#slot - maxSlotsBehind, count)) {
      try {
        blocks.push({ slot, read: await this.#read(reader, slot) });
      } catch {
        // The client got the reason with the refusal.
      }
    }
    return blocks;
  }

  /** Reads a block, reduced to the transactions that mention the address; undefined if there is no such block or transaction. */
  async #read(reader: LedgerReader, slot: number): Promise<RawJson | undefined> {
    if (this.#mentioned === undefined) {
      const block = await reader.block(slot, this.#configFor(this.#version));
      return block.isNull ? undefined : block;
    }
    const accounts = await reader.block(slot, this.#accountsConfig);
    const mentions = accounts.isNull ? undefined : mentionsOf(accounts, this.#mentioned);
    if (mentions === undefined) return undefined;
    if (mentions.version > (this.#version ?? -1) && this.#hasVersions) throw versionError(mentions.version);
    // Transactions that are left out may have any version.
    const block = narrowBlock(
      await reader.block(slot, this.#configFor(newestTransactionVersion)),
      mentions.kept,
    );
    return this.#version === undefined ? withoutVersions(block) : block;
  }

  /** Whether the client gets whole transactions, which have versions. */
  get #hasVersions(): boolean {
    return !/"transactionDetails":"(?:signatures|none)"/.test(this.#config);
  }

  get #accountsConfig(): string {
    return `{"commitment":"${this.#commitment}","transactionDetails":"accounts","rewards":false,"maxSupportedTransactionVersion":${newestTransactionVersion}}`;
  }

  #configFor(version: number | undefined): string {
    const allowed = version === undefined ? "" : `,"maxSupportedTransactionVersion":${version}`;
    return `{"commitment":"${this.#commitment}",${this.#config}${allowed}}`;
  }

  /** The `err` of a notification without a block, as nodes write it. */
  #errFor(reader: LedgerReader, slot: number, error: RpcError): string {
    if (error.code === unsupportedVersionCode)
      return `{"UnsupportedTransactionVersion":${refusedVersion(error, this.#version)}}`;
    reader.onBlockLost(slot, error);
    return unreadable;
  }
}

/** The error that nodes answer for a transaction of a newer version. */
function versionError(version: number): RpcError {
  const message = `Transaction version (${version}) is not supported by the requesting client.`;
  const wire = RawJson.fromText(`{"code":${unsupportedVersionCode},"message":"${message}"}`);
  return RpcError.fromLedger(unsupportedVersionCode, message, wire);
}
