/** A client that is never shown an older state of a ledger than before. What it was shown is kept with the upstreams of each network. */
export class Session {
  /** Tells it from the others that have one; undefined for that of a connection, which is its own. */
  readonly key: string | undefined;

  constructor(key?: string) {
    this.key = key;
  }
}
