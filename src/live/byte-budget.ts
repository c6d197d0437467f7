/** A bound on bytes that several holders share. */
export class ByteBudget {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes bytes; false if fewer are left. */
  take(bytes: number): boolean {
    if (this.#taken + bytes > this.#max) return false;
    this.#taken += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#taken -= bytes;
  }
}
