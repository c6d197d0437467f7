const firstMs = 250;
const maxMs = 30_000;

/** How long to wait before a dead worker is replaced: longer each time that a replacement died before it listened. */
export class RestartDelays {
  #deaths = 0;

  /** The wait before the next one, in milliseconds: 0 after a worker that had listened. */
  next(hadListened: boolean): number {
    if (hadListened) return 0;
    this.#deaths += 1;
    return Math.min(maxMs, firstMs * 2 ** Math.min(this.#deaths - 1, 16));
  }

  /** A worker is listening: what kept the others from it is over. */
  reset(): void {
    this.#deaths = 0;
  }
}
