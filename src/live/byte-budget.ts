/** A bound on bytes that several holders share. */
export class ByteBudget {
  readonly #max: number;
  readonly #makeRoom: () => void;
  #taken = 0;

  /** `makeRoom` is called before bytes are refused: holders give back what they can do without. */
  constructor(max: number, makeRoom: () => void = () => undefined) {
    this.#max = max;
    this.#makeRoom = makeRoom;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes bytes; false if fewer are left. */
  take(bytes: number): boolean {
    if (this.#taken + bytes > this.#max) this.#makeRoom();
    if (this.#taken + bytes > this.#max) return false;
    this.#taken += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#taken -= bytes;
  }
}
