import { truncate } from "../../text/truncate.ts";
import type { SharedSubscription } from "./shared-subscription.ts";

/** How one network is polled. */
export interface PollerOptions {
  readonly intervalMs: () => number;
  /** A method is polled from now on, and why. Reported once for each method. */
  readonly onBegun: (method: string, reason: string) => void;
  readonly onFailure: (shared: SharedSubscription, error: unknown) => void;
}

/** Most intervals between two polls while they fail. */
const maxSlowdown = 16;
/** Longest reason of an upstream in a report. */
const maxReasonLength = 200;

/**
 * Polls over HTTP for subscriptions that no upstream sends, with one timer for the network. A tick begins only after the previous
 * one has ended; ticks that fail come at longer intervals, and there are none while there is no subscription.
 */
export class NetworkPoller {
  readonly #options: PollerOptions;
  readonly #polled = new Set<SharedSubscription>();
  /** Methods whose polling was reported; only methods of the document are polled. */
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isTicking = false;
  #tick = 0;
  #slowdown = 1;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#polled.size;
  }

  has(shared: SharedSubscription): boolean {
    return this.#polled.has(shared);
  }

  /** Polls for a subscription at once and then at every interval, which makes it live. */
  add(shared: SharedSubscription, reason: string): void {
    if (this.#polled.has(shared)) return;
    this.#report(shared.method, reason);
    this.#polled.add(shared);
    this.#poll(shared).catch((error: unknown) => this.#options.onFailure(shared, error));
    this.#arm();
    shared.markLive();
  }

  remove(shared: SharedSubscription): void {
    if (this.#polled.delete(shared) && this.#polled.size === 0) this.close();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#polled.clear();
  }

  /** Reports a method once, whatever the reason: an upstream's text may differ each time. */
  #report(method: string, reason: string): void {
    if (this.#reported.has(method)) return;
    this.#reported.add(method);
    this.#options.onBegun(method, truncate(reason, maxReasonLength));
  }

  #arm(): void {
    if (this.#timer !== undefined || this.#isTicking || this.#polled.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, this.#options.intervalMs() * this.#slowdown);
  }

  async #run(): Promise<void> {
    this.#isTicking = true;
    this.#tick += 1;
    let polls = 0;
    let failures = 0;
    const work = [...this.#polled].map(async (shared) => {
      if (this.#tick % shared.kind.pollTicks !== 0) return;
      polls += 1;
      try {
        await this.#poll(shared);
      } catch (error) {
        failures += 1;
        this.#options.onFailure(shared, error);
      }
    });
    await Promise.all(work);
    this.#slowdown = polls > 0 && failures === polls ? Math.min(this.#slowdown * 2, maxSlowdown) : 1;
    this.#isTicking = false;
    this.#arm();
  }

  async #poll(shared: SharedSubscription): Promise<void> {
    if (this.#polled.has(shared) && !shared.hasEnded) await shared.refresh();
  }
}
