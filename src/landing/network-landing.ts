import { leaderSlots } from "../ledger-time/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { ExpiryCheck } from "./expiry-check.ts";
import { type Fate, type Inclusion, isFinal } from "./fate.ts";
import type { PendingTransaction } from "./pending-transaction.ts";
import { maxStatuses, statusesOf } from "./questions.ts";
import type { Timers } from "./timers.ts";
import { agrees, mayBeHigher, statusVerdict } from "./verdicts.ts";
import { type StatusTestimony, type Witness, Witnesses } from "./witnesses.ts";

/** Questions about statuses that may be under way at once: a witness that hangs must not stop the others. */
const maxPolls = 32;
/** Sends of one network that may be under way at once. */
const maxSends = 512;
/** The life of a blockhash at 400 ms a slot. */
const leastWatchMs = 60_000;
/** A leader window is shortened or lengthened by up to this share, so that resends don't come in waves. */
const jitter = 0.1;

/** A way to send a transaction. */
export interface Route {
  readonly name: string;
  /** Sends the bytes as they are; rejects with an RpcError, within a bounded time. */
  send(transaction: PendingTransaction): Promise<unknown>;
}

/** A network as landing sees it. */
export interface LandingNetwork {
  /** Length of a slot, and the time between two rounds of questions. */
  readonly clock: { readonly slotMs: number; readonly pollMs: number };
  /** Upstreams that can be asked now. */
  witnesses(): readonly Witness[];
  /** Routes that take a transaction now. */
  routes(transaction: PendingTransaction): readonly Route[];
}

/** What a NetworkLanding needs. */
export interface NetworkLandingOptions {
  readonly network: LandingNetwork;
  readonly timers: Timers;
  /** Longest time for which a transaction is watched. */
  readonly maxMs: number;
  /** Whether this process may send: another one may have taken over what it held. */
  readonly maySend?: () => boolean;
  /** A number from 0 to 1, at random. */
  readonly random?: () => number;
  /** Called when a transaction's fate changed; it is no longer watched once that is final. */
  readonly onFate: (transaction: PendingTransaction, fate: Fate) => void;
  /** Called at each send. */
  readonly onSend?: (route: string) => void;
  /** Called with an unexpected fault in the gateway. */
  readonly onFault: (fault: unknown) => void;
}

/** Sends the pending transactions of one network until each is on the ledger or has ended, and finds out what becomes of them. */
export class NetworkLanding {
  readonly #options: NetworkLandingOptions;
  readonly #pending = new Map<string, PendingTransaction>();
  readonly #witnesses: Witnesses;
  readonly #expiry: ExpiryCheck;
  #cancelRound: (() => void) | undefined;
  #polls = 0;
  #sends = 0;

