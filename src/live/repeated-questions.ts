/** How many calls are remembered, a power of two; a call with the same place as another replaces it. */
const places = 256;

/** Detects that the same call repeats within a time, in a memory of fixed size. */
export class RepeatedQuestions {
  readonly #hashes = new Int32Array(places);
  readonly #askedAt = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  readonly #withinMs: number;

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** Whether a call with this hash was recorded a short time ago; records it now. */
  record(hash: number, now: number): boolean {
    const place = hash & (places - 1);
    const isRepeated =
      this.#hashes[place] === (hash | 0) && now - (this.#askedAt[place] ?? 0) < this.#withinMs;
    this.#hashes[place] = hash;
    this.#askedAt[place] = now;
    return isRepeated;
  }
}
