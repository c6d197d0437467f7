/** The queue of an embedded ledger's events: clock ticks, transactions, accounts. */
export interface EventQueue {
  /** Removes and returns all queued events. */
  drainEvents(): readonly unknown[];
}

const drainIntervalMs = 250;

/** Discards a ledger's events. A ledger stops once its queue is full, and clock ticks alone fill it. */
export function keepDrained(ledger: EventQueue): void {
  setInterval(() => ledger.drainEvents(), drainIntervalMs).unref();
}
