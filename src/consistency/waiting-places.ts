/** Places for calls that wait for an upstream to reach a slot: a bounded number at once. */
export class WaitingPlaces {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a place; false when none is left. A slot that a caller names may never be reached: such calls have half of the places, so
   * that sessions, which wait for what was seen, have the other half at least.
   */
  take(isOfSession: boolean): boolean {
    if (this.#taken >= (isOfSession ? this.#max : Math.ceil(this.#max / 2))) return false;
    this.#taken += 1;
    return true;
  }

  giveBack(): void {
    this.#taken -= 1;
  }
}
