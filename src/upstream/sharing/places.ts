/** How many places one network has taken, and whether a part of them is reserved for it. */
export class Holding {
  taken = 0;
  isMember = false;
}

/**
 * Places that networks share. Half are reserved for the members in equal parts, so that a network whose calls hang leaves the others
 * theirs.
 */
export class Places {
  readonly size: number;
  readonly #members = new Set<Holding>();
  #taken = 0;
  #part = 0;
  /** Reserved places that are not taken now. */
  #reserved = 0;

  constructor(size: number) {
    this.size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  setMember(holding: Holding, isMember: boolean): void {
    if (holding.isMember === isMember) return;
    holding.isMember = isMember;
    if (isMember) this.#members.add(holding);
    else this.#members.delete(holding);
    this.#part = partOf(this.size, this.#members.size);
    this.#reserved = 0;
    for (const member of this.#members) this.#reserved += this.#untaken(member);
  }

  room(holding: Holding): number {
    return this.size - this.#taken - (this.#reserved - this.#untaken(holding));
  }

  take(holding: Holding): void {
    this.#reserved -= this.#untaken(holding);
    holding.taken += 1;
    this.#reserved += this.#untaken(holding);
    this.#taken += 1;
  }

  giveBack(holding: Holding): void {
    this.#reserved -= this.#untaken(holding);
    holding.taken -= 1;
    this.#reserved += this.#untaken(holding);
    this.#taken -= 1;
  }

  #untaken({ isMember, taken }: Holding): number {
    return isMember && taken < this.#part ? this.#part - taken : 0;
  }
}

/** A single network needs nothing reserved; with more places than members, each member has at least one. */
function partOf(size: number, members: number): number {
  if (members < 2) return 0;
  return Math.max(Math.floor(size / (2 * members)), size > members ? 1 : 0);
}
