import { newestTransactionVersion } from "../../../generated/methods.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { concatRaw } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { LaggingCommitment } from "../../ledger-clock/upstream-pace.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { findMentions, narrowBlock, withoutVersions } from "./block-transactions.ts";
import {
  BlockWalk,
  maxSlotsBehind,
  refusedVersion,
  unsupportedVersionCode,
  type WalkedBlock,
} from "./block-walk.ts";
import { isRefusedBlock, RefusedBlocks, unreadable } from "./refused-blocks.ts";
import { blockCommitmentOf, contextAt, type Decision, type Subject } from "./subject.ts";

/** Most refused blocks that one fetch rereads, to fill a gap and otherwise. */
const maxReread = { inGap: 32, usual: 1 };

/** Delivers blocks in order. A refused block follows as soon as it can be read, even after later ones. */
export class BlockSubject implements Subject {
  readonly #commitment: LaggingCommitment;
  /** Config fields of getBlock, without commitment and version. */
  readonly #config: string;
  /** Newest transaction version the client allows; undefined for legacy only. */
  readonly #version: number | undefined;
  /** Only blocks that mention this address; undefined for all. */
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
    const filter = JSON.parse(params.requiredRaw("filter")) as "all" | { mentionsAccountOrProgram: string };
    this.#mentioned = typeof filter === "object" ? filter.mentionsAccountOrProgram : undefined;
    this.#walk = new BlockWalk(this.#commitment);
  }

  decide(payload: RawJson): Decision {
    const slot = contextSlot(payload);
    if (slot === undefined) return "drop";
    if (isRefusedBlock(payload)) {
      const isOpen = slot > this.#slot || this.#refused.has(slot);
      return isOpen && this.#refused.add(slot, payload) ? "deliver" : "drop";
    }
    return this.#markDelivered(slot) ? "deliver" : "drop";
  }

  recordState(reader: LedgerReader): Promise<void> {
    return this.#walk.begin(reader);
  }

  async *fetch(reader: LedgerReader, from: number | undefined): AsyncGenerator<RawJson> {
    const count = maxReread[from === undefined ? "usual" : "inGap"];
    for (const slot of this.#refused.unread(this.#slot - maxSlotsBehind, count)) {
      // The refusal already gave the client the reason.
      const read = await this.#read(reader, slot).catch(() => undefined);
      if (read !== undefined) yield* this.#payloadOf(reader, { slot, read });
    }
    const read = (slot: number) => this.#read(reader, slot);
    for await (const walked of this.#walk.step(reader, read, from, 0)) yield* this.#payloadOf(reader, walked);
  }

  /** Yields a block's notification, unless it was delivered before. */
  *#payloadOf(reader: LedgerReader, walked: WalkedBlock<RawJson | undefined>): Generator<RawJson> {
    const { slot, error } = walked;
    if (error !== undefined) {
      const refusal = RawJson.fromText(
        `${contextAt(slot)}{"slot":${slot},"block":null,"err":${this.#errFor(reader, slot, error)}}}`,
      );
      if (slot > this.#slot && this.#refused.add(slot, refusal)) yield refusal;
    } else if (this.#markDelivered(slot) && walked.read !== undefined)
      yield concatRaw([contextAt(slot), `{"slot":${slot},"block":`, walked.read, ',"err":null}}']);
  }

  forgetLedger(): void {
    this.#slot = -1;
    this.#refused.clear();
    this.#walk.forgetLedger();
  }

  /** Marks a block as delivered; returns false if it is not newer than the last one and was not refused before. */
  #markDelivered(slot: number): boolean {
    const wasRefused = this.#refused.take(slot);
    if (slot <= this.#slot) return wasRefused;
    this.#slot = slot;
    this.#walk.skipTo(slot);
    return true;
  }

  /** Reads a block, reduced to the transactions that mention the address; undefined if there are none. */
  async #read(reader: LedgerReader, slot: number): Promise<RawJson | undefined> {
    if (this.#mentioned === undefined) {
      const block = await reader.block(slot, this.#configFor(this.#version));
      return block.isNull ? undefined : block;
    }
    const accounts = await reader.block(slot, this.#accountsConfig);
    const mentions = accounts.isNull ? undefined : findMentions(accounts, this.#mentioned);
    if (mentions === undefined) return undefined;
    if (mentions.version > (this.#version ?? -1) && this.#hasVersions) throw versionError(mentions.version);
    // Filtered-out transactions may have any version.
    const whole = await reader.block(slot, this.#configFor(newestTransactionVersion));
    const block = narrowBlock(whole, mentions.kept);
    return this.#version === undefined ? withoutVersions(block) : block;
  }

  /** True if the client gets whole transactions, which have versions. */
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

/** The error of nodes for a transaction with a newer version. */
function versionError(version: number): RpcError {
  const message = `Transaction version (${version}) is not supported by the requesting client.`;
  const wire = RawJson.fromText(`{"code":${unsupportedVersionCode},"message":"${message}"}`);
  return RpcError.fromLedger(unsupportedVersionCode, message, wire);
}
