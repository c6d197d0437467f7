import type { Commitment } from "../contract/method-description.ts";
import type { LiveRule } from "../contract/read-rules.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import type { ContextText } from "./context-text.ts";
import { deriveValue } from "./derive-value.ts";
import type { KnownState, LiveAccount } from "./live-account.ts";
import type { LiveRead } from "./live-read.ts";

/** Longest answer from accounts in memory: a list may name a large one a hundred times. */
const maxAnswerLength = 1024 * 1024;

/** The followed accounts of one network at one commitment, in one form. */
export class LiveGroup {
  readonly network: Network;
  readonly rule: LiveRule;
  readonly commitment: Commitment;
  readonly form: string;
  /** Config of merged calls that ask for such accounts. */
  readonly config: string;
  /** Distinguishes its accounts from those of other groups when reads are counted. */
  readonly salt: number;
  /** By JSON text of the address. */
  readonly accounts = new Map<string, LiveAccount>();
  /** The context that upstreams wrote last. */
  context: ContextText | undefined = undefined;
  /** Its accounts are being read. */
  isReading = false;
  /** An account that is not read within this time counts as unknown. */
  readonly #maxUncheckedMs: number;

  constructor(network: Network, { rule, commitment, form }: LiveRead, maxUncheckedMs: number, salt: number) {
    this.salt = salt;
    this.network = network;
    this.rule = rule;
    this.commitment = commitment;
    this.form = form;
    this.config = `"commitment":"${commitment}","encoding":"${form}"`;
    this.#maxUncheckedMs = maxUncheckedMs;
  }

  /** The answer to a read, at one slot, at or above `floor`, at which all its accounts are known to be current. */
  find(read: LiveRead, floor: number, now: number): RawJson | undefined {
    const { context } = this;
    const [only] = read.addresses;
    if (context === undefined || only === undefined) return undefined;
    if (read.rule.asks === "item") {
      const state = this.#stateOf(only, now);
      const value = state === undefined || state.slot < floor ? undefined : deriveValue(read, state.text);
      return state === undefined || value === undefined ? undefined : answer(context, state.slot, value);
    }
    return this.#findList(context, read, floor, now);
  }

  #findList(context: ContextText, read: LiveRead, floor: number, now: number): RawJson | undefined {
    let from = floor;
    let slot = Number.POSITIVE_INFINITY;
    let values = "";
    for (const address of read.addresses) {
      const state = this.#stateOf(address, now);
      if (state === undefined) return undefined;
      from = Math.max(from, state.from);
      slot = Math.min(slot, state.slot);
      // All must be current at one slot: one that changed after another was last seen is not.
      if (from > slot || values.length + state.text.length > maxAnswerLength) return undefined;
      const value = deriveValue(read, state.text);
      if (value === undefined) return undefined;
      values += values === "" ? value : `,${value}`;
    }
    return answer(context, slot, `[${values}]`);
  }

  #stateOf(address: string, now: number): KnownState | undefined {
    const account = this.accounts.get(address);
    if (account === undefined || now - account.checkedAt > this.#maxUncheckedMs) return undefined;
    return account.stateAt(now);
  }
}

function answer(context: ContextText, slot: number, value: string): RawJson {
  return RawJson.fromByteText(`${context.at(slot)}${value}}`);
}
