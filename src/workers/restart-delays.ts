const firstMs = 250;
const longestMs = 30_000;

/** How long to wait before a worker is started in place of one that died: longer each time that none of them listened. */
export class RestartDelays {
  #deaths = 0;

  /** The wait for the next one, in milliseconds: none after a worker that had served. */
  next(hadListened: boolean): number {
    if (hadListened) return 0;
    this.#deaths += 1;
    return Math.min(longestMs, firstMs * 2 ** Math.min(this.#deaths - 1, 16));
  }

  /** A worker listens: what kept the others from it is over. */
  reset(): void {
    this.#deaths = 0;
  }
}
