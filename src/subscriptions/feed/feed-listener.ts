/** What is reported of a network's subscriptions, for the log and for counts. */
export interface FeedListener {
  /** A socket ended; its subscriptions are restored elsewhere. */
  onSocketEnded(network: string, host: string, reason: string, subscriptions: number): void;
  /** A method is served by polling from now on. Reported once for each method. */
  onPolled(network: string, method: string, reason: string): void;
  /** An upstream confirmed a method's subscription and sends nothing of it. */
  onSilent(network: string, method: string, host: string): void;
  onFetchFailed(network: string, method: string, error: unknown): void;
  onPublished(network: string, deliveries: number): void;
}
