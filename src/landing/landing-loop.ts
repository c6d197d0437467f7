import { CallbackTimer, type TimerWheel } from "../call/timer-wheel.ts";
import { leaderSlots } from "../ledger-clock/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { ExpiryCheck } from "./expiry-check.ts";
import { type Fate, type Inclusion, isFinalFate, isSameInclusion } from "./fate.ts";
import type { PendingTransaction } from "./pending-transaction.ts";
import { maxStatuses, statusesQuestion } from "./witness-questions.ts";
import { agreedStatus, mayBecomeFinalized, type StatusAnswer, type Witness, Witnesses } from "./witnesses.ts";

/** Most status polls at once, per batch of pending transactions: a witness that hangs must not stop the others. */
const maxPolls = 32;
/** Most sends of one network at once. */
const maxSends = 512;
/** Shortest watch of an adopted transaction: the life of a blockhash at 400 ms a slot. */
const minWatchMs = 60_000;
/** The time between two sends varies by this share, so that resends don't come in waves. */
const jitter = 0.1;

/** An upstream that takes transactions. */
export interface SendTarget {
  readonly name: string;
  /** Sends the transaction's bytes; rejects with an RpcError within a bounded time. */
  send(transaction: PendingTransaction): Promise<unknown>;
}

/** The upstreams that take a transaction at the moment, and those that would refuse it: name to reason, undefined if none can. */
export interface SendTargets {
  readonly targets: readonly SendTarget[];
  readonly unfitReasons: PendingTransaction["unfitReasons"];
}

/** What landing needs of a network: its clock, witnesses and targets. */
export interface NetworkAccess {
  /** Length of a slot, and the time between two rounds. */
  readonly clock: { readonly slotMs: number; readonly pollMs: number };
  /** Upstreams that may be asked about the ledger; called in each round, while transactions are pending. */
  witnesses(): readonly Witness[];
  targets(transaction: PendingTransaction): SendTargets;
}

/** A network, and what is called when transactions are sent or change. */
export interface LandingLoopOptions {
  readonly network: NetworkAccess;
  readonly timers: TimerWheel;
  /** Longest time to watch a transaction. */
  readonly maxMs: number;
  /** Whether this process may send: false if another one may have taken over. */
  readonly maySend: () => boolean;
  /** Default: Math.random. */
  readonly random?: () => number;
  /** Called when a transaction's fate changes. A transaction with a final fate is no longer watched. */
  readonly onFate: (transaction: PendingTransaction, fate: Fate) => void;
  readonly onSend?: (target: string) => void;
  /** Called with an unexpected fault of the gateway itself. */
  readonly onError: (error: unknown) => void;
}

/** Sends the pending transactions of one network again and again until each has a final fate. */
export class LandingLoop {
  readonly #options: LandingLoopOptions;
  readonly #pending = new Map<string, PendingTransaction>();
  readonly #witnesses: Witnesses;
  readonly #expiry: ExpiryCheck;
  readonly #nextRound = new CallbackTimer(() => this.#round());
  #polls = 0;
  #sends = 0;
  #hasClosed = false;

