/** Which of the mutants in the loaded files is on, and which were asked for. */
export class MutantSwitch {
  /** Number of the mutant that is on; no mutant has -1. */
  on = -1;
  /** A byte for each mutant: 1 once its place was evaluated. */
  readonly seen: Uint8Array;
  /** Turns of loops, and how many there may be. */
  turns = 0;
  mostTurns = Number.POSITIVE_INFINITY;

  constructor(count: number) {
    this.seen = new Uint8Array(count);
  }

  /** Whether a mutant is on. */
  at(mutant: number): boolean {
    this.seen[mutant] = 1;
    return mutant === this.on;
  }

  /** Counts one turn of a loop; ends a loop that a mutant keeps going. */
  turn(): void {
    this.turns += 1;
    if (this.turns > this.mostTurns) throw new Error("this mutant loops");
  }

  /** The mutants whose places were evaluated since the last call. */
  takeSeen(): number[] {
    const seen = [...this.seen.keys()].filter((mutant) => this.seen[mutant] === 1);
    this.seen.fill(0);
    return seen;
  }
}
