/** Keeps spent credits beyond the life of a process, and adds up those of all processes that share it. */
export interface CreditKeeper {
  /** Adds what was spent, by key, and returns the totals of the same keys. */
  add(spent: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}

/** The key of an upstream's credits of one period. */
export function creditKey(network: string, upstream: string, period: string): string {
  return `${network} ${upstream} ${period}`;
}

/** The period at the end of a key. */
export function periodOf(key: string): string {
  return key.slice(key.lastIndexOf(" ") + 1);
}
