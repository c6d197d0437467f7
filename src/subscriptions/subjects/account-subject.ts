import type { BoundParams } from "../../gateway/bound-params.ts";
import { member } from "../../json/cut-members.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { commitmentOf, configOf } from "./commitment-of.ts";
import { contextAt, payloadSlot } from "./payload-slot.ts";
import type { Subject, Verdict } from "./subject.ts";
import { markOf, type ToldState } from "./told-state.ts";

/** The state of one account. */
export class AccountSubject implements Subject {
  readonly #pubkey: string;
  readonly #config: string;
  readonly #isLegacy: boolean;
  #told: ToldState | undefined;
  /** The state as it stood when nothing had been told yet. */
  #baseline: string | undefined;

  constructor(params: BoundParams) {
    this.#pubkey = params.required("pubkey");
    this.#isLegacy = params.raw("encoding") === undefined;
    // Where no encoding is named the two ways differ: base64 over HTTP, the legacy form in notifications.
    const encoding = this.#isLegacy ? ',"encoding":"binary"' : "";
    this.#config = configOf(params, `"commitment":"${commitmentOf(params)}"${encoding}`, [
      "encoding",
      "dataSlice",
    ]);
  }

  take(payload: RawJson): Verdict {
    const slot = payloadSlot(payload);
    if (slot === undefined) return "deliver";
    const mark = markOf(member(payload, "value"));
    const told = this.#told;
    if (told !== undefined) {
      if (slot < told.slot) return mark === told.mark ? "drop" : "refresh";
      if (slot === told.slot && mark === told.mark) return "drop";
    }
    this.#told = { slot, mark };
    return "deliver";
  }

  isLast(): boolean {
    return false;
  }

  async begin(reader: LedgerReader): Promise<void> {
    const { value } = await reader.account(this.#pubkey, this.#config);
    this.#baseline ??= markOf(value);
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    const { slot, value } = await reader.account(this.#pubkey, this.#config);
    const mark = markOf(value);
    const known = this.#told?.mark ?? this.#baseline;
    if (this.#told !== undefined && slot < this.#told.slot) return [];
    // Where nothing is known and there was no gap, this is how things stand, and no news.
    if (known === mark || (known === undefined && from === undefined)) {
      this.#baseline ??= mark;
      return [];
    }
    this.#told = { slot, mark };
    return [concatRaw([contextAt(slot), value.isNull ? this.#missing : value, "}"])];
  }

  forget(): void {
    this.#told = this.#told === undefined ? undefined : { ...this.#told, slot: -1 };
  }

  /** How notifications show an account that is gone. */
  get #missing(): string {
    const data = this.#isLegacy ? '""' : '["","base64"]';
    return `{"data":${data},"executable":false,"lamports":0,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0}`;
  }
}
