import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-raw.ts";
import { concatRaw } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { detachText } from "../../text/detached-text.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { dataSlicer } from "./data-slice.ts";
import {
  commitmentOf,
  contextAt,
  type Decision,
  type DeliveredState,
  type Subject,
  stateHash,
  writeReadConfig,
} from "./subject.ts";

/** Delivers changes of one account. */
export class AccountSubject implements Subject {
  readonly sliceData: Subject["sliceData"];
  isBehind = false;
  readonly #pubkey: string;
  readonly #config: string;
  readonly #isLegacy: boolean;
  /** Last delivered state; before the first delivery, the state that was read, with no slot. */
  #delivered: DeliveredState | undefined;

  constructor(params: BoundParams) {
    this.#pubkey = params.requiredRaw("pubkey");
    this.#isLegacy = params.raw("encoding") === undefined;
    // The default encoding is base64 over HTTP, but the legacy form in notifications.
    const encoding = this.#isLegacy ? ',"encoding":"binary"' : "";
    const fixed = `"commitment":"${commitmentOf(params)}"${encoding}`;
    this.sliceData = dataSlicer(params, ["value"]);
    this.#config = detachText(writeReadConfig(params, fixed, ["encoding", "dataSlice"]));
  }

  decide(payload: RawJson): Decision {
    const slot = contextSlot(payload);
    const value = member(payload, "value");
    // Nodes never write null for a deleted account, so read its state.
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
    const lastHash = this.#delivered?.hash;
    const isOlder = this.#delivered !== undefined && slot < this.#delivered.slot;
    this.isBehind = isOlder && hash !== lastHash;
    if (isOlder) return [];
    // Without an earlier state or a gap, this is not a change.
    if (lastHash === hash || (lastHash === undefined && from === undefined)) {
      this.#delivered ??= { slot: -1, hash };
      return [];
    }
    this.#delivered = { slot, hash };
    return [concatRaw([contextAt(slot), value.isNull ? this.#deletedAccount : value, "}"])];
  }

  forgetLedger(): void {
    this.#delivered = this.#delivered === undefined ? undefined : { ...this.#delivered, slot: -1 };
  }

  /** A deleted account, as notifications show it. */
  get #deletedAccount(): string {
    const data = this.#isLegacy ? '""' : '["","base64"]';
    return `{"data":${data},"executable":false,"lamports":0,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0}`;
  }
}
