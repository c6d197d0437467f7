/** Accounts whose reads are counted, a power of two; one that falls on another's place replaces it. */
const places = 16_384;

/** Counts how often something was read within a time, in a memory of fixed size. */
export class ReadCounts {
  readonly #hashes = new Int32Array(places);
  readonly #counts = new Uint32Array(places);
  readonly #since = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  readonly #withinMs: number;

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** Counts a read; gives how many there were within the time. */
  record(key: string, salt: number, now: number): number {
    const hash = hashOf(key, salt);
    const place = (hash ^ (hash >>> 15)) & (places - 1);
    const isCounted = this.#hashes[place] === hash && now - (this.#since[place] ?? 0) < this.#withinMs;
    if (!isCounted) {
      this.#hashes[place] = hash;
      this.#since[place] = now;
    }
    const count = isCounted ? (this.#counts[place] ?? 0) + 1 : 1;
    this.#counts[place] = count;
    return count;
  }
}

/** FNV-1a. */
function hashOf(key: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash;
}
