import { newestTransactionVersion } from "../../../generated/methods.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { cutItems, cutMembers, member } from "../../json/cut-raw.ts";
import { concatRaw, joinArray, joinObject } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { LaggingCommitment } from "../../ledger-time/upstream-pace.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import {
  BlockWalk,
  maxSlotsBehind,
  refusedVersion,
  unsupportedVersionCode,
  type WalkedBlock,
} from "./block-walk.ts";
import {
  boundBlockCommitment,
  contextAt,
  type Decision,
  dropOldest,
  RecentPayloads,
  type Subject,
} from "./subject.ts";

/** Most refused blocks that one fetch reads again: to fill a gap, and otherwise. */
const maxReread = { inGap: 32, usual: 1 };

/** Delivers blocks in order. A refused block is delivered as soon as it can be read, even after later ones. */
export class BlockSubject implements Subject {
  readonly #commitment: LaggingCommitment;
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
    this.#commitment = boundBlockCommitment(params);
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
      // The client got the reason of a failure with the refusal.
      const read = await this.#read(reader, slot).catch(() => undefined);
      if (read !== undefined) yield* this.#payloadOf(reader, { slot, read });
    }
    const read = (slot: number) => this.#read(reader, slot);
    for await (const walked of this.#walk.step(reader, read, from, 0)) yield* this.#payloadOf(reader, walked);
  }

  /** The notification of a block, unless it was delivered before. */
  *#payloadOf(reader: LedgerReader, walked: WalkedBlock<RawJson | undefined>): Generator<RawJson> {
    const { slot, fault } = walked;
    if (fault !== undefined) {
      const refusal = RawJson.fromText(
        `${contextAt(slot)}{"slot":${slot},"block":null,"err":${this.#errFor(reader, slot, fault)}}}`,
      );
      if (slot > this.#slot && this.#refused.add(slot, refusal)) yield refusal;
    } else if (this.#markDelivered(slot) && walked.read !== undefined)
      yield concatRaw([contextAt(slot), `{"slot":${slot},"block":`, walked.read, ',"err":null}}']);
  }

  forgetDelivered(): void {
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

  /** Reads a block, reduced to the transactions that mention the address; undefined if there is no such block or transaction. */
  async #read(reader: LedgerReader, slot: number): Promise<RawJson | undefined> {
    if (this.#mentioned === undefined) {
      const block = await reader.block(slot, this.#configFor(this.#version));
      return block.isNull ? undefined : block;
    }
    const accounts = await reader.block(slot, this.#accountsConfig);
    const mentions = accounts.isNull ? undefined : findMentions(accounts, this.#mentioned);
    if (mentions === undefined) return undefined;
    if (mentions.version > (this.#version ?? -1) && this.#hasVersions) throw versionFault(mentions.version);
    // Transactions that are left out may have any version.
    const whole = await reader.block(slot, this.#configFor(newestTransactionVersion));
    const block = narrowBlock(whole, mentions.kept);
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
  #errFor(reader: LedgerReader, slot: number, fault: RpcError): string {
    if (fault.code === unsupportedVersionCode)
      return `{"UnsupportedTransactionVersion":${refusedVersion(fault, this.#version)}}`;
    reader.onBlockLost(slot, fault);
    return unreadable;
  }
}

/** The error that nodes answer for a transaction of a newer version. */
function versionFault(version: number): RpcError {
  const message = `Transaction version (${version}) is not supported by the requesting client.`;
  const wire = RawJson.fromText(`{"code":${unsupportedVersionCode},"message":"${message}"}`);
  return RpcError.fromLedger(unsupportedVersionCode, message, wire);
}

const maxSlots = 1024;
/** Longer than any notification without a block. */
const maxBytes = 4096;

/** The error that nodes give for a block that they cannot read yet. */
export const unreadable = '"BlockStoreError"';

/** Whether a notification has an error in place of its block. */
function isRefusedBlock(payload: RawJson): boolean {
  if (payload.byteLength > maxBytes) return false;
  const value = member(payload, "value");
  return value !== undefined && member(value, "block")?.isNull === true;
}

/**
 * Slots whose block was refused and may still come. A node that cannot read a block yet sends an error, repeats it until it sends a
 * later block, and then sends the refused block.
 */
class RefusedBlocks {
  /** Whether the block of each slot could not be read yet, so that a later read may succeed. */
  readonly #slots = new Map<number, boolean>();
  readonly #reported = new RecentPayloads();

  /** Remembers a refusal; returns false if the same one was added before. */
  add(slot: number, payload: RawJson): boolean {
    if (!this.#reported.add(payload)) return false;
    const value = member(payload, "value");
    this.#slots.set(slot, value !== undefined && member(value, "err")?.toString() === unreadable);
    if (this.#slots.size > maxSlots) dropOldest(this.#slots);
    return true;
  }

  /** Whether the slot's block was refused, and has not come since. */
  has(slot: number): boolean {
    return this.#slots.has(slot);
  }

  /** Slots from `oldest` whose block could not be read and has not come since: the newest `count`, in order. */
  unread(oldest: number, count: number): readonly number[] {
    const slots = [...this.#slots].flatMap(([slot, isUnread]) => (isUnread && slot >= oldest ? slot : []));
    return slots.toSorted((one, other) => one - other).slice(-count);
  }

  /** Forgets a slot whose block has come; returns whether it had been refused. */
  take(slot: number): boolean {
    return this.#slots.delete(slot);
  }

  clear(): void {
    this.#slots.clear();
    this.#reported.clear();
  }
}

interface AccountsEntry {
  readonly transaction: { readonly accountKeys: readonly { readonly pubkey: string }[] };
  readonly version?: unknown;
}

/** More transactions than a block has room for. */
export const maxTransactions = 65_536;

interface Mentions {
  /** Whether each transaction of the block mentions the address. */
  readonly kept: readonly boolean[];
  /** Newest version of the transactions that mention it; -1 if all are legacy. */
  readonly version: number;
}

/** Finds the transactions of a block (details accounts) that mention an address; undefined if none does. */
export function findMentions(accounts: RawJson, address: string): Mentions | undefined {
  const transactions = member(accounts, "transactions");
  if (transactions === undefined) return undefined;
  const kept: boolean[] = [];
  let highest = -1;
  for (const entry of cutItems<AccountsEntry>(transactions, maxTransactions)) {
    const { transaction, version } = entry.parse();
    const mentions = transaction.accountKeys.some(({ pubkey }) => pubkey === address);
    kept.push(mentions);
    if (mentions && typeof version === "number") highest = Math.max(highest, version);
  }
  return kept.includes(true) ? { kept, version: highest } : undefined;
}

/** Reduces a block in any encoding to the `kept` transactions, without changing their bytes. */
export function narrowBlock(block: RawJson, kept: readonly boolean[]): RawJson {
  return withItems(block, ["transactions", "signatures"], (items) => items.filter((_, index) => kept[index]));
}

/** Removes the transactions' versions: nodes write them only for callers that allow versions. */
function withoutVersions(block: RawJson): RawJson {
  return withItems(block, ["transactions"], (items) =>
    items.map((item) => joinObject((cutMembers(item) ?? []).filter(([key]) => key !== "version"))),
  );
}

function withItems(
  block: RawJson,
  keys: readonly string[],
  change: (items: readonly RawJson[]) => readonly RawJson[],
): RawJson {
  return joinObject(
    (cutMembers(block) ?? []).map(([key, value]) => [
      key,
      keys.includes(key) && !value.isNull ? joinArray(change([...cutItems(value, maxTransactions)])) : value,
    ]),
  );
}
