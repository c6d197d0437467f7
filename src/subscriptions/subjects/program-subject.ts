import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-raw.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { dataSlicer } from "./data-slice.ts";
import {
  type Budget,
  commitmentOf,
  contextAt,
  type Decision,
  type DeliveredState,
  dropOldest,
  type Subject,
  stateHash,
  writeReadConfig,
} from "./subject.ts";

/** Most accounts remembered per program; the least recently changed are evicted. */
const maxAccounts = 50_000;

/** Longer than any address in base58 with its quotes; longer text is not remembered. */
const maxAddressBytes = 64;

/** Delivers changes of a program's accounts. */
export class ProgramSubject implements Subject {
  readonly sliceData: Subject["sliceData"];
  isBehind = false;
  readonly #program: string;
  readonly #config: string;
  readonly #accounts: Budget;
  readonly #delivered = new Map<string, DeliveredState>();
  #slot = -1;
  /** Every account is remembered, so an unknown one is new. */
  #isComplete = false;
  #hasClosed = false;

  constructor(params: BoundParams, accounts: Budget) {
    this.#accounts = accounts;
    this.#program = params.requiredRaw("programId");
    this.sliceData = dataSlicer(params, ["value", "account"]);
    this.#config = writeReadConfig(params, `"withContext":true,"commitment":"${commitmentOf(params)}"`, [
      "encoding",
      "dataSlice",
      "filters",
    ]);
  }

  decide(payload: RawJson): Decision {
    const slot = contextSlot(payload);
    const keyed = member(payload, "value");
    const pubkey = keyed === undefined ? undefined : addressIn(keyed);
    if (slot === undefined || keyed === undefined || pubkey === undefined) return "drop";
    const hash = stateHash(member(keyed, "account"));
    const last = this.#delivered.get(pubkey);
    if (slot < this.#slot) return hash === last?.hash ? "drop" : "refresh";
    if (slot === last?.slot && hash === last.hash) return "drop";
    this.#remember(pubkey, slot, hash);
    this.#slot = slot;
    return "deliver";
  }

  async recordState(reader: LedgerReader, isWanted: () => boolean): Promise<void> {
    if (!this.#isComplete) await this.fetch(reader, undefined, isWanted);
  }

  async fetch(
    reader: LedgerReader,
    from: number | undefined,
    isWanted: () => boolean,
  ): Promise<readonly RawJson[]> {
    const read = await reader.programAccounts(this.#program, this.#config, isWanted);
    const payloads: RawJson[] = [];
    this.isBehind = read !== undefined && read.slot < this.#slot;
    if (read === undefined || this.isBehind || this.#hasClosed) return payloads;
    const { slot, accounts } = read;
    let areAllKept = true;
    const reportsUnknown = this.#isComplete || from !== undefined;
    for (const keyed of accounts) {
      const pubkey = addressIn(keyed);
      const account = member(keyed, "account");
      if (pubkey === undefined || account === undefined) continue;
      const hash = stateHash(account);
      const last = this.#delivered.get(pubkey);
      if (last?.hash === hash) continue;
      const isChange = last !== undefined || reportsUnknown;
      areAllKept = this.#remember(pubkey, isChange ? slot : -1, hash) && areAllKept;
      // Member order of notifications, which differs over HTTP.
      if (isChange)
        payloads.push(concatRaw([contextAt(slot), `{"pubkey":${pubkey},"account":`, account, "}}"]));
    }
    if (payloads.length > 0) this.#slot = slot;
    this.#isComplete = areAllKept;
    return payloads;
  }

  forgetLedger(): void {
    this.#slot = -1;
    for (const [pubkey, { hash }] of this.#delivered) this.#delivered.set(pubkey, { slot: -1, hash });
  }

  close(): void {
    this.#hasClosed = true;
    this.#accounts.left += this.#delivered.size;
    this.#delivered.clear();
  }

  /** Records an account's state; returns false if it did not fit or evicted another. */
  #remember(pubkey: string, slot: number, hash: string): boolean {
    if (this.#hasClosed) return false;
    const { size } = this.#delivered;
    const wasKnown = this.#delivered.delete(pubkey);
    const hasRoom = wasKnown || (size < maxAccounts && this.#accounts.left > 0);
    if (!wasKnown && hasRoom) this.#accounts.left -= 1;
    if (!hasRoom) {
      this.#isComplete = false;
      if (size === 0) return false;
      dropOldest(this.#delivered);
    }
    this.#delivered.set(pubkey, { slot, hash });
    return hasRoom;
  }
}

function addressIn(keyed: RawJson): string | undefined {
  const pubkey = member(keyed, "pubkey");
  return pubkey === undefined || pubkey.byteLength > maxAddressBytes ? undefined : pubkey.toString();
}
