import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-raw.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { detachText } from "../../text/detached-text.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { dataSlicer } from "./data-slice.ts";
import {
  boundCommitment,
  contextAt,
  type Decision,
  type DeliveredState,
  type Subject,
  stateHash,
  writeReadConfig,
} from "./subject.ts";

/** The state of one account. */
export class AccountSubject implements Subject {
  readonly sliceData: Subject["sliceData"];
  isBehind = false;
  readonly #pubkey: string;
  readonly #config: string;
  readonly #isLegacy: boolean;
  /** The last delivered state; before the first delivery, the one that was read, of no slot. */
  #delivered: DeliveredState | undefined;

  constructor(params: BoundParams) {
    this.#pubkey = params.requiredRaw("pubkey");
    this.#isLegacy = params.raw("encoding") === undefined;
    // Without an encoding, HTTP answers are in base64, notifications in the legacy form.
    const encoding = this.#isLegacy ? ',"encoding":"binary"' : "";
    const fixed = `"commitment":"${boundCommitment(params)}"${encoding}`;
    this.sliceData = dataSlicer(params, ["value"]);
    this.#config = detachText(writeReadConfig(params, fixed, ["encoding", "dataSlice"]));
  }

  decide(payload: RawJson): Decision {
    const slot = contextSlot(payload);
    const value = member(payload, "value");
    // Nodes write an account that is gone in another way.
    if (slot === undefined || value?.isObject !== true) return value?.isNull === true ? "refresh" : "drop";
    const hash = stateHash(value);
    const last = this.#delivered;
    if (last !== undefined) {
      if (slot < last.slot) return hash === last.hash ? "drop" : "refresh";
      if (slot === last.slot && hash === last.hash) return "drop";
    }
    this.#delivered = { slot, hash };
    return "deliver";
  }

  async recordState(reader: LedgerReader): Promise<void> {
    const { value } = await reader.account(this.#pubkey, this.#config);
    this.#delivered ??= { slot: -1, hash: stateHash(value) };
  }

  async fetch(reader: LedgerReader, from: number | undefined): Promise<readonly RawJson[]> {
    const { slot, value } = await reader.account(this.#pubkey, this.#config);
    const hash = stateHash(value);
    const known = this.#delivered?.hash;
    const isOlder = this.#delivered !== undefined && slot < this.#delivered.slot;
    this.isBehind = isOlder && hash !== known;
    if (isOlder) return [];
    // Without a known state or a gap, this state is not a change.
    if (known === hash || (known === undefined && from === undefined)) {
      this.#delivered ??= { slot: -1, hash };
      return [];
    }
    this.#delivered = { slot, hash };
    return [concatRaw([contextAt(slot), value.isNull ? this.#goneAccount : value, "}"])];
  }

  forgetDelivered(): void {
    this.#delivered = this.#delivered === undefined ? undefined : { ...this.#delivered, slot: -1 };
  }

  /** How notifications show an account that no longer exists. */
  get #goneAccount(): string {
    const data = this.#isLegacy ? '""' : '["","base64"]';
    return `{"data":${data},"executable":false,"lamports":0,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0}`;
  }
}
