import type { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { methodNotFoundCode } from "../upstream/node/ledger-codes.ts";
import type { Inclusion } from "./fate.ts";
import { type AtSlot, type Question, statusesOf, UnusableAnswer } from "./questions.ts";

/** Upstreams that must say the same before it is believed, if there are that many. */
const enoughWitnesses = 2;
/** A witness that answered in none of this many rounds, while others did, is no longer waited for. */
const goneAfterRounds = 3 * blockhashBlocks;

/** An upstream that can be asked about the ledger. */
export interface Witness {
  readonly name: string;
  /** Rejects with an RpcError, within a bounded time. */
  ask(method: string, params: string): Promise<RawJson>;
}

/** What one witness answered. */
export interface Testimony<Value> extends AtSlot<Value> {
  readonly name: string;
}

/** A transaction's status as one witness gave it; undefined if it knows none. */
export type StatusTestimony = Testimony<Inclusion | undefined>;

/** How a witness did lately. */
class Conduct {
  hasFailed = false;
  /** Rounds in a row in which others answered and it did not. */
  missedRounds = 0;
  /** Raised by what others did not confirm, lowered by what they did. */
  contradictions = 0;
}

/** The upstreams of a network as witnesses: none is believed alone if there are others. */
export class Witnesses {
  readonly #listed: () => readonly Witness[];
  readonly #conducts = new Map<string, Conduct>();
  #turn = 0;
  #wasAnswered = false;

  constructor(listed: () => readonly Witness[]) {
    this.#listed = listed;
  }

  /** How many must agree: two, or the only one that there is. */
  get quorum(): number {
    const present = this.#listed().filter(({ name }) => this.#conductOf(name).missedRounds < goneAfterRounds);
    return Math.max(1, Math.min(enoughWitnesses, present.length));
  }

  /** Begins a round of questions, and counts who missed the last one. */
  beginRound(): void {
    const names = new Set(this.#listed().map(({ name }) => name));
    for (const [name, conduct] of this.#conducts) {
      if (!names.has(name)) this.#conducts.delete(name);
      else if (this.#wasAnswered && conduct.hasFailed) conduct.missedRounds += 1;
    }
    this.#wasAnswered = false;
    this.#turn += 1;
  }

  /** The witnesses to ask first: a good one, and one that failed or contradicted others and may have recovered, each in turn. */
  first(): readonly Witness[] {
    const listed = this.#listed();
    const isGood = ({ name }: Witness) => {
      const { hasFailed, contradictions } = this.#conductOf(name);
      return !hasFailed && contradictions === 0;
    };
    const inTurn = (some: readonly Witness[]) => some.slice(this.#turn % some.length).slice(0, 1);
    return [...inTurn(listed.filter(isGood)), ...inTurn(listed.filter((witness) => !isGood(witness)))];
  }

  /** Asks one; undefined if its answer can't be used, "unserved" if it does not have the method. */
  async ask<Value>(
    witness: Witness,
    question: Question<Value>,
  ): Promise<Testimony<Value> | "unserved" | undefined> {
    const conduct = this.#conductOf(witness.name);
    try {
      const answer = question.read(await witness.ask(question.method, question.params));
      conduct.hasFailed = false;
      conduct.missedRounds = 0;
      this.#wasAnswered = true;
      return { name: witness.name, ...answer };
    } catch (caught) {
      if (caught instanceof RpcError && caught.kind === "ledger" && caught.code === methodNotFoundCode)
        return "unserved";
      if (!(caught instanceof RpcError || caught instanceof UnusableAnswer || caught instanceof SyntaxError))
        throw caught;
      conduct.hasFailed = true;
      return undefined;
    }
  }

  /** Asks all that have not testified yet, until `isEnough` accepts what came or all have answered; `unserved` lack the method. */
  gather<Value>(
    question: Question<Value>,
    isEnough: (testimonies: readonly Testimony<Value>[], isComplete: boolean) => boolean,
    before: readonly Testimony<Value>[] = [],
  ): Promise<{ readonly testimonies: readonly Testimony<Value>[]; readonly unserved: number }> {
    const asked = this.#listed().filter(({ name }) => before.every((testimony) => testimony.name !== name));
    const testimonies = [...before];
    let left = asked.length;
    let unserved = 0;
    return new Promise((resolve, reject) => {
      let isOpen = true;
      const judge = () => {
        if (!isOpen || (!isEnough(testimonies, left === 0) && left > 0)) return;
        isOpen = false;
        resolve({ testimonies: [...testimonies], unserved });
      };
      judge();
      for (const witness of asked)
        this.ask(witness, question)
          .then((answer) => {
            left -= 1;
            if (answer === "unserved") unserved += 1;
            else if (answer !== undefined) testimonies.push(answer);
            judge();
          })
          .catch(reject);
    });
  }

  /** Gathers the statuses of transactions until `judge` has settled each of them. Returns how many witnesses answered. */
  async gatherStatuses<Asked extends { readonly signature: string }>(
    transactions: readonly Asked[],
    history: boolean,
    judge: (transaction: Asked, said: readonly StatusTestimony[], isComplete: boolean) => boolean,
    before: readonly Testimony<readonly (Inclusion | undefined)[]>[] = [],
  ): Promise<number> {
    const settled = new Set<Asked>();
    const signatures = transactions.map(({ signature }) => signature);
    const { testimonies } = await this.gather(
      statusesOf(signatures, history),
      (all, isComplete) => {
        for (const [at, transaction] of transactions.entries()) {
          if (settled.has(transaction)) continue;
          const said = all.map(({ name, slot, value }) => ({ name, slot, value: value[at] }));
          if (judge(transaction, said, isComplete)) settled.add(transaction);
        }
        return settled.size === transactions.length;
      },
      before,
    );
    return testimonies.length;
  }

  /** Notes that others contradicted a witness, or confirmed what it said. */
  noteAgreement(name: string, isRight: boolean): void {
    const conduct = this.#conductOf(name);
    conduct.contradictions = isRight
      ? Math.max(0, conduct.contradictions - 1)
      : Math.min(conduct.contradictions + 16, 64);
  }

  #conductOf(name: string): Conduct {
    const known = this.#conducts.get(name) ?? new Conduct();
    this.#conducts.set(name, known);
    return known;
  }
}
