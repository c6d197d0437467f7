import { batchesOf } from "../batches-of.ts";
import { CallbackTimer, type TimerWheel } from "../call/timer-wheel.ts";
import { leaderSlots } from "../ledger-clock/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { ExpiryCheck } from "./expiry-check.ts";
import { type Fate, type Inclusion, isFinalFate, isSameInclusion } from "./fate.ts";
import type { TrackedTransaction } from "./tracked-transaction.ts";
import { maxStatuses, statusesQuestion } from "./witness-questions.ts";
import {
  agreedStatus,
  mayBecomeFinalized,
  type StatusResponse,
  type Witness,
  Witnesses,
} from "./witnesses.ts";

/** Most status polls in flight per batch: a hanging witness must not block the others. */
const maxPolls = 32;
/** Most sends in flight per network. */
const maxSends = 512;
/** Minimum watch time of an adopted transaction: the life of a blockhash at 400 ms a slot. */
const minWatchMs = 60_000;
/** The time between resends varies by this fraction, so that they don't come in waves. */
const jitter = 0.1;

/** An upstream that accepts transactions. */
export interface SendTarget {
  readonly name: string;
  /** Sends the transaction; rejects with an RpcError within a bounded time. */
  send(): Promise<unknown>;
}

/** The upstreams that accept a transaction now. `unfitReasons`: why send-only ones would refuse it; undefined if the network has none. */
export interface SendTargets {
  readonly targets: readonly SendTarget[];
  readonly unfitReasons: TrackedTransaction["unfitReasons"];
}

/** The clock, witnesses and targets of a network. */
export interface NetworkAccess {
  /** Length of a slot, and time between rounds. */
  readonly clock: { readonly slotMs: number; readonly pollMs: number };
  /** The upstreams to query about the ledger; called in each round while transactions are pending. */
  witnesses(): readonly Witness[];
  targets(transaction: TrackedTransaction): SendTargets;
}

export interface LandingLoopOptions {
  readonly network: NetworkAccess;
  readonly timers: TimerWheel;
  /** Longest time to watch a transaction. */
  readonly maxMs: number;
  /** Returns false if another process may have taken over. */
  readonly maySend: () => boolean;
  /** Default: Math.random. */
  readonly random?: () => number;
  /** Called when a transaction's fate changes. A transaction with a final fate is no longer watched. */
  readonly onFate: (transaction: TrackedTransaction, fate: Fate) => void;
  readonly onSend?: (target: string) => void;
  /** Called with a bug of the gateway itself. */
  readonly onError: (error: unknown) => void;
}

/** Resends the pending transactions of one network until each has a final fate. */
export class LandingLoop {
  readonly #options: LandingLoopOptions;
  readonly #pending = new Map<string, TrackedTransaction>();
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

  /** Watches a transaction, and resends it until it is on the ledger or has expired. */
  add(transaction: TrackedTransaction): void {
    if (this.#hasClosed) return;
    if (this.#pending.size === 0) this.#options.timers.add(this.#nextRound, performance.now());
    this.#pending.set(transaction.signature, transaction);
    this.#expiry.checkSoon();
  }

  /** Stops watching without changing any fate. */
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
      for (const batch of batchesOf(all, maxStatuses)) this.#guard(this.#poll(witness, batch));
    this.#guard(this.#expiry.check(all));
    const maySend = this.#options.maySend();
    for (const transaction of all) {
      if (maySend && now >= transaction.nextSendAt && !transaction.isIncluded && !transaction.isHeldByPeer)
        this.#resend(transaction, now);
      if (this.#isTooOld(transaction, now)) this.#end(transaction, { status: "unknown" });
    }
  }

  /** Adopted transactions get a minimum watch time, since the other process's clock may have been far behind. */
  #isTooOld({ receivedAt, watchedSince }: TrackedTransaction, now: number): boolean {
    const { maxMs } = this.#options;
    return now - receivedAt > maxMs && now - watchedSince > Math.min(maxMs, minWatchMs);
  }

  /** Polls one witness for statuses, and asks the others about those that changed. */
  async #poll(first: Witness, transactions: readonly TrackedTransaction[]): Promise<void> {
    if (this.#polls >= maxPolls * (1 + this.#pending.size / maxStatuses)) return;
    this.#polls += 1;
    try {
      const signatures = transactions.map(({ signature }) => signature);
      const response = await this.#witnesses.ask(first, statusesQuestion(signatures, "newest"));
      if (response === undefined || response === "unsupported") return;
      const { name, slot, value } = response;
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
        await this.#witnesses.gatherStatuses(changed, "newest", this.#applyResponses, [before]);
    } finally {
      this.#polls -= 1;
    }
  }

  /** Applies the status that witnesses agree on. Returns false if there is none yet or it may still rise. */
  readonly #applyResponses = (
    transaction: TrackedTransaction,
    responses: readonly StatusResponse[],
    isComplete: boolean,
  ): boolean => {
    const agreed = agreedStatus(responses, this.#witnesses.quorum, transaction.inclusion?.slot ?? 0);
    if (agreed === undefined || (!isComplete && mayBecomeFinalized(responses, agreed))) return false;
    if (agreed === "missing") this.#drop(transaction);
    else this.#include(transaction, agreed);
    return true;
  };

  /** Records an inclusion that witnesses agree on. */
  #include(transaction: TrackedTransaction, inclusion: Inclusion): void {
    if (!transaction.include(inclusion)) return;
    const { fate } = transaction;
    if (isFinalFate(fate)) this.#end(transaction, fate);
    else this.#report(transaction, fate);
  }

  /** Records that a fork dropped a transaction, and makes its resend due immediately. */
  #drop(transaction: TrackedTransaction): void {
    const wasIncluded = transaction.isIncluded;
    if (!transaction.drop(performance.now())) return;
    this.#expiry.checkSoon();
    if (wasIncluded) this.#report(transaction, transaction.fate);
  }

  #end(transaction: TrackedTransaction, fate: Fate): void {
    if (transaction.finalFate !== undefined || !this.#pending.delete(transaction.signature)) return;
    transaction.end(fate);
    this.#report(transaction, fate);
  }

  #report(transaction: TrackedTransaction, fate: Fate): void {
    this.#options.onFate(transaction, fate);
    transaction.notifyListeners();
  }

  #resend(transaction: TrackedTransaction, now: number): void {
    const { network, random = Math.random, onSend } = this.#options;
    // `nextSendAt` stays in the past, so the next round tries again and not only the next leader window.
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
          .send()
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

/** True if a witness contradicts the agreed status. */
function contradictsAgreed(
  { finalFate, inclusion, isIncluded }: TrackedTransaction,
  slot: number,
  status?: Inclusion,
): boolean {
  if (finalFate !== undefined || status?.commitment === "processed") return false;
  if (status === undefined) return isIncluded && slot > (inclusion?.slot ?? 0);
  return !isSameInclusion(inclusion, status);
}
