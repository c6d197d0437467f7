/** A bounded number of places for calls that wait for an upstream to reach a slot. */
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
   * Takes a place; false when none is left. A slot that a caller names may never be reached, so such calls get at most half of
   * the places; the rest are for sessions, which wait for slots that were seen.
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