  constructor(options: NetworkLandingOptions) {
    this.#options = options;
    this.#witnesses = new Witnesses(() => options.network.witnesses());
    this.#expiry = new ExpiryCheck({
      witnesses: this.#witnesses,
      timers: options.timers,
      clock: options.network.clock,
      onIncluded: (transaction, seen) => this.#include(transaction, seen),
      onExpired: (transaction, proof) => this.#end(transaction, { status: "expired", proof }),
    });
  }

  /** Watches a transaction, and sends it until its fate is final. */
  add(transaction: PendingTransaction): void {
    this.#pending.set(transaction.signature, transaction);
    this.#expiry.checkSoon();
    this.#cancelRound ??= this.#options.timers.after(0, () => this.#round());
  }

  /** Stops. What is pending stays so. */
  close(): void {
    this.#cancelRound?.();
    this.#pending.clear();
  }

  #round(): void {
    const { timers, network } = this.#options;
    this.#cancelRound = undefined;
    if (this.#pending.size === 0) return;
    this.#cancelRound = timers.after(network.clock.pollMs, () => this.#round());
    this.#witnesses.beginRound();
    const all = [...this.#pending.values()];
    for (const witness of this.#witnesses.first())
      for (let at = 0; at < all.length; at += maxStatuses)
        this.#guard(this.#poll(witness, all.slice(at, at + maxStatuses)));
    this.#guard(this.#expiry.check(all));
    const now = timers.now();
    const maySend = this.#options.maySend?.() ?? true;
    for (const transaction of all) {
      if (maySend && now >= transaction.nextSendAt && !transaction.isIncluded && !transaction.isHeldElsewhere)
        this.#sendAgain(transaction, now);
      if (this.#isTooOld(transaction, now)) this.#end(transaction, { status: "unknown" });
    }
  }

  /** The clock of a process that left a transaction may be far behind, so it is watched here for a while in any case. */
  #isTooOld({ cameAt, watchedFrom }: PendingTransaction, now: number): boolean {
    const { maxMs } = this.#options;
    return now - cameAt > maxMs && now - watchedFrom > Math.min(maxMs, leastWatchMs);
  }

  /** Asks one witness what became of some transactions, and the others if it has news. */
  async #poll(first: Witness, transactions: readonly PendingTransaction[]): Promise<void> {
    if (this.#polls >= maxPolls * (1 + this.#pending.size / maxStatuses)) return;
    this.#polls += 1;
    try {
      const signatures = transactions.map(({ signature }) => signature);
      const answer = await this.#witnesses.ask(first, statusesOf(signatures, false));
      if (answer === undefined || answer === "unserved") return;
      const { name, slot, value } = answer;
      const isNew = transactions.map((transaction, at) => isNews(transaction, slot, value[at]));
      const news = transactions.filter((_, at) => isNew[at]);
      const before = { name, slot, value: value.filter((_, at) => isNew[at]) };
      if (news.length > 0) await this.#witnesses.gatherStatuses(news, false, this.#judge, [before]);
    } finally {
      this.#polls -= 1;
    }
  }

  /** Acts on what several witnesses say of a transaction; false while they do not agree, or may still say more. */
  readonly #judge = (
    transaction: PendingTransaction,
    said: readonly StatusTestimony[],
    isComplete: boolean,
  ): boolean => {
    const verdict = statusVerdict(said, this.#witnesses.quorum, transaction.seen?.slot ?? 0);
    if (verdict === undefined || (!isComplete && mayBeHigher(said, verdict))) return false;
    if (verdict === "absent") this.#drop(transaction);
    else {
      for (const testimony of said) {
        const isRight = agrees(testimony, verdict);
        if (isRight !== undefined) this.#witnesses.noteAgreement(testimony.name, isRight);
      }
      this.#include(transaction, verdict);
    }
    return true;
  };

  /** Witnesses agree that it is on the ledger. */
  #include(transaction: PendingTransaction, seen: Inclusion): void {
    if (transaction.end !== undefined || isSame(transaction.seen, seen)) return;
    transaction.seen = seen;
    const { fate } = transaction;
    if (isFinal(fate)) this.#end(transaction, fate);
    else this.#report(transaction, fate);
  }

  /** A fork dropped it: it is sent again at once. */
  #drop(transaction: PendingTransaction): void {
    if (transaction.seen === undefined || transaction.end !== undefined) return;
    const wasIncluded = transaction.isIncluded;
    transaction.seen = undefined;
    transaction.nextSendAt = this.#options.timers.now();
    this.#expiry.checkSoon();
    if (wasIncluded) this.#report(transaction, transaction.fate);
  }

  #end(transaction: PendingTransaction, fate: Fate): void {
    if (transaction.end !== undefined || !this.#pending.delete(transaction.signature)) return;
    transaction.end = fate;
    this.#report(transaction, fate);
  }

  #report(transaction: PendingTransaction, fate: Fate): void {
    this.#options.onFate(transaction, fate);
    transaction.announce();
  }

  #sendAgain(transaction: PendingTransaction, now: number): void {
    const { network, timers, random = Math.random, onSend } = this.#options;
    // With too many sends under way it waits for the next round, not for the next window.
    if (this.#sends >= maxSends) return;
    const windowMs = leaderSlots * network.clock.slotMs;
    transaction.nextSendAt = now + windowMs * (1 - jitter + 2 * jitter * random());
    for (const route of network.routes(transaction)) {
      this.#sends += 1;
      transaction.recordSend(route.name, timers.wallNow());
      onSend?.(route.name);
      this.#guard(
        route
          .send(transaction)
          .then(
            () => transaction.recordAnswer(route.name, "taken"),
            (caught: unknown) => transaction.recordAnswer(route.name, RpcError.from(caught).message),
          )
          .finally(() => {
            this.#sends -= 1;
          }),
      );
    }
    transaction.announce();
  }

  #guard(work: Promise<unknown>): void {
    work.catch((caught: unknown) => this.#options.onFault(caught));
  }
}

/** Whether one witness contradicts what is known so far. Nothing follows from processed: it is noted without asking the others. */
function isNews(transaction: PendingTransaction, slot: number, said: Inclusion | undefined): boolean {
  if (transaction.end !== undefined) return false;
  const { seen } = transaction;
  if (said === undefined) return transaction.isIncluded && slot >= (seen?.slot ?? 0) + 1;
  if (said.level === "processed") {
    if (!transaction.isIncluded) transaction.seen = said;
    return false;
  }
  return !isSame(seen, said);
}

function isSame(one: Inclusion | undefined, other: Inclusion): boolean {
  return one?.level === other.level && one.slot === other.slot && one.error === other.error;
}
