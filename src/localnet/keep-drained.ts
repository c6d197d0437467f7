/** What an embedded node reports to its owner: ticks of its clock, transactions, accounts. */
export interface EventQueue {
  /** Takes out what has gathered. */
  drainEvents(): readonly unknown[];
}

const everyMs = 250;

/**
 * Throws away a node's events as they come, as long as the process lives. The queue is bounded: a node whose queue
 * is never read stops after some two minutes, when the ticks of its clock have filled it.
 */
export function keepDrained(node: EventQueue): void {
  setInterval(() => node.drainEvents(), everyMs).unref();
}
