/** How many upstreams a read is sent to at once, and how many of them must give the same answer. */
export interface Agreement {
  readonly ask: number;
  readonly agree: number;
}
