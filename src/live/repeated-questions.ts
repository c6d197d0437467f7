/** Questions that are remembered, a power of two; one that falls on another's place replaces it. */
const places = 256;

/** Notices that the same question comes again within a time, in a memory of fixed size. */
export class RepeatedQuestions {
  readonly #hashes = new Int32Array(places);
  readonly #askedAt = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  readonly #withinMs: number;

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** Whether a question with this hash was asked a short time ago; remembers that it was asked now. */
  record(hash: number, now: number): boolean {
    const place = hash & (places - 1);
    const isRepeated =
      this.#hashes[place] === (hash | 0) && now - (this.#askedAt[place] ?? 0) < this.#withinMs;
    this.#hashes[place] = hash;
    this.#askedAt[place] = now;
    return isRepeated;
  }
}
