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

/** Most refused blocks that are asked for again: while a gap is filled, and in each poll otherwise. */
const refusedAgain = { inGap: 32, usual: 1 };

/** Blocks, in order. One that was refused at first comes as soon as it can be read, even after later ones. */
export class BlockSubject implements Subject {
  readonly #commitment: Behind;
  /** How blocks are read, without the newest version that is allowed. */
  readonly #config: string;
  /** The newest version that the client allows; undefined for legacy transactions only. */
  readonly #version: number | undefined;
  /** Address that a block must mention; undefined for all blocks. */
  readonly #mentioned: string | undefined;
  readonly #walk: BlockWalk;
  readonly #refused = new RefusedBlocks();
  #slot = -1;

  constructor(params: BoundParams) {
    this.#commitment = blockCommitmentOf(params);
    // By default notifications use base64 and leave rewards out; getBlock does neither.
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
    return this.#isNews(slot) ? "deliver" : "drop";
  }

  begin(reader: LedgerReader): Promise<void> {
    return this.#walk.begin(reader);
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    const payloads: RawJson[] = [];
    const refused = await this.#readRefused(reader, refusedAgain[from === undefined ? "usual" : "inGap"]);
    const walk = await this.#walk.step(reader, (slot) => this.#read(reader, slot), from, 0);
    for (const walked of [...refused, ...walk]) {
      const { slot, error } = walked;
      if (error !== undefined) {
        const refusal = RawJson.fromText(
          `${contextAt(slot)}{"slot":${slot},"block":null,"err":${this.#reason(reader, slot, error)}}}`,
        );
        if (slot > this.#slot && this.#refused.add(slot, refusal)) payloads.push(refusal);
      } else if (this.#isNews(slot) && walked.read !== undefined)
        payloads.push(concatRaw([contextAt(slot), `{"slot":${slot},"block":`, walked.read, ',"err":null}}']));
    }
    return payloads;
  }

  forget(): void {
    this.#slot = -1;
    this.#refused.clear();
    this.#walk.forget();
  }

  /** Records a block as delivered; false if it was before, or is of an older slot and was not refused. */
  #isNews(slot: number): boolean {
    const wasRefused = this.#refused.take(slot);
    if (slot <= this.#slot) return wasRefused;
    this.#slot = slot;
    this.#walk.skipTo(slot);
    return true;
  }

  /** Refused blocks that can be read now: the socket that would have brought them may be gone. */
  async #readRefused(
    reader: LedgerReader,
    count: number,
  ): Promise<readonly WalkedBlock<RawJson | undefined>[]> {
    const blocks: WalkedBlock<RawJson | undefined>[] = [];
    for (const slot of this.#refused.unread(this.#slot - maxSlotsBehind, count)) {
      try {
        blocks.push({ slot, read: await this.#read(reader, slot) });
      } catch {
        // The client was told why.
      }
    }
    return blocks;
  }

  /** The block with only the transactions that mention the address; undefined if none does, or there is no block. */
  async #read(reader: LedgerReader, slot: number): Promise<RawJson | undefined> {
    if (this.#mentioned === undefined) {
      const block = await reader.block(slot, this.#configFor(this.#version));
      return block.isNull ? undefined : block;
    }
    const accounts = await reader.block(slot, this.#accountsConfig);
    const mentions = accounts.isNull ? undefined : mentionsOf(accounts, this.#mentioned);
    if (mentions === undefined) return undefined;
    if (mentions.version > (this.#version ?? -1) && this.#hasVersions) throw versionFault(mentions.version);
    // The transactions that are left out may have any version.
    const block = narrowBlock(
      await reader.block(slot, this.#configFor(newestTransactionVersion)),
      mentions.kept,
    );
    return this.#version === undefined ? withoutVersions(block) : block;
  }

  /** Whether the client gets transactions, which have versions. */
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

  /** Why a block cannot be given, as nodes write it. */
  #reason(reader: LedgerReader, slot: number, error: RpcError): string {
    if (error.code === unsupportedVersionCode)
      return `{"UnsupportedTransactionVersion":${refusedVersion(error, this.#version)}}`;
    reader.onBlockLost(slot, error);
    return unreadable;
  }
}

/** The error of a node that refuses a transaction for its version. */
function versionFault(version: number): RpcError {
  const message = `Transaction version (${version}) is not supported by the requesting client.`;
  const wire = RawJson.fromText(`{"code":${unsupportedVersionCode},"message":"${message}"}`);
  return RpcError.fromLedger(unsupportedVersionCode, message, wire);
}
