import type { BoundParams } from "../../gateway/bound-params.ts";
import { member } from "../../json/cut-members.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { AccountBudget } from "./account-budget.ts";
import { commitmentOf, configOf } from "./commitment-of.ts";
import { type DeliveredState, stateHash } from "./delivered-state.ts";
import { contextAt, payloadSlot } from "./payload-slot.ts";
import type { Subject, Verdict } from "./subject.ts";

/** Accounts of one program whose state is remembered; those that changed longest ago give way. */
export const maxAccounts = 50_000;

/** The states of a program's accounts. */
export class ProgramSubject implements Subject {
  readonly #program: string;
  readonly #config: string;
  readonly #accounts: AccountBudget;
  readonly #delivered = new Map<string, DeliveredState>();
  #slot = -1;
  /** Every account was looked at: one that is unknown is a new one. */
  #isComplete = false;
  #hasClosed = false;

  constructor(params: BoundParams, accounts: AccountBudget) {
    this.#accounts = accounts;
    this.#program = params.required("programId");
    this.#config = configOf(params, `"withContext":true,"commitment":"${commitmentOf(params)}"`, [
      "encoding",
      "dataSlice",
      "filters",
    ]);
  }

  take(payload: RawJson): Verdict {
    const slot = payloadSlot(payload);
    const keyed = member(payload, "value");
    const pubkey = keyed === undefined ? undefined : member(keyed, "pubkey")?.toString();
    if (slot === undefined || keyed === undefined || pubkey === undefined) return "deliver";
    const mark = stateHash(member(keyed, "account"));
    const known = this.#delivered.get(pubkey);
    if (slot < this.#slot) return mark === known?.mark ? "drop" : "refresh";
    if (slot === known?.slot && mark === known.mark) return "drop";
    this.#remember(pubkey, slot, mark);
    this.#slot = slot;
    return "deliver";
  }

  isLast(): boolean {
    return false;
  }

  async begin(reader: LedgerReader, isWanted: () => boolean): Promise<void> {
    if (!this.#isComplete) await this.fetch(reader, undefined, isWanted);
  }

  async fetch(
    reader: LedgerReader,
    from: number | undefined,
    isWanted: () => boolean,
  ): Promise<readonly RawJson[]> {
    const read = await reader.programAccounts(this.#program, this.#config, isWanted);
    const payloads: RawJson[] = [];
    if (read === undefined || read.slot < this.#slot || this.#hasClosed) return payloads;
    const { slot, accounts } = read;
    let areAllKept = true;
    const reportsUnknown = this.#isComplete || from !== undefined;
    for (const keyed of accounts) {
      const pubkey = member(keyed, "pubkey")?.toString();
      const account = member(keyed, "account");
      if (pubkey === undefined || account === undefined) continue;
      const mark = stateHash(account);
      const known = this.#delivered.get(pubkey);
      if (known?.mark === mark) continue;
      const isNews = known !== undefined || reportsUnknown;
      areAllKept = this.#remember(pubkey, isNews ? slot : -1, mark) && areAllKept;
      // The two ways write the members in different orders: this one is that of notifications.
      if (isNews)
        payloads.push(concatRaw([contextAt(slot), `{"pubkey":${pubkey},"account":`, account, "}}"]));
    }
    if (payloads.length > 0) this.#slot = slot;
    this.#isComplete = areAllKept;
    return payloads;
  }

  forget(): void {
    this.#slot = -1;
    for (const [pubkey, { mark }] of this.#delivered) this.#delivered.set(pubkey, { slot: -1, mark });
  }

  close(): void {
    this.#hasClosed = true;
    this.#accounts.release(this.#delivered.size);
    this.#delivered.clear();
  }

  /** Notes the state of an account; false when another one, or this one, was forgotten for want of room. */
  #remember(pubkey: string, slot: number, mark: string): boolean {
    if (this.#hasClosed) return false;
    const hadPlace = this.#delivered.delete(pubkey);
    if (hadPlace || (this.#delivered.size < maxAccounts && this.#accounts.take())) {
      this.#delivered.set(pubkey, { slot, mark });
      return true;
    }
    this.#isComplete = false;
    for (const oldest of this.#delivered.keys()) {
      this.#delivered.delete(oldest);
      this.#delivered.set(pubkey, { slot, mark });
      break;
    }
    return false;
  }
}
