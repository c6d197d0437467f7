import type { ReachedSlot } from "../node/known-slots.ts";
import type { Upstream } from "../node/upstream.ts";

/** What an upstream says about a blockhash. */
export interface SaidOfHash {
  /** Slot that it says this at. */
  readonly slot: number;
  readonly isValid: boolean;
}

/** What became of a claim. `void`: no other upstream could check it. */
export type Verdict = "proven" | "refuted" | "void";

/**
 * An upstream's claim to be ahead of all others: a blockhash, which it says is that of a slot that they have not reached. It is proven
 * when one of them that did not know the blockhash before knows it at that slot. One that knows it sooner shows that it is of an older
 * slot: copied from others.
 */
export class AheadClaim {
  readonly hash: string;
  readonly claimed: ReachedSlot;
  /** The upstreams that can still tell, each with the newest slot at which it did not know the blockhash; -1 before it was asked. */
  readonly #open: Map<Upstream, number>;
  #isRefuted = false;
  #provenSlot: number | undefined = undefined;

  constructor(hash: string, claimed: ReachedSlot, others: readonly Upstream[]) {
    this.hash = hash;
    this.claimed = claimed;
    this.#open = new Map(others.map((upstream) => [upstream, -1]));
  }

  /** Upstreams whose answer is still awaited. */
  get toAsk(): Upstream[] {
    return [...this.#open.keys()];
  }

  /** Records what another upstream says of the blockhash. */
  take(upstream: Upstream, { slot, isValid }: SaidOfHash): void {
    const unknownAt = this.#open.get(upstream);
    if (unknownAt === undefined) return;
    const isReached = slot >= this.claimed.slot;
    if (!isValid && !isReached) {
      this.#open.set(upstream, Math.max(unknownAt, slot));
      return;
    }
    this.#open.delete(upstream);
    // One that was there when it was first asked can't tell whether the blockhash is of that slot.
    if (isValid && isReached && unknownAt < 0) return;
    // The blockhash is of a slot above the one at which it was not known.
    if (isValid && isReached) this.#provenSlot = unknownAt + 1;
    else this.#isRefuted = true;
  }

  /** An upstream can't tell: it failed, or does not serve the method. */
  skip(upstream: Upstream): void {
    this.#open.delete(upstream);
  }

  /** Undefined until the others have answered. */
  get verdict(): Verdict | undefined {
    if (this.#provenSlot !== undefined) return "proven";
    if (this.#open.size > 0) return undefined;
    return this.#isRefuted ? "refuted" : "void";
  }

  /** A slot that the upstream is proven to have had, and when. */
  get proven(): ReachedSlot | undefined {
    const slot = this.#provenSlot;
    return slot === undefined ? undefined : { slot, at: this.claimed.at };
  }
}
