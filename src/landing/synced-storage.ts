import { CallbackTimer, type TimerWheel } from "../call/timer-wheel.ts";
import { withinTime } from "../call/within-time.ts";
import { FailureReporter } from "../log/failure-reporter.ts";
import type { ExpiryProof } from "./fate.ts";
import {
  type LandingStorage,
  leaseMs,
  type PeerTransaction,
  type SentBytes,
  type SyncResult,
  syncMs,
} from "./landing-storage.ts";
import type { SavedTransaction } from "./pending-transaction.ts";

/** Longest wait of a caller for the keeper. */
const maxWaitMs = 250;
/** Time until a failed sync is tried again. */
const retryMs = 500;
/** After this many failed syncs in a row, transactions are sent without a lease. */
const maxFailures = 10;

interface SyncedStorageOptions {
  readonly storage: LandingStorage;
  readonly timers: TimerWheel;
  /** The pending transactions that this process sends. */
  readonly own: () => readonly SavedTransaction[];
  readonly onSynced: (result: SyncResult) => void;
  readonly onFailed: (error: unknown) => void;
}

/** A keeper that is synced regularly. No caller waits for it for long, and none of its failures reaches one. */
export class SyncedStorage {
  readonly #options: SyncedStorageOptions;
  readonly #failures: FailureReporter;
  /** When this process's leases end, on the monotonic clock. */
  #heldUntil = Number.POSITIVE_INFINITY;
  #failedSyncs = 0;
  #hasClosed = false;
  readonly #nextSync = new CallbackTimer(() => void this.sync());

  constructor(options: SyncedStorageOptions) {
    this.#options = options;
    this.#failures = new FailureReporter(options.onFailed);
  }

  /** Whether transactions may be sent. After a long stop, the next sync first finds out what others have taken over. */
  get maySend(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Syncs now and from now on. */
  async sync(): Promise<void> {
    const { storage, timers, own, onSynced } = this.#options;
    const begun = performance.now();
    try {
      const result = await storage.sync(own);
      this.#failedSyncs = 0;
      this.#failures.succeed();
      this.#heldUntil = begun + leaseMs;
      onSynced(result);
    } catch (caught) {
      this.#failedSyncs += 1;
      // Other processes probably can't reach the store either, and pending transactions must still be sent.
      if (this.#failedSyncs >= maxFailures) this.#heldUntil = Number.POSITIVE_INFINITY;
      this.#failures.fail(caught);
    }
    if (!this.#hasClosed)
      timers.add(this.#nextSync, performance.now() + (this.#failedSyncs === 0 ? syncMs : retryMs));
  }

  /** Finds a transaction that another process holds or has seen expire. */
  find(network: string, signature: string): Promise<PeerTransaction | undefined> {
    return this.#orUndefined(this.#options.storage.find(network, signature));
  }

  /** Whether another live process holds the same bytes; false if the keeper fails or takes too long. */
  async isHeldByPeer(sent: SentBytes): Promise<boolean> {
    return (await this.#briefly(this.#options.storage.isHeldByPeer(sent))) === true;
  }

  /** Keeps a transaction. Calls `onHeldElsewhere`, maybe later, if another live process turns out to hold the same bytes. */
  async keep(saved: SavedTransaction, onHeldElsewhere: () => void): Promise<void> {
    const done = this.#options.storage.keep(saved).then((isOurs) => {
      if (!isOurs) onHeldElsewhere();
    });
    await this.#briefly(done);
  }

  /** Reports to other processes that a transaction expired. */
  async recordExpiry(saved: SavedTransaction, proof: ExpiryProof): Promise<void> {
    await this.#orUndefined(this.#options.storage.recordExpiry(saved, proof));
  }

  /** Ends the syncs and leaves the transactions to another process. */
  async close(): Promise<void> {
    this.#hasClosed = true;
    this.#options.timers.remove(this.#nextSync);
    await this.#orUndefined(this.#options.storage.release(this.#options.own()));
  }

  /** The keeper's answer; undefined if it fails. */
  #orUndefined<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
    return asked.catch((caught: unknown) => {
      this.#failures.fail(caught);
      return undefined;
    });
  }

  /** The keeper's answer; undefined if it fails or takes too long. */
  #briefly<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
    return withinTime(this.#orUndefined(asked), maxWaitMs);
  }
}
