import { ownText } from "../text/own-text.ts";

/** Signatures that are remembered on one network; beyond these the oldest is forgotten. */
const maxSent = 256;
/** Who wants to know what became of a transaction asks soon: after this its signature is left to those who do. */
const keptMs = 15_000;

/** Signatures, as JSON texts, of transactions that were sent lately and whose status no one has asked for. Times are `performance.now()`. */
export class SentSignatures {
  /** When each was sent, the oldest first. */
  readonly #sentAt = new Map<string, number>();

  /** A transaction was taken by the ledger. */
  record(signature: string, now: number): void {
    this.#sentAt.delete(signature);
    this.#sentAt.set(ownText(signature), now);
    if (this.#sentAt.size <= maxSent) return;
    const [oldest = ""] = this.#sentAt.keys();
    this.#sentAt.delete(oldest);
  }

  /** Its status was asked for. */
  forget(signature: string): void {
    if (this.#sentAt.size > 0) this.#sentAt.delete(signature);
  }

  /** Up to `max` signatures, the newest first. */
  newest(max: number, now: number): readonly string[] {
    for (const [signature, sentAt] of this.#sentAt) {
      if (now - sentAt < keptMs) break;
      this.#sentAt.delete(signature);
    }
    return [...this.#sentAt.keys()].slice(-max).reverse();
  }
}
