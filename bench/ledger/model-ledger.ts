import { createHash } from "node:crypto";
import type { Commitment } from "../../src/contract/method-description.ts";
import { decodeBase58, encodeBase58 } from "../../src/text/base58.ts";

/** Slots that each commitment is behind the newest. */
export const depths: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 1, finalized: 32 };

/** What an account held from a slot on. */
export interface AccountVersion {
  readonly slot: number;
  /** Counts the changes of the account: tells one state from another. */
  readonly version: number;
  readonly lamports: bigint;
  readonly data: Buffer;
  /** The program that it belongs to. */
  readonly owner: string;
}

/** Owner of accounts that hold tokens, and of all others. */
export const programs = {
  token: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  system: "11111111111111111111111111111111",
} as const;

/** Bytes of a token account, and where in them its amount is. */
export const tokenAccount = { length: 165, amountAt: 64 } as const;

/** A slot that one upstream saw, with a change that the ledger never had. */
export interface Fork {
  readonly slot: number;
  readonly address: string;
  /** What an account held on the fork. */
  stateOf(address: string, state: AccountVersion | undefined): AccountVersion | undefined;
}

/** A transaction of the known ledger, as its senders encode it. */
export interface KnownTransaction {
  readonly signature: string;
  /** Hash of the slot that it was built on. */
  readonly blockhash: string;
  /** The account that it changes. */
  readonly writes: string;
  /** Least version of that account that it builds on: fails in simulation if it is not there yet. */
  readonly buildsOn: number;
}

/** Blockhashes are valid for this many slots. */
const blockhashLife = 150;

/**
 * A ledger whose state at every slot is known afterwards: changes are kept, never overwritten. Slots advance when the owner
 * says so; a transaction that was taken lands in the next slot.
 */
export class ModelLedger {
  readonly genesisHash = hashOf("genesis");
  #head: number;
  readonly #accounts = new Map<string, AccountVersion[]>();
  readonly #slotByHash = new Map<string, number>();
  readonly #landed = new Map<string, number>();
  readonly #forks = new Map<number, Fork>();
  #pending: KnownTransaction[] = [];
  readonly #listeners = new Set<() => void>();
  /** The mints of token accounts. */
  readonly #mints = new Map<string, string>();
  readonly #dataLength: number;

  constructor(options: { readonly firstSlot?: number; readonly dataLength?: number } = {}) {
    this.#head = options.firstSlot ?? 1000;
    this.#dataLength = options.dataLength ?? 64;
    for (let slot = Math.max(this.#head - blockhashLife, 0); slot <= this.#head; slot += 1)
      this.#slotByHash.set(this.blockhashAt(slot), slot);
  }

  /** The newest slot. */
  get head(): number {
    return this.#head;
  }

  /** Accounts that exist. */
  get addresses(): string[] {
    return [...this.#accounts.keys()];
  }

  /** Makes an account that always existed: an upstream may be behind the first slot. */
  addAccount(name: string): string {
    const address = hashOf(name);
    if (!this.#accounts.has(address)) this.#accounts.set(address, [this.#version(address, 0, 0)]);
    return address;
  }

  /** Makes a token account of a mint. */
  addTokenAccount(name: string, mint: string): string {
    this.#mints.set(hashOf(name), hashOf(mint));
    return this.addAccount(name);
  }

  /** Whether an account holds tokens. */
  isTokenAccount(address: string): boolean {
    return this.#mints.has(address);
  }

  /** Changes an account in the next slot. */
  touch(address: string): void {
    const versions = this.#versions(address);
    const newest = versions.at(-1);
    const version = (newest?.version ?? -1) + 1;
    const next = this.#version(address, this.#head + 1, version);
    // Several changes in one slot leave one state.
    if (newest !== undefined && newest.slot === next.slot) versions[versions.length - 1] = next;
    else versions.push(next);
  }

  /** Takes a transaction; it lands in the next slot. One that is known lands once. */
  take(transaction: KnownTransaction): void {
    const isKnown = this.#landed.has(transaction.signature);
    if (!isKnown && !this.#pending.some(({ signature }) => signature === transaction.signature))
      this.#pending.push(transaction);
  }

  /** Makes the next slot. */
  advance(): void {
    for (const { writes, signature } of this.#pending) {
      this.touch(writes);
      this.#landed.set(signature, this.#head + 1);
    }
    this.#pending = [];
    this.#head += 1;
    this.#slotByHash.set(this.blockhashAt(this.#head), this.#head);
    for (const listener of this.#listeners) listener();
  }

  /** Calls back after each slot; returns what ends that. */
  onSlot(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What an account held at a slot; undefined when there was none. */
  accountAt(address: string, slot: number): AccountVersion | undefined {
    return this.#accounts.get(address)?.findLast((version) => version.slot <= slot);
  }

  /** Makes a fork two slots ahead, on which an account holds something else. */
  fork(address: string): Fork {
    const made: Fork = {
      slot: this.#head + 2,
      address,
      stateOf: (asked, state) =>
        asked === address && state !== undefined
          ? { ...state, version: -1, lamports: state.lamports + 7n }
          : state,
    };
    this.#forks.set(made.slot, made);
    return made;
  }

  /** The fork that someone saw at a slot. */
  forkAt(slot: number): Fork | undefined {
    return this.#forks.get(slot);
  }

  /** Slot in which a transaction landed; undefined before. */
  landedAt(signature: string): number | undefined {
    return this.#landed.get(signature);
  }

  blockhashAt(slot: number): string {
    return hashOf(`block ${slot}`);
  }

  /** Whether a hash can be used by one who has seen the ledger up to `slot`. */
  isBlockhashValid(blockhash: string, slot: number): boolean {
    const made = this.#slotByHash.get(blockhash);
    return made !== undefined && made <= slot && slot - made <= blockhashLife;
  }

  /** Last block height at which the hash of a slot is valid; heights and slots are the same here. */
  lastValidHeightOf(slot: number): number {
    return slot + blockhashLife;
  }

  #versions(address: string): AccountVersion[] {
    const known = this.#accounts.get(address);
    if (known !== undefined) return known;
    const versions: AccountVersion[] = [];
    this.#accounts.set(address, versions);
    return versions;
  }

  #version(address: string, slot: number, version: number): AccountVersion {
    const lamports = 1_000_000n + BigInt(version);
    const mint = this.#mints.get(address);
    if (mint !== undefined) {
      const data = Buffer.alloc(tokenAccount.length);
      decodeBase58(mint).copy(data);
      data.writeBigUInt64LE(lamports, tokenAccount.amountAt);
      return { slot, version, lamports, data, owner: programs.token };
    }
    const data = Buffer.alloc(this.#dataLength);
    data.write(`${address.slice(0, 8)} ${version}`);
    return { slot, version, lamports, data, owner: programs.system };
  }
}

function hashOf(text: string): string {
  return encodeBase58(createHash("sha256").update(text).digest());
}
