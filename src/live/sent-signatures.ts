import { ownText } from "../text/own-text.ts";

/** Most signatures remembered on one network; the oldest is forgotten first. */
const maxSent = 256;
/** A signature is forgotten after this time: callers who want the status of a transaction ask for it soon. */
const keptMs = 15_000;

/** Signatures, as JSON texts, of recently sent transactions whose status no one has asked for yet. Times are `performance.now()`. */
export class SentSignatures {
  /** When each was sent, the oldest first. */
  readonly #sentAt = new Map<string, number>();

  /** An upstream accepted a transaction. */
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
