import type { BoundParams } from "../../gateway/bound-params.ts";
import { member } from "../../json/cut-members.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { commitmentOf, configOf } from "./commitment-of.ts";
import { contextAt, payloadSlot } from "./payload-slot.ts";
import type { Subject, Verdict } from "./subject.ts";
import { markOf, type ToldState } from "./told-state.ts";

/** Accounts of one program whose state is remembered; those that changed longest ago give way. */
export const maxAccounts = 50_000;

/** The states of a program's accounts. */
export class ProgramSubject implements Subject {
  readonly #program: string;
  readonly #config: string;
  readonly #told = new Map<string, ToldState>();
  #slot = -1;
  /** Every account was looked at: one that is unknown is a new one. */
  #isComplete = false;

  constructor(params: BoundParams) {
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
    const mark = markOf(member(keyed, "account"));
    const told = this.#told.get(pubkey);
    if (slot < this.#slot) return mark === told?.mark ? "drop" : "refresh";
    if (slot === told?.slot && mark === told.mark) return "drop";
    this.#remember(pubkey, slot, mark);
    this.#slot = slot;
    return "deliver";
  }

  isLast(): boolean {
    return false;
  }

  async begin(reader: LedgerReader): Promise<void> {
    if (!this.#isComplete) await this.fetch(reader, undefined);
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    const { slot, accounts } = await reader.programAccounts(this.#program, this.#config);
    const payloads: RawJson[] = [];
    if (slot < this.#slot) return payloads;
    const tellsUnknown = this.#isComplete || from !== undefined;
    for (const keyed of accounts) {
      const pubkey = member(keyed, "pubkey")?.toString();
      const account = member(keyed, "account");
      if (pubkey === undefined || account === undefined) continue;
      const mark = markOf(account);
      const told = this.#told.get(pubkey);
      if (told?.mark === mark) continue;
      const isNews = told !== undefined || tellsUnknown;
      this.#remember(pubkey, isNews ? slot : -1, mark);
      // The two ways write the members in different orders: this one is that of notifications.
      if (isNews)
        payloads.push(concatRaw([contextAt(slot), `{"pubkey":${pubkey},"account":`, account, "}}"]));
    }
    if (payloads.length > 0) this.#slot = slot;
    this.#isComplete = this.#told.size < maxAccounts;
    return payloads;
  }

  forget(): void {
    this.#slot = -1;
    for (const [pubkey, { mark }] of this.#told) this.#told.set(pubkey, { slot: -1, mark });
  }

  #remember(pubkey: string, slot: number, mark: string): void {
    this.#told.delete(pubkey);
    this.#told.set(pubkey, { slot, mark });
    if (this.#told.size <= maxAccounts) return;
    this.#isComplete = false;
    for (const oldest of this.#told.keys()) {
      this.#told.delete(oldest);
      break;
    }
  }
}
