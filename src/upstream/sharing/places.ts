/** What one network has taken of the places, and whether a part of them is kept for it. */
export class Holding {
  taken = 0;
  isMember = false;
}

/**
 * Places (calls that run, calls that wait) that networks share. Half of them is kept for the members in equal parts, which no other
 * can take; the rest goes to the first that asks. So a network whose calls hang leaves the others their parts.
 */
export class Places {
  readonly size: number;
  readonly #members = new Set<Holding>();
  #taken = 0;
  /** Kept for each member. */
  #part = 0;
  /** Of the members' parts, what is not taken now. */
  #kept = 0;

  constructor(size: number) {
    this.size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Keeps a part for a holding, or no longer. */
  setMember(holding: Holding, isMember: boolean): void {
    if (holding.isMember === isMember) return;
    holding.isMember = isMember;
    if (isMember) this.#members.add(holding);
    else this.#members.delete(holding);
    this.#part = partOf(this.size, this.#members.size);
    this.#kept = 0;
    for (const member of this.#members) this.#kept += this.#untaken(member);
  }

  /** Places that this holding may take yet. */
  room(holding: Holding): number {
    return this.size - this.#taken - (this.#kept - this.#untaken(holding));
  }

  take(holding: Holding): void {
    this.#kept -= this.#untaken(holding);
    holding.taken += 1;
    this.#kept += this.#untaken(holding);
    this.#taken += 1;
  }

  giveBack(holding: Holding): void {
    this.#kept -= this.#untaken(holding);
    holding.taken -= 1;
    this.#kept += this.#untaken(holding);
    this.#taken -= 1;
  }

  #untaken({ isMember, taken }: Holding): number {
    return isMember && taken < this.#part ? this.#part - taken : 0;
  }
}

/** One network alone needs nothing kept for it; where there is a place for each and one more, each has at least one. */
function partOf(size: number, members: number): number {
  if (members < 2) return 0;
  return Math.max(Math.floor(size / (2 * members)), size > members ? 1 : 0);
}
