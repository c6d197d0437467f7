/** Places in which one key may be counted; when all are taken, the least recently counted key is replaced. */
const ways = 4;
/** Places for each account that may be followed, so that rarely read accounts do not displace the others. */
const placesPerAccount = 4;
const leastSets = 1024;
const mostSets = 1 << 20;

/** Counts how often something was read within a time, in a memory of fixed size. */
export class ReadCounts {
  readonly #hashes: Int32Array;
  readonly #counts: Uint32Array;
  readonly #since: Float64Array;
  readonly #sets: number;
  readonly #withinMs: number;

  constructor(withinMs: number, maxAccounts: number) {
    const wanted = Math.ceil((maxAccounts * placesPerAccount) / ways);
    this.#sets = Math.min(Math.max(1 << (32 - Math.clz32(wanted)), leastSets), mostSets);
    this.#hashes = new Int32Array(this.#sets * ways);
    this.#counts = new Uint32Array(this.#sets * ways);
    this.#since = new Float64Array(this.#sets * ways).fill(Number.NEGATIVE_INFINITY);
    this.#withinMs = withinMs;
  }

  /** Counts a read; returns how many there were within the time. */
  record(key: string, salt: number, now: number): number {
    const hash = hashOf(key, salt);
    const first = ((hash ^ (hash >>> 15)) & (this.#sets - 1)) * ways;
    let place = first;
    for (let at = first; at < first + ways; at += 1) {
      if (this.#hashes[at] === hash && now - (this.#since[at] ?? 0) < this.#withinMs) {
        this.#counts[at] = (this.#counts[at] ?? 0) + 1;
        return this.#counts[at] ?? 0;
      }
      if ((this.#since[at] ?? 0) < (this.#since[place] ?? 0)) place = at;
    }
    this.#hashes[place] = hash;
    this.#since[place] = now;
    this.#counts[place] = 1;
    return 1;
  }
}

/** FNV-1a. */
function hashOf(key: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash;
}