  constructor(options: LandingLoopOptions) {
    this.#options = options;
    this.#witnesses = new Witnesses(() => options.network.witnesses());
    this.#expiry = new ExpiryCheck({
      witnesses: this.#witnesses,
      network: options.network,
      onIncluded: (transaction, inclusion) => this.#include(transaction, inclusion),
      onExpired: (transaction, proof) => this.#end(transaction, { status: "expired", proof }),
    });
  }

  /** Watches a transaction, and sends it until it is on the ledger or has expired. */
  add(transaction: PendingTransaction): void {
    if (this.#hasClosed) return;
    if (this.#pending.size === 0) this.#options.timers.add(this.#nextRound, performance.now());
    this.#pending.set(transaction.signature, transaction);
    this.#expiry.checkSoon();
  }

  /** Stops watching; no transaction's fate changes. */
  close(): void {
    this.#hasClosed = true;
    this.#options.timers.remove(this.#nextRound);
    this.#pending.clear();
  }

  #round(): void {
    const { timers, network } = this.#options;
    if (this.#pending.size === 0) return;
    const now = performance.now();
    timers.add(this.#nextRound, now + network.clock.pollMs);
    this.#witnesses.beginRound();
    const all = [...this.#pending.values()];
    for (const witness of this.#witnesses.nextToPoll())
      for (let at = 0; at < all.length; at += maxStatuses)
        this.#guard(this.#poll(witness, all.slice(at, at + maxStatuses)));
    this.#guard(this.#expiry.check(all));
    const maySend = this.#options.maySend();
    for (const transaction of all) {
      if (maySend && now >= transaction.nextSendAt && !transaction.isIncluded && !transaction.isHeldByPeer)
        this.#sendAgain(transaction, now);
      if (this.#isTooOld(transaction, now)) this.#end(transaction, { status: "unknown" });
    }
  }

  /** An adopted transaction is watched for a while in any case, as the other process's clock may have been far behind. */
  #isTooOld({ receivedAt, watchedSince }: PendingTransaction, now: number): boolean {
    const { maxMs } = this.#options;
    return now - receivedAt > maxMs && now - watchedSince > Math.min(maxMs, minWatchMs);
  }

  /** Asks one witness for statuses, and the other witnesses about those that have changed. */
  async #poll(first: Witness, transactions: readonly PendingTransaction[]): Promise<void> {
    if (this.#polls >= maxPolls * (1 + this.#pending.size / maxStatuses)) return;
    this.#polls += 1;
    try {
      const signatures = transactions.map(({ signature }) => signature);
      const answer = await this.#witnesses.ask(first, statusesQuestion(signatures, "newest"));
      if (answer === undefined || answer === "unserved") return;
      const { name, slot, value } = answer;
      for (const [at, transaction] of transactions.entries()) {
        const status = value[at];
        // One witness is enough, since a processed status decides nothing.
        if (status?.commitment === "processed" && !transaction.isIncluded) transaction.include(status);
      }
      const isContradicted = transactions.map((transaction, at) =>
        contradictsAgreed(transaction, slot, value[at]),
      );
      const changed = transactions.filter((_, at) => isContradicted[at]);
      const before = { name, slot, value: value.filter((_, at) => isContradicted[at]) };
      if (changed.length > 0)
        await this.#witnesses.gatherStatuses(changed, "newest", this.#applyAnswers, [before]);
    } finally {
      this.#polls -= 1;
    }
  }

  /** Applies the status that witnesses agree on. Returns false while there is none, or it may still rise. */
  readonly #applyAnswers = (
    transaction: PendingTransaction,
    answers: readonly StatusAnswer[],
    isComplete: boolean,
  ): boolean => {
    const agreed = agreedStatus(answers, this.#witnesses.quorum, transaction.inclusion?.slot ?? 0);
    if (agreed === undefined || (!isComplete && mayBecomeFinalized(answers, agreed))) return false;
    if (agreed === "missing") this.#drop(transaction);
    else this.#include(transaction, agreed);
    return true;
  };

  /** Records that witnesses agree on a transaction's place in the ledger. */
  #include(transaction: PendingTransaction, inclusion: Inclusion): void {
    if (!transaction.include(inclusion)) return;
    const { fate } = transaction;
    if (isFinalFate(fate)) this.#end(transaction, fate);
    else this.#report(transaction, fate);
  }

  /** Records that a fork dropped a transaction, and makes its next send due at once. */
  #drop(transaction: PendingTransaction): void {
    const wasIncluded = transaction.isIncluded;
    if (!transaction.drop(performance.now())) return;
    this.#expiry.checkSoon();
    if (wasIncluded) this.#report(transaction, transaction.fate);
  }

  #end(transaction: PendingTransaction, fate: Fate): void {
    if (transaction.finalFate !== undefined || !this.#pending.delete(transaction.signature)) return;
    transaction.end(fate);
    this.#report(transaction, fate);
  }

  #report(transaction: PendingTransaction, fate: Fate): void {
    this.#options.onFate(transaction, fate);
    transaction.notifyListeners();
  }

  #sendAgain(transaction: PendingTransaction, now: number): void {
    const { network, random = Math.random, onSend } = this.#options;
    // Waits for the next round, not for the next window.
    if (this.#sends >= maxSends) return;
    const windowMs = leaderSlots * network.clock.slotMs;
    transaction.nextSendAt = now + windowMs * (1 - jitter + 2 * jitter * random());
    const { targets, unfitReasons } = network.targets(transaction);
    transaction.unfitReasons = unfitReasons;
    for (const target of targets) {
      this.#sends += 1;
      transaction.recordSend(target.name, Date.now());
      onSend?.(target.name);
      this.#guard(
        target
          .send(transaction)
          .then(
            () => transaction.recordAnswer(target.name, "taken"),
            (caught: unknown) => transaction.recordAnswer(target.name, RpcError.from(caught).message),
          )
          .finally(() => {
            this.#sends -= 1;
          }),
      );
    }
    transaction.notifyListeners();
  }

  #guard(work: Promise<unknown>): void {
    work.catch((caught: unknown) => this.#options.onError(caught));
  }
}

/** Whether a witness contradicts what several have agreed on so far. */
function contradictsAgreed(
  { finalFate, inclusion, isIncluded }: PendingTransaction,
  slot: number,
  status?: Inclusion,
): boolean {
  if (finalFate !== undefined || status?.commitment === "processed") return false;
  if (status === undefined) return isIncluded && slot > (inclusion?.slot ?? 0);
  return !isSameInclusion(inclusion, status);
}
