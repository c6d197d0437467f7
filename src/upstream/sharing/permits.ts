/** Permits that one network has taken, and whether some are reserved for it. */
export class NetworkPermits {
  taken = 0;
  hasReserve = false;
}

/** Permits that networks share. Half of them are reserved in equal parts, so that hanging calls of one network can't starve the others. */
export class PermitPool {
  readonly size: number;
  readonly #networks = new Set<NetworkPermits>();
  #taken = 0;
  #reservedEach = 0;
  #reserved = 0;

  constructor(size: number) {
    this.size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  setReserve(network: NetworkPermits, hasReserve: boolean): void {
    if (network.hasReserve === hasReserve) return;
    network.hasReserve = hasReserve;
    if (hasReserve) this.#networks.add(network);
    else this.#networks.delete(network);
    this.#reservedEach = reservedForEach(this.size, this.#networks.size);
    this.#reserved = 0;
    for (const other of this.#networks) this.#reserved += this.#untakenReserve(other);
  }

  freeFor(network: NetworkPermits): number {
    return this.size - this.#taken - (this.#reserved - this.#untakenReserve(network));
  }

  take(network: NetworkPermits): void {
    this.#reserved -= this.#untakenReserve(network);
    network.taken += 1;
    this.#reserved += this.#untakenReserve(network);
    this.#taken += 1;
  }

  release(network: NetworkPermits): void {
    this.#reserved -= this.#untakenReserve(network);
    network.taken -= 1;
    this.#reserved += this.#untakenReserve(network);
    this.#taken -= 1;
  }

  #untakenReserve({ hasReserve, taken }: NetworkPermits): number {
    return hasReserve && taken < this.#reservedEach ? this.#reservedEach - taken : 0;
  }
}

/** Size of each reserve: none for a single network, and at least one if there are more permits than networks. */
function reservedForEach(size: number, networks: number): number {
  if (networks < 2) return 0;
  return Math.max(Math.floor(size / (2 * networks)), size > networks ? 1 : 0);
}

/** True if a holder of `own` permits may take another: up to half of those that others leave, and up to `least` while any is free. */
export function mayTakeHalf(own: number, free: number, least = 1): boolean {
  return free > 0 && own < Math.max(1, least, (own + free) >> 1);
}
