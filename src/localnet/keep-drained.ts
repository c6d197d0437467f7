/** The events of an embedded ledger: ticks of its clock, transactions, accounts. */
export interface EventQueue {
  /** Removes and returns the events so far. */
  drainEvents(): readonly unknown[];
}

const drainIntervalMs = 250;

/**
 * Discards a ledger's events as long as the process lives. Their queue is bounded, and a ledger whose queue is never read
 * stops once the ticks of its clock have filled it.
 */
export function keepDrained(node: EventQueue): void {
  setInterval(() => node.drainEvents(), drainIntervalMs).unref();
}
