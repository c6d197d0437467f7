import { isAtLeast } from "../contract/method-description.ts";
import { getOrAdd } from "../get-or-add.ts";
import type { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-clock/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { isMethodMissing } from "../upstream/node/ledger-codes.ts";
import type { Inclusion } from "./fate.ts";
import type { TrackedTransaction } from "./tracked-transaction.ts";
import {
  type AtSlot,
  type Question,
  type SearchedSlots,
  statusesQuestion,
  UnexpectedResponseError,
} from "./witness-questions.ts";

/** Quorum, if there are that many witnesses. */
const maxQuorum = 2;
/** A witness that missed this many rounds in a row no longer counts for the quorum. */
const goneAfterRounds = 3 * blockhashBlocks;

/** An upstream that is queried about the ledger. */
export interface Witness {
  readonly name: string;
  /** Rejects with an RpcError within a bounded time. */
  ask(method: string, params: string): Promise<RawJson>;
}

interface WitnessResponse<Value> extends AtSlot<Value> {
  readonly name: string;
}

/** A transaction's status reported by one witness; its value is undefined for an unknown transaction. */
export type StatusResponse = WitnessResponse<Inclusion | undefined>;

interface Reliability {
  hasFailed: boolean;
  /** Consecutive rounds in which others responded and it did not. */
  missedRounds: number;
}

/** Queries a network's upstreams about the ledger. A single one decides nothing if there are others. */
export class Witnesses {
  readonly #listWitnesses: () => readonly Witness[];
  readonly #reliabilities = new Map<string, Reliability>();
  #round = 0;
  #hadResponse = false;

  constructor(listWitnesses: () => readonly Witness[]) {
    this.#listWitnesses = listWitnesses;
  }

  /** Witnesses that must agree: two, or one if there are no others. */
  get quorum(): number {
    const present = this.#listWitnesses().filter(
      ({ name }) => this.#getReliability(name).missedRounds < goneAfterRounds,
    );
    return Math.max(1, Math.min(maxQuorum, present.length));
  }

  /** Begins a round. Witnesses that failed in the last one missed it, if any other responded. */
  beginRound(): void {
    const names = new Set(this.#listWitnesses().map(({ name }) => name));
    for (const [name, reliability] of this.#reliabilities) {
      if (!names.has(name)) this.#reliabilities.delete(name);
      else if (this.#hadResponse && reliability.hasFailed) reliability.missedRounds += 1;
    }
    this.#hadResponse = false;
    this.#round += 1;
  }

  /**
   * Picks the witnesses of this round, round-robin: one that works, and one that failed and may have recovered. A lying witness only
   * costs a round, since nothing is decided without a quorum.
   */
  nextToPoll(): readonly Witness[] {
    const listed = this.#listWitnesses();
    const works = ({ name }: Witness) => !this.#getReliability(name).hasFailed;
    const inTurn = (some: readonly Witness[]) => some.slice(this.#round % some.length).slice(0, 1);
    return [...inTurn(listed.filter(works)), ...inTurn(listed.filter((witness) => !works(witness)))];
  }

  /** Asks one witness. Returns "unsupported" if it lacks the method, undefined if it fails or its response is malformed. */
  async ask<Value>(
    witness: Witness,
    question: Question<Value>,
  ): Promise<WitnessResponse<Value> | "unsupported" | undefined> {
    const reliability = this.#getReliability(witness.name);
    try {
      const response = question.read(await witness.ask(question.method, question.params));
      reliability.hasFailed = false;
      reliability.missedRounds = 0;
      this.#hadResponse = true;
      return { name: witness.name, ...response };
    } catch (caught) {
      if (caught instanceof RpcError && isMethodMissing(caught)) return "unsupported";
      if (!(caught instanceof RpcError || caught instanceof UnexpectedResponseError)) throw caught;
      reliability.hasFailed = true;
      return undefined;
    }
  }

  /**
   * Asks all witnesses that are not in `before`. After each response, passes all so far to `consider`, until it returns true or none is
   * outstanding. `unsupported` counts the witnesses without the method.
   */
  gather<Value>(
    question: Question<Value>,
    consider: (responses: readonly WitnessResponse<Value>[], isComplete: boolean) => boolean,
    before: readonly WitnessResponse<Value>[] = [],
  ): Promise<{ readonly responses: readonly WitnessResponse<Value>[]; readonly unsupported: number }> {
    const asked = this.#listWitnesses().filter(({ name }) =>
      before.every((response) => response.name !== name),
    );
    const responses = [...before];
    let outstanding = asked.length;
    let unsupported = 0;
    return new Promise((resolve, reject) => {
      let isOpen = true;
      const resolveIfDone = () => {
        if (!isOpen || (!consider(responses, outstanding === 0) && outstanding > 0)) return;
        isOpen = false;
        resolve({ responses: [...responses], unsupported });
      };
      resolveIfDone();
      for (const witness of asked)
        this.ask(witness, question)
          .then((response) => {
            outstanding -= 1;
            if (response === "unsupported") unsupported += 1;
            else if (response !== undefined) responses.push(response);
            resolveIfDone();
          })
          .catch(reject);
    });
  }

  /** Asks for statuses until `settle` has returned true for each transaction. Returns the number of responses. */
  async gatherStatuses(
    transactions: readonly TrackedTransaction[],
    searched: SearchedSlots,
    settle: (
      transaction: TrackedTransaction,
      responses: readonly StatusResponse[],
      isComplete: boolean,
    ) => boolean,
    before: readonly WitnessResponse<readonly (Inclusion | undefined)[]>[] = [],
  ): Promise<number> {
    const settled = new Set<TrackedTransaction>();
    const signatures = transactions.map(({ signature }) => signature);
    const { responses } = await this.gather(
      statusesQuestion(signatures, searched),
      (all, isComplete) => {
        for (const [at, transaction] of transactions.entries()) {
          if (settled.has(transaction)) continue;
          const ofOne = all.map(({ name, slot, value }) => ({ name, slot, value: value[at] }));
          if (settle(transaction, ofOne, isComplete)) settled.add(transaction);
        }
        return settled.size === transactions.length;
      },
      before,
    );
    return responses.length;
  }

  #getReliability(name: string): Reliability {
    return getOrAdd(this.#reliabilities, name, () => ({ hasFailed: false, missedRounds: 0 }));
  }
}

/** Inclusion at the highest commitment that a quorum agrees on; "missing" if a quorum at `fromSlot` or later lacks it. */
export function agreedStatus(
  responses: readonly StatusResponse[],
  quorum: number,
  fromSlot: number,
): Inclusion | "missing" | undefined {
  for (const commitment of ["finalized", "confirmed"] as const) {
    const counts = new Map<string, number>();
    for (const { value } of responses) {
      if (value === undefined || !isAtLeast(value.commitment, commitment)) continue;
      const key = inclusionKey(value);
      const count = (counts.get(key) ?? 0) + 1;
      if (count >= quorum) return { ...value, commitment };
      counts.set(key, count);
    }
  }
  const missing = responses.filter(({ slot, value }) => value === undefined && slot >= fromSlot);
  return missing.length >= quorum ? "missing" : undefined;
}

/** True if later responses may raise the agreed status to finalized, as some witness already reports. */
export function mayBecomeFinalized(
  responses: readonly StatusResponse[],
  agreed: Inclusion | "missing",
): boolean {
  if (agreed === "missing" || agreed.commitment === "finalized") return false;
  return responses.some(({ value }) => value?.commitment === "finalized");
}

/** A slot and the ledger's block height at that slot. */
export interface HeightAtSlot {
  readonly slot: number;
  readonly height: number;
}

/** Slot and height that a quorum has reached. A single outlier changes neither. */
export function agreedHeight(responses: readonly AtSlot<number>[], quorum: number): HeightAtSlot | undefined {
  if (responses.length < quorum) return undefined;
  const nthHighest = (numbers: readonly number[]) =>
    numbers.toSorted((one, other) => other - one)[quorum - 1] as number;
  return {
    slot: nthHighest(responses.map(({ slot }) => slot)),
    height: nthHighest(responses.map(({ value }) => value)),
  };
}

/** Value that a quorum agrees on at or after a slot; its `slot` is the lowest of the quorum. */
export function agreedValue<Value>(
  responses: readonly AtSlot<Value>[],
  quorum: number,
  fromSlot: number,
): AtSlot<Value> | undefined {
  const slots = new Map<Value, number[]>();
  for (const { slot, value } of responses) {
    if (slot < fromSlot) continue;
    const agreeing = getOrAdd(slots, value, () => []);
    agreeing.push(slot);
    if (agreeing.length >= quorum) return { value, slot: Math.min(...agreeing) };
  }
  return undefined;
}

function inclusionKey({ slot, error }: Inclusion): string {
  return `${slot} ${error ?? ""}`;
}
