import { CallbackTimer, type TimerWheel } from "../call/timer-wheel.ts";
import { withinTime } from "../call/within-time.ts";
import { FailureReporter } from "../log/failure-reporter.ts";
import type { ExpiryProof } from "./fate.ts";
import {
  type LandingStorage,
  leaseMs,
  type PeerTransaction,
  type SyncResult,
  syncMs,
  type WireIdentity,
} from "./landing-storage.ts";
import type { SavedTransaction } from "./tracked-transaction.ts";

/** Longest wait of a caller for the storage. */
const maxWaitMs = 250;
/** Time until a failed sync is retried. */
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

/** Syncs a storage regularly. Bounds how long callers wait for it, and hides its failures from them. */
export class SyncedStorage {
  readonly #options: SyncedStorageOptions;
  readonly #failures: FailureReporter;
  /** End of this process's leases, on the monotonic clock. */
  #heldUntil = Number.POSITIVE_INFINITY;
  #failedSyncs = 0;
  #hasClosed = false;
  readonly #nextSync = new CallbackTimer(() => void this.sync());

  constructor(options: SyncedStorageOptions) {
    this.#options = options;
    this.#failures = new FailureReporter(options.onFailed);
  }

  /** True while the leases last. After a long stop, the next sync first finds what peers took over. */
  get maySend(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Syncs now, and schedules the next sync. */
  async sync(): Promise<void> {
    const { storage, timers, own, onSynced } = this.#options;
    const startedAt = performance.now();
    try {
      const result = await storage.sync(own);
      this.#failedSyncs = 0;
      this.#failures.succeed();
      this.#heldUntil = startedAt + leaseMs;
      onSynced(result);
    } catch (caught) {
      this.#failedSyncs += 1;
      // Peers probably can't reach the storage either, and pending transactions must still be sent.
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

  /** Resolves with true if a live peer holds the same bytes; false if the storage fails or is slow. */
  async isHeldByPeer(sent: WireIdentity): Promise<boolean> {
    return (await this.#withTimeout(this.#options.storage.isHeldByPeer(sent))) === true;
  }

  /** Stores a transaction. Calls `onHeldByPeer`, possibly after resolving, if a live peer holds the same bytes. */
  async add(saved: SavedTransaction, onHeldByPeer: () => void): Promise<void> {
    const done = this.#options.storage.add(saved).then((isOwn) => {
      if (!isOwn) onHeldByPeer();
    });
    await this.#withTimeout(done);
  }

  /** Records for other processes that a transaction expired. */
  async recordExpiry(saved: SavedTransaction, proof: ExpiryProof): Promise<void> {
    await this.#orUndefined(this.#options.storage.recordExpiry(saved, proof));
  }

  /** Stops syncing and releases the transactions to other processes. */
  async close(): Promise<void> {
    this.#hasClosed = true;
    this.#options.timers.remove(this.#nextSync);
    await this.#orUndefined(this.#options.storage.release(this.#options.own()));
  }

  /** Resolves with the storage's result, or undefined if it fails. */
  #orUndefined<Result>(result: Promise<Result>): Promise<Result | undefined> {
    return result.catch((caught: unknown) => {
      this.#failures.fail(caught);
      return undefined;
    });
  }

  /** Resolves with the storage's result, or undefined if it fails or is slow. */
  #withTimeout<Result>(result: Promise<Result>): Promise<Result | undefined> {
    return withinTime(this.#orUndefined(result), maxWaitMs);
  }
}
