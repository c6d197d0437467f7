import { type Commitment, commitments } from "../contract/method-description.ts";
import { getOrAdd } from "../get-or-add.ts";
import type { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-clock/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { isMethodMissing } from "../upstream/node/ledger-codes.ts";
import type { HeightAtSlot, Inclusion } from "./fate.ts";
import {
  type AtSlot,
  type Question,
  type SearchedSlots,
  statusesQuestion,
  UnexpectedAnswerError,
} from "./witness-questions.ts";

/** Witnesses that must agree, if there are that many. */
const maxQuorum = 2;
/** A witness that missed this many rounds in a row, while others answered, no longer counts for the quorum. */
const goneAfterRounds = 3 * blockhashBlocks;

/** An upstream that can be asked about the ledger. */
export interface Witness {
  readonly name: string;
  /** Rejects with an RpcError within a bounded time. */
  ask(method: string, params: string): Promise<RawJson>;
}

interface WitnessAnswer<Value> extends AtSlot<Value> {
  readonly name: string;
}

/** A transaction's status according to one witness; undefined if it does not know the transaction. */
export type StatusAnswer = WitnessAnswer<Inclusion | undefined>;

class Reliability {
  hasFailed = false;
  /** Rounds in a row in which others answered and it did not. */
  missedRounds = 0;
}

/** Asks a network's upstreams about the ledger. None is believed alone if there are others. */
export class Witnesses {
  readonly #listed: () => readonly Witness[];
  readonly #reliabilities = new Map<string, Reliability>();
  #turn = 0;
  #wasAnswered = false;

  constructor(listed: () => readonly Witness[]) {
    this.#listed = listed;
  }

  /** How many must agree: two, or one if there are no others. */
  get quorum(): number {
    const present = this.#listed().filter(
      ({ name }) => this.#getReliability(name).missedRounds < goneAfterRounds,
    );
    return Math.max(1, Math.min(maxQuorum, present.length));
  }

  /** Begins a round, and counts the last one as missed for witnesses that failed in it. */
  beginRound(): void {
    const names = new Set(this.#listed().map(({ name }) => name));
    for (const [name, reliability] of this.#reliabilities) {
      if (!names.has(name)) this.#reliabilities.delete(name);
      else if (this.#wasAnswered && reliability.hasFailed) reliability.missedRounds += 1;
    }
    this.#wasAnswered = false;
    this.#turn += 1;
  }

  /**
   * The witnesses to poll in this round, in turn: one that works, and one that failed and may have recovered. One that lies costs a round:
   * nothing is decided without a quorum.
   */
  nextToPoll(): readonly Witness[] {
    const listed = this.#listed();
    const works = ({ name }: Witness) => !this.#getReliability(name).hasFailed;
    const inTurn = (some: readonly Witness[]) => some.slice(this.#turn % some.length).slice(0, 1);
    return [...inTurn(listed.filter(works)), ...inTurn(listed.filter((witness) => !works(witness)))];
  }

  /** Asks one witness. Returns "unserved" if it lacks the method, undefined if it fails or its answer has the wrong form. */
  async ask<Value>(
    witness: Witness,
    question: Question<Value>,
  ): Promise<WitnessAnswer<Value> | "unserved" | undefined> {
    const reliability = this.#getReliability(witness.name);
    try {
      const answer = question.read(await witness.ask(question.method, question.params));
      reliability.hasFailed = false;
      reliability.missedRounds = 0;
      this.#wasAnswered = true;
      return { name: witness.name, ...answer };
    } catch (caught) {
      if (caught instanceof RpcError && isMethodMissing(caught)) return "unserved";
      if (!(caught instanceof RpcError || caught instanceof UnexpectedAnswerError)) throw caught;
      reliability.hasFailed = true;
      return undefined;
    }
  }

  /**
   * Asks all witnesses that are not in `before`. Passes the answers so far to `consider` after each, until it returns true or all have
   * answered. `unserved` counts those without the method.
   */
  gather<Value>(
    question: Question<Value>,
    consider: (answers: readonly WitnessAnswer<Value>[], isComplete: boolean) => boolean,
    before: readonly WitnessAnswer<Value>[] = [],
  ): Promise<{ readonly answers: readonly WitnessAnswer<Value>[]; readonly unserved: number }> {
    const asked = this.#listed().filter(({ name }) => before.every((answer) => answer.name !== name));
    const answers = [...before];
    let left = asked.length;
    let unserved = 0;
    return new Promise((resolve, reject) => {
      let isOpen = true;
      const resolveIfDone = () => {
        if (!isOpen || (!consider(answers, left === 0) && left > 0)) return;
        isOpen = false;
        resolve({ answers: [...answers], unserved });
      };
      resolveIfDone();
      for (const witness of asked)
        this.ask(witness, question)
          .then((answer) => {
            left -= 1;
            if (answer === "unserved") unserved += 1;
            else if (answer !== undefined) answers.push(answer);
            resolveIfDone();
          })
          .catch(reject);
    });
  }

  /** Asks for statuses until `settle` has returned true for each transaction. Returns how many witnesses answered. */
  async gatherStatuses<Asked extends { readonly signature: string }>(
    transactions: readonly Asked[],
    searched: SearchedSlots,
    settle: (transaction: Asked, answers: readonly StatusAnswer[], isComplete: boolean) => boolean,
    before: readonly WitnessAnswer<readonly (Inclusion | undefined)[]>[] = [],
  ): Promise<number> {
    const settled = new Set<Asked>();
    const signatures = transactions.map(({ signature }) => signature);
    const { answers } = await this.gather(
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
    return answers.length;
  }

  #getReliability(name: string): Reliability {
    return getOrAdd(this.#reliabilities, name, () => new Reliability());
  }
}

/** The highest commitment at which a quorum agrees on slot and error; "missing" if a quorum at or after `fromSlot` does not know it. */
export function agreedStatus(
  answers: readonly StatusAnswer[],
  quorum: number,
  fromSlot: number,
): Inclusion | "missing" | undefined {
  for (const commitment of ["finalized", "confirmed"] as const) {
    const counts = new Map<string, number>();
    for (const { value } of answers) {
      if (value === undefined || !isAtLeast(value.commitment, commitment)) continue;
      const key = inclusionKey(value);
      const count = (counts.get(key) ?? 0) + 1;
      if (count >= quorum) return { ...value, commitment };
      counts.set(key, count);
    }
  }
  const missing = answers.filter(({ slot, value }) => value === undefined && slot >= fromSlot);
  return missing.length >= quorum ? "missing" : undefined;
}

/** Whether later answers may raise an agreed status to finalized: some witness has already said so. */
export function mayBecomeFinalized(answers: readonly StatusAnswer[], agreed: Inclusion | "missing"): boolean {
  if (agreed === "missing" || agreed.commitment === "finalized") return false;
  return answers.some(({ value }) => value?.commitment === "finalized");
}

/** Whether a commitment is at least as high as another. */
export function isAtLeast(commitment: Commitment, other: Commitment): boolean {
  return commitments.indexOf(commitment) >= commitments.indexOf(other);
}

/** The slot and height that a quorum has reached. A single witness that reports too much or too little changes neither. */
export function agreedHeight(answers: readonly AtSlot<number>[], quorum: number): HeightAtSlot | undefined {
  if (answers.length < quorum) return undefined;
  const nthHighest = (numbers: readonly number[]) =>
    numbers.toSorted((one, other) => other - one)[quorum - 1] as number;
  return {
    slot: nthHighest(answers.map(({ slot }) => slot)),
    height: nthHighest(answers.map(({ value }) => value)),
  };
}

/** The value on which a quorum agrees at or after a slot; its `slot` is the lowest of the quorum. */
export function agreedValue<Value>(
  answers: readonly AtSlot<Value>[],
  quorum: number,
  fromSlot: number,
): AtSlot<Value> | undefined {
  const slots = new Map<Value, number[]>();
  for (const { slot, value } of answers) {
    if (slot < fromSlot) continue;
    const agree = getOrAdd(slots, value, () => []);
    agree.push(slot);
    if (agree.length >= quorum) return { value, slot: Math.min(...agree) };
  }
  return undefined;
}

function inclusionKey({ slot, error }: Inclusion): string {
  return `${slot} ${error ?? ""}`;
}
