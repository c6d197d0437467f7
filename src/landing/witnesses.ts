import type { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { methodNotFoundCode } from "../upstream/node/ledger-codes.ts";
import { type Question, UnusableAnswer } from "./questions.ts";

/** Upstreams that must say the same before it is believed, where there are that many. */
const enoughWitnesses = 2;
/** A witness that answered nothing for this many rounds, in which others did, is not waited for. */
const goneAfterRounds = 3 * blockhashBlocks;

/** An upstream that can be asked about the ledger. */
export interface Witness {
  readonly name: string;
  /** Rejects with an RpcError, within a bounded time. */
  ask(method: string, params: string): Promise<RawJson>;
}

/** What one witness answered. */
export interface Testimony<Answer> {
  readonly name: string;
  readonly answer: Answer;
}

/** How a witness did lately. */
class Conduct {
  hasFailed = false;
  /** Rounds in a row in which others answered and it did not. */
  missedRounds = 0;
  /** It said what others did not confirm. */
  contradictions = 0;
}

/** The upstreams of a network as witnesses: one alone is not believed where there are others. */
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

  /** A new round of questions begins: what was asked in the last one counts. */
  beginRound(): void {
    const listed = this.#listed();
    const names = new Set(listed.map(({ name }) => name));
    for (const [name, conduct] of this.#conducts) {
      if (!names.has(name)) this.#conducts.delete(name);
      else if (this.#wasAnswered && conduct.hasFailed) conduct.missedRounds += 1;
    }
    this.#wasAnswered = false;
    this.#turn += 1;
  }

  /** Whom to ask first: the good ones in turn, and with them one of those that failed or contradicted others, which may be well again. */
  first(): readonly Witness[] {
    const listed = this.#listed();
    const isGood = ({ name }: Witness) => {
      const { hasFailed, contradictions } = this.#conductOf(name);
      return !hasFailed && contradictions === 0;
    };
    const inTurn = (some: readonly Witness[]) => some.slice(this.#turn % some.length).slice(0, 1);
    return [...inTurn(listed.filter(isGood)), ...inTurn(listed.filter((witness) => !isGood(witness)))];
  }

  /** Asks one; undefined if it gave no answer that can be used, "unserved" if it does not know the method. */
  async ask<Answer>(witness: Witness, question: Question<Answer>): Promise<Answer | "unserved" | undefined> {
    const conduct = this.#conductOf(witness.name);
    try {
      const answer = question.read(await witness.ask(question.method, question.params));
      conduct.hasFailed = false;
      conduct.missedRounds = 0;
      this.#wasAnswered = true;
      return answer;
    } catch (caught) {
      if (caught instanceof RpcError && caught.kind === "ledger" && caught.code === methodNotFoundCode)
        return "unserved";
      if (!(caught instanceof RpcError || caught instanceof UnusableAnswer || caught instanceof SyntaxError))
        throw caught;
      conduct.hasFailed = true;
      return undefined;
    }
  }

  /** Asks all but one that was asked already; ends when `isEnough` says so of what came, or all have answered. */
  gather<Answer>(
    question: Question<Answer>,
    isEnough: (testimonies: readonly Testimony<Answer>[], isComplete: boolean) => boolean,
    before: readonly Testimony<Answer>[] = [],
  ): Promise<Gathered<Answer>> {
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
            else if (answer !== undefined) testimonies.push({ name: witness.name, answer });
            judge();
          })
          .catch(reject);
    });
  }

  /** Notes that a witness said what others did not confirm, or that it was right. */
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

/** What several witnesses answered. */
export interface Gathered<Answer> {
  readonly testimonies: readonly Testimony<Answer>[];
  /** How many do not know the method. */
  readonly unserved: number;
}
